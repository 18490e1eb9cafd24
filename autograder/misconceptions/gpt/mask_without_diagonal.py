"""A position does not see itself."""

FUNCTIONS = ("causal_mask",)
HINT = {
    "zh": "每个位置也应当看得到自己（j <= i，含等号）：第一个位置没有别的可看。",
    "en": (
        "Each position sees itself, too (j <= i, equality included): the first one has nothing else to look at."
    ),
}


def causal_mask(n):
    return torch.ones(n, n, dtype=torch.bool).tril(-1)
