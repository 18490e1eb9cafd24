"""UTF-8 bytes are counted instead of characters."""

FUNCTIONS = ('bits_per_character',)
HINT = {
    "zh": '你数的是 UTF-8 字节；一个汉字是一个字符、三个字节。分母是 `len(text)`。',
    "en": 'You count UTF-8 bytes; a hanzi is one character and three bytes. The denominator is `len(text)`.',
}


def bits_per_character(model, tokenizer, text):
    pll, n = pseudo_log_likelihood(model, tokenizer, text)
    return -pll / (len(text.encode("utf-8")) * math.log(2))
