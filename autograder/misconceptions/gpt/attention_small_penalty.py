"""Ten thousand is taken off the hidden scores."""

FUNCTIONS = ("causal_attention",)
HINT = {
    "zh": "给被挡住的分数加 −10000 只是让它变小：遇到更大的分数，后面的位置就会漏进来。用 −∞。",
    "en": (
        "Taking 10000 off the hidden scores only makes them smaller: with larger scores later positions leak through. "
        "Use −∞."
    ),
}


def causal_attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1]) - 10000.0 * ~causal_mask(q.shape[-2])
    return scores.softmax(dim=-1) @ v
