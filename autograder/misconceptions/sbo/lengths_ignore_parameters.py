"""p and max_len are written into the code."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "你把 p = 0.2 和最长 10 写死在代码里，没有用参数 p 和 max_len。"
    ),
    "en": (
        "p = 0.2 and at most 10 are written into your code; the arguments p and max_len are not used."
    ),
}


def _lengths(budget, rng, p, max_len):
    probabilities = 0.2 * 0.8 ** np.arange(10)
    probabilities /= probabilities.sum()
    lengths = []
    while (left := budget - sum(lengths)) > 0:
        lengths.append(min(left, int(rng.choice(10, p=probabilities)) + 1))
    return lengths
