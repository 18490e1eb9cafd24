"""The span that would overshoot is left out, so too few are masked."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "会超出预算的最后一个片段你没有放，盖住的总数就不够。应当截短它，使总数正好。"
    ),
    "en": (
        "You leave out the last span if it would overshoot, so too few positions are masked. Cut it short, to meet the "
        "number exactly."
    ),
}


def _lengths(budget, rng, p, max_len):
    probabilities = p * (1.0 - p) ** np.arange(max_len)
    probabilities /= probabilities.sum()
    lengths = []
    while True:
        length = int(rng.choice(max_len, p=probabilities)) + 1
        if sum(lengths) + length > budget:
            return lengths or [min(length, budget)]
        lengths.append(length)
