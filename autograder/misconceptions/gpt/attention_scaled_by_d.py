"""Scores are divided by d."""

FUNCTIONS = ("causal_attention",)
HINT = {
    "zh": "分数除以了 d，应当除以 sqrt(d)。",
    "en": "The scores are divided by d instead of sqrt(d).",
}


def causal_attention(q, k, v):
    scores = (q @ k.transpose(-2, -1) / q.shape[-1]).masked_fill(~causal_mask(q.shape[-2]), -math.inf)
    return scores.softmax(dim=-1) @ v
