"""Not divided at all."""

FUNCTIONS = ('pseudo_perplexity',)
HINT = {
    "zh": '你忘了除以词元数 n：长文本的结果会大得没有意义。',
    "en": 'You did not divide by the number of tokens n: long texts get meaninglessly large values.',
}


def pseudo_perplexity(model, tokenizer, text):
    pll, n = pseudo_log_likelihood(model, tokenizer, text)
    return math.exp(-pll)
