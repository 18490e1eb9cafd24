"""The exponent's sign is wrong."""

FUNCTIONS = ('pseudo_perplexity',)
HINT = {
    "zh": '指数的符号反了：困惑度是 exp(-pll / n)，不小于 1。',
    "en": 'The exponent has the wrong sign: perplexity is exp(-pll / n), never under 1.',
}


def pseudo_perplexity(model, tokenizer, text):
    pll, n = pseudo_log_likelihood(model, tokenizer, text)
    return math.exp(pll / n)
