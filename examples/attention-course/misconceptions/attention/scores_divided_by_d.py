"""Divided by d, not by its root."""

FUNCTIONS = ("attention",)
HINT = {
    "zh": '你除以了 d，而不是 √d：点积的标准差是 √d。',
    "en": "You divide by d; a dot product's standard deviation is √d.",
}


def attention(query, key, value, mask=None):
    scores = query @ key.transpose(-2, -1) / query.shape[-1]
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(-1).nan_to_num(0.0)
    return weights @ value, weights
