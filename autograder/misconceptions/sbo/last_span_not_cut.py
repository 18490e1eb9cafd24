"""The last span is not cut short: the budget is overshot."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "最后一个片段没有截短，盖住的总数超过了 ceil(mask_ratio · (num_tokens - 2))。"
    ),
    "en": (
        "The last span is not cut short, so more than ceil(mask_ratio · (num_tokens - 2)) positions are masked."
    ),
}


def _lengths(budget, rng, p, max_len):
    probabilities = p * (1.0 - p) ** np.arange(max_len)
    probabilities /= probabilities.sum()
    lengths = []
    while sum(lengths) < budget:
        lengths.append(int(rng.choice(max_len, p=probabilities)) + 1)
    return lengths
