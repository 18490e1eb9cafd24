"""Head k has every h-th dimension from k on."""

FUNCTIONS = ("multi_head",)
HINT = {
    "zh": '你的每个头隔着取维度；应当取连续的 d/heads 维，第一个头用前 d/heads 维。',
    "en": 'Each of your heads takes every h-th dimension; it has consecutive ones, the first head the first d/heads.',
}


def multi_head(x, weights, heads, mask=None):
    batch, n, d = x.shape
    if d % heads:
        raise ValueError("does not divide")
    query, key, value = ((x @ weights[name]).reshape(batch, n, d // heads, heads).permute(0, 3, 1, 2) for name in ("query", "key", "value"))
    output, _ = attention(query, key, value, None if mask is None else mask.unsqueeze(-3))
    return output.permute(0, 2, 3, 1).reshape(batch, n, d) @ weights["output"]
