"""Every occurrence of the token at a position is replaced."""

FUNCTIONS = ("corrupt",)
HINT = {
    "zh": '你把与该处相同的词元全换了。只换 `positions` 指定的位置。',
    "en": 'Every token that equals the one at the position is replaced. Only `positions` are.',
}


def corrupt(input_ids, positions, sampled):
    out = input_ids.clone()
    for position, token in zip(positions.tolist(), sampled.tolist()):
        out[input_ids == input_ids[position]] = token
    return out
