"""The softmax runs over the queries."""

FUNCTIONS = ("causal_attention",)
HINT = {
    "zh": "softmax 的方向错了：应当对每个查询的各个键（最后一维）求。",
    "en": "The softmax runs the wrong way: it should run over each query's keys (the last dimension).",
}


def causal_attention(q, k, v):
    scores = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).masked_fill(~causal_mask(q.shape[-2]), -math.inf)
    return scores.softmax(dim=-2) @ v
