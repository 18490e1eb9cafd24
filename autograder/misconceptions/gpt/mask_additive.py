"""0 where attention is allowed, -inf elsewhere."""

FUNCTIONS = ("causal_mask",)
HINT = {
    "zh": "这是加到分数上的掩码（0 和 −∞）。要的是布尔张量：允许之处为 True。",
    "en": (
        "This is the mask that is added to scores (0 and −∞). A bool tensor is asked for: True where attention is "
        "allowed."
    ),
}


def causal_mask(n):
    return torch.full((n, n), -math.inf).triu(1)
