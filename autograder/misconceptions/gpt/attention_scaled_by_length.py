"""Scores are divided by the root of the number of positions."""

FUNCTIONS = ("causal_attention",)
HINT = {
    "zh": "缩放用了位置数 n 的平方根；应当用最后一维 d 的。",
    "en": "The scale is the root of the number of positions n; it should be that of the last dimension, d.",
}


def causal_attention(q, k, v):
    n = q.shape[-2]
    scores = (q @ k.transpose(-2, -1) / math.sqrt(n)).masked_fill(~causal_mask(n), -math.inf)
    return scores.softmax(dim=-1) @ v
