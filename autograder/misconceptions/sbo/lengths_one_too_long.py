"""The geometric draw is counted from 0 and then one is added twice."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "你的片段长度多了 1：NumPy 的 `rng.geometric` 从 1 数起，不用再加 1。"
    ),
    "en": (
        "Your lengths are one too long: NumPy's `rng.geometric` counts from 1 already."
    ),
}


def _lengths(budget, rng, p, max_len):
    lengths = []
    while (left := budget - sum(lengths)) > 0:
        length = 1 + int(rng.geometric(p))
        if length <= max_len:
            lengths.append(min(left, length))
        elif max_len == 1:
            lengths.append(1)
    return lengths
