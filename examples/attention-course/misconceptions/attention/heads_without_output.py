"""The joined heads are not multiplied by the output matrix."""

FUNCTIONS = ("multi_head",)
HINT = {
    "zh": '拼好以后还要乘 weights["output"]，各个头的结果才会混合。',
    "en": 'The joined heads are multiplied by weights["output"], which is what mixes them.',
}


def multi_head(x, weights, heads, mask=None):
    batch, n, d = x.shape
    if d % heads:
        raise ValueError("does not divide")
    query, key, value = ((x @ weights[name]).view(batch, n, heads, -1).transpose(1, 2) for name in ("query", "key", "value"))
    output, _ = attention(query, key, value, None if mask is None else mask.unsqueeze(-3))
    return output.transpose(1, 2).reshape(batch, n, d)
