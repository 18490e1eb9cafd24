"""p and 1 - p are exchanged."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "你把 p 和 1 - p 弄反了：P(ℓ) 正比于 p·(1-p)^(ℓ-1)，默认 p = 0.2 时每一步有 0.8 的机会继续变长。"
    ),
    "en": (
        "You exchanged p and 1 - p. P(l) is proportional to p (1-p)^(l-1): with p = 0.2 a span goes on with probability "
        "0.8 at each step."
    ),
}


def _lengths(budget, rng, p, max_len):
    probabilities = (1.0 - p) * float(p) ** np.arange(max_len)
    if probabilities.sum() == 0:
        probabilities = np.ones(max_len)
    probabilities /= probabilities.sum()
    lengths = []
    while (left := budget - sum(lengths)) > 0:
        lengths.append(min(left, int(rng.choice(max_len, p=probabilities)) + 1))
    return lengths
