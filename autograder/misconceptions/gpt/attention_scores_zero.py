"""Hidden scores are set to zero before the softmax."""

FUNCTIONS = ("causal_attention",)
HINT = {
    "zh": "被挡住的分数设成了 0，而 exp(0) = 1：后面的位置还是有权重。应当设为 −∞。",
    "en": "Hidden scores are set to 0, and exp(0) = 1: later positions still have weight. Set them to −∞.",
}


def causal_attention(q, k, v):
    scores = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])) * causal_mask(q.shape[-2])
    return scores.softmax(dim=-1) @ v
