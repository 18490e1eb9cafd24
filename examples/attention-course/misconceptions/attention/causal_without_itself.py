"""A position does not see itself."""

FUNCTIONS = ("causal_mask",)
HINT = {
    "zh": '你的掩码不让位置看见自己：第一个位置什么也看不见。对角线也是允许的。',
    "en": 'Your mask hides each position from itself, so that the first one sees nothing. The diagonal is allowed.',
}


def causal_mask(length):
    return torch.ones(length, length, dtype=torch.bool).tril(-1)
