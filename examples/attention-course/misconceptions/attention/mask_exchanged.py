"""True hides."""

FUNCTIONS = ("attention",)
HINT = {
    "zh": '你把 True 当成禁止；这里 True 表示允许。',
    "en": 'You take True for forbidden; here it means allowed.',
}


def attention(query, key, value, mask=None):
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask, -math.inf)
    weights = scores.softmax(-1).nan_to_num(0.0)
    return weights @ value, weights
