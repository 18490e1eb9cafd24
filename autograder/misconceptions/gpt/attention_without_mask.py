"""Every position sees all others."""

FUNCTIONS = ("causal_attention",)
HINT = {
    "zh": "没有用掩码：每个位置都看到了后面的位置。",
    "en": "No mask is used: every position sees what comes after it.",
}


def causal_attention(q, k, v):
    return (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(dim=-1) @ v
