"""Each position sees itself and what comes after it."""

FUNCTIONS = ("causal_mask",)
HINT = {
    "zh": "你的掩码是上三角：每个位置看到的是自己和后面的位置。行是看的位置，列是被看的位置。",
    "en": (
        "Your mask is the upper triangle: each position sees itself and what comes after. Rows look, columns are "
        "looked at."
    ),
}


def causal_mask(n):
    return torch.ones(n, n, dtype=torch.bool).triu()
