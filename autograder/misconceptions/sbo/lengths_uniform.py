"""Lengths are uniform on 1..max_len."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "你的片段长度是均匀抽取的。SpanBERT 的长度服从几何分布：越短越常见。"
    ),
    "en": (
        "You draw lengths uniformly. SpanBERT's follow a geometric distribution: the shorter, the more frequent."
    ),
}


def _lengths(budget, rng, p, max_len):
    lengths = []
    while (left := budget - sum(lengths)) > 0:
        lengths.append(min(left, int(rng.integers(1, max_len + 1))))
    return lengths
