"""The mask does not reach the heads."""

FUNCTIONS = ("multi_head",)
HINT = {
    "zh": '你没有把掩码交给每个头的注意力。',
    "en": "Your mask does not reach the heads' attention.",
}


def multi_head(x, weights, heads, mask=None):
    batch, n, d = x.shape
    if d % heads:
        raise ValueError("does not divide")
    query, key, value = ((x @ weights[name]).view(batch, n, heads, -1).transpose(1, 2) for name in ("query", "key", "value"))
    return attention(query, key, value)[0].transpose(1, 2).reshape(batch, n, d) @ weights["output"]
