"""Nats instead of bits."""

FUNCTIONS = ('bits_per_character',)
HINT = {
    "zh": '单位还是 nat：要除以 ln 2 才是比特。',
    "en": 'Still in nats: divide by ln 2 for bits.',
}


def bits_per_character(model, tokenizer, text):
    pll, n = pseudo_log_likelihood(model, tokenizer, text)
    return -pll / len(text)
