"""Divided by tokens."""

FUNCTIONS = ('bits_per_character',)
HINT = {
    "zh": '你除以了词元数。词表不同，词元数就不同，不能跨模型比较；请除以字符数 `len(text)`。',
    "en": 'You divide by tokens. Another vocabulary counts another number of tokens, so models cannot be compared; divide by characters, `len(text)`.',
}


def bits_per_character(model, tokenizer, text):
    pll, n = pseudo_log_likelihood(model, tokenizer, text)
    return -pll / (n * math.log(2))
