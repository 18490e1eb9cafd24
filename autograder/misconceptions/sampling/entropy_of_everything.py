"""One number for all rows together."""

FUNCTIONS = ("entropy",)
HINT = {
    "zh": (
        "你把所有行的熵加在了一起：每一行各有一个熵。"
    ),
    "en": (
        "You add the entropies of all rows: each row has its own."
    ),
}


def entropy(probs):
    return torch.special.entr(probs).sum()
