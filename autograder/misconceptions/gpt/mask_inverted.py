"""True where attention is forbidden."""

FUNCTIONS = ("causal_mask",)
HINT = {
    "zh": "意思反了：True 应当表示允许注意，不是表示要挡住。",
    "en": "It is the other way round: True means that attention is allowed, not that it is hidden.",
}


def causal_mask(n):
    return torch.ones(n, n, dtype=torch.bool).triu(1)
