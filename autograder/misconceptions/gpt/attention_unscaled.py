"""Scores are not scaled."""

FUNCTIONS = ("causal_attention",)
HINT = {
    "zh": "分数没有除以 sqrt(d)。",
    "en": "The scores are not divided by sqrt(d).",
}


def causal_attention(q, k, v):
    scores = (q @ k.transpose(-2, -1)).masked_fill(~causal_mask(q.shape[-2]), -math.inf)
    return scores.softmax(dim=-1) @ v
