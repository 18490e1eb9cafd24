"""The geometric distribution is not bounded by max_len."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "你的片段长度没有上限：几何分布会抽出比 max_len 更长的片段。"
    ),
    "en": (
        "Your lengths have no upper bound: a geometric distribution also gives spans longer than max_len."
    ),
}


def _lengths(budget, rng, p, max_len):
    lengths = []
    while (left := budget - sum(lengths)) > 0:
        lengths.append(min(left, int(rng.geometric(p))))
    return lengths
