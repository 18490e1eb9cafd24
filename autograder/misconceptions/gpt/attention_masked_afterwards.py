"""Weights are set to zero after the softmax."""

FUNCTIONS = ("causal_attention",)
HINT = {
    "zh": "softmax 之后才把权重置零，剩下的权重之和不再是 1。应当在 softmax 之前把分数设为 −∞。",
    "en": (
        "The weights are set to zero after the softmax, so those that are left no longer sum to 1. Set the scores to "
        "−∞ before it."
    ),
}


def causal_attention(q, k, v):
    weights = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(dim=-1)
    return (weights * causal_mask(q.shape[-2])) @ v
