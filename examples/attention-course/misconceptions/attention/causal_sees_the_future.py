"""The upper triangle."""

FUNCTIONS = ("causal_mask",)
HINT = {
    "zh": '你的掩码允许看后面而不是前面：行是看的位置，列是被看的位置。',
    "en": 'Your mask allows what comes later, not what came before: rows look, columns are looked at.',
}


def causal_mask(length):
    return torch.ones(length, length, dtype=torch.bool).triu()
