"""Positions are sorted, sampled tokens are not."""

FUNCTIONS = ("corrupt",)
HINT = {
    "zh": '你把 `positions` 排了序，`sampled` 却没有跟着：第 k 个词元属于第 k 个位置。',
    "en": '`positions` are sorted and `sampled` are not: token k belongs to position k.',
}


def corrupt(input_ids, positions, sampled):
    out = input_ids.clone()
    out[positions.sort().values] = sampled
    return out
