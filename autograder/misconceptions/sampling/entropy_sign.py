"""The minus sign is missing."""

FUNCTIONS = ("entropy",)
HINT = {
    "zh": (
        "少了负号：熵不会是负数。"
    ),
    "en": (
        "The minus sign is missing: entropy is never negative."
    ),
}


def entropy(probs):
    return torch.special.xlogy(probs, probs).sum(dim=-1)
