"""Lengths that overshoot the budget are drawn again instead of being cut."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "超出预算的长度你丢掉重抽，这样最后几个片段总是偏短。应当把最后抽到的片段截短。"
    ),
    "en": (
        "You throw lengths away that overshoot the budget and draw again, which favours short spans at the end. Cut "
        "the last one short instead."
    ),
}


def _lengths(budget, rng, p, max_len):
    probabilities = p * (1.0 - p) ** np.arange(max_len)
    probabilities /= probabilities.sum()
    lengths = []
    while (left := budget - sum(lengths)) > 0:
        length = int(rng.choice(max_len, p=probabilities)) + 1
        if length > left and probabilities[:left].sum() > 0:
            continue
        lengths.append(min(left, length))
    return lengths
