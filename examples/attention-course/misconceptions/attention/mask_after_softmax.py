"""Weights are set to zero after softmax."""

FUNCTIONS = ("attention",)
HINT = {
    "zh": '你在 softmax 之后才把权重设为 0，所以一行的和小于 1。掩码要在 softmax 之前起作用。',
    "en": "You set weights to 0 after softmax, so that a row's sum is below 1. The mask has to act before softmax.",
}


def attention(query, key, value, mask=None):
    weights = (query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])).softmax(-1)
    if mask is not None:
        weights = weights * mask
    return weights @ value, weights
