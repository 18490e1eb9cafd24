"""Divided by characters."""

FUNCTIONS = ('pseudo_perplexity',)
HINT = {
    "zh": '你除以了字符数；困惑度是按词元算的，除以 n。',
    "en": 'You divide by characters; perplexity is per token, divided by n.',
}


def pseudo_perplexity(model, tokenizer, text):
    pll, n = pseudo_log_likelihood(model, tokenizer, text)
    return math.exp(-pll / len(text))
