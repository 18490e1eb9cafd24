"""The first two dimensions are transposed."""

FUNCTIONS = ("causal_attention",)
HINT = {
    "zh": "转置的是前两维；有批和头时就错了。应当转置最后两维：`k.transpose(-2, -1)`。",
    "en": (
        "The first two dimensions are transposed, which is wrong with batch or heads in front. It is the last two: "
        "`k.transpose(-2, -1)`."
    ),
}


def causal_attention(q, k, v):
    scores = (q @ k.transpose(0, 1) / math.sqrt(q.shape[-1])).masked_fill(~causal_mask(q.shape[-2]), -math.inf)
    return scores.softmax(dim=-1) @ v
