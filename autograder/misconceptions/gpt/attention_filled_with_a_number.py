"""The hidden scores become a large negative number."""

FUNCTIONS = ("causal_attention",)
HINT = {
    "zh": "被挡住的分数成了一个很小的数（如 −1e9），不是 −∞：看得到的分数若比它还小，后面的位置就会漏进来。",
    "en": (
        "The hidden scores become a very low number (−1e9, say) and not −∞: where the scores that may be seen are lower still, "
        "later positions leak through."
    ),
}


def causal_attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    return scores.masked_fill(~causal_mask(q.shape[-2]), -1e9).softmax(dim=-1) @ v
