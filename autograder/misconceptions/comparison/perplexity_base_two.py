"""The base is 2."""

FUNCTIONS = ('pseudo_perplexity',)
HINT = {
    "zh": '底不对：pll 的单位是 nat，所以用 e 为底。',
    "en": 'Wrong base: pll is in nats, so the base is e.',
}


def pseudo_perplexity(model, tokenizer, text):
    pll, n = pseudo_log_likelihood(model, tokenizer, text)
    return 2 ** (-pll / n)
