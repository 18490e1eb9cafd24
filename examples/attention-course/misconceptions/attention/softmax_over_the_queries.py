"""Columns have sum 1, not rows."""

FUNCTIONS = ("attention",)
HINT = {
    "zh": '你在看的位置上做 softmax，列的和为 1；应当每一行（被看的位置）的和为 1。',
    "en": 'Your softmax runs over the positions that look, so that columns have sum 1; each row, over what is looked at, should.',
}


def attention(query, key, value, mask=None):
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(-2).nan_to_num(0.0)
    return weights @ value, weights
