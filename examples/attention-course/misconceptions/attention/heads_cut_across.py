"""Reshaped to heads at once, positions and dimensions mixed."""

FUNCTIONS = ("multi_head",)
HINT = {
    "zh": '你直接变形成 (batch, heads, n, d/heads)，位置和维度搅在了一起；先分维度，再换轴。',
    "en": 'You reshape to (batch, heads, n, d/heads) at once, which mixes positions with dimensions; cut the dimensions first, then exchange axes.',
}


def multi_head(x, weights, heads, mask=None):
    batch, n, d = x.shape
    if d % heads:
        raise ValueError("does not divide")
    query, key, value = ((x @ weights[name]).reshape(batch, heads, n, d // heads) for name in ("query", "key", "value"))
    output, _ = attention(query, key, value, None if mask is None else mask.unsqueeze(-3))
    return output.reshape(batch, n, d) @ weights["output"]
