"""Scores divided by the root of d, not of a head's dimensions."""

FUNCTIONS = ("multi_head",)
HINT = {
    "zh": '你除以了 √d；每个头只有 d/heads 维，要除以它的平方根。',
    "en": 'You divide by √d; a head has d/heads dimensions, and the root of that is what to divide by.',
}


def multi_head(x, weights, heads, mask=None):
    batch, n, d = x.shape
    if d % heads:
        raise ValueError("does not divide")
    query, key, value = ((x @ weights[name]).view(batch, n, heads, -1).transpose(1, 2) for name in ("query", "key", "value"))
    output, _ = attention(query / math.sqrt(heads), key, value, None if mask is None else mask.unsqueeze(-3))
    return output.transpose(1, 2).reshape(batch, n, d) @ weights["output"]
