"""Spaces are not counted."""

FUNCTIONS = ('bits_per_character',)
HINT = {
    "zh": '空格也是字符：分母就是 `len(text)`。',
    "en": 'Spaces are characters too: the denominator is `len(text)`.',
}


def bits_per_character(model, tokenizer, text):
    pll, n = pseudo_log_likelihood(model, tokenizer, text)
    return -pll / (len("".join(text.split())) * math.log(2))
