"""The scores are not divided."""

FUNCTIONS = ("attention",)
HINT = {
    "zh": '你没有除以 √d：分数太大，权重集中在一个位置上。',
    "en": 'You do not divide by √d: scores are too large and the weights gather in one place.',
}


def attention(query, key, value, mask=None):
    scores = query @ key.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(-1).nan_to_num(0.0)
    return weights @ value, weights
