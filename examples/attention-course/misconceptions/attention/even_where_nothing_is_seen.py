"""Minus a billion instead of minus infinity: a row without anything to see is even."""

FUNCTIONS = ("attention",)
HINT = {
    "zh": '用很大的负数代替负无穷时，什么都不许看的行会平均看所有位置；题目要 0。',
    "en": 'With a large negative number in place of minus infinity, a row that may see nothing looks at everything evenly; 0 is asked for.',
}


def attention(query, key, value, mask=None):
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(-1)
    return weights @ value, weights
