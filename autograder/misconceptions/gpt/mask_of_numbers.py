"""Zeros and ones as floats."""

FUNCTIONS = ("causal_mask",)
HINT = {
    "zh": "值对了，类型不对：要的是布尔张量。用浮点数作掩码，`~mask`、`masked_fill` 都不能用。",
    "en": (
        "The values are right, the kind is not: a bool tensor is asked for. `~mask` and `masked_fill` do not take "
        "floats."
    ),
}


def causal_mask(n):
    return torch.tril(torch.ones(n, n))
