"""A row without anything to see is NaN."""

FUNCTIONS = ("attention",)
HINT = {
    "zh": '一行什么都不许看时，全是负无穷的 softmax 得到 NaN；题目要 0。',
    "en": 'In a row that may see nothing, softmax of minus infinities is NaN; 0 is asked for.',
}


def attention(query, key, value, mask=None):
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(-1)
    return weights @ value, weights
