"""The probability is returned."""

FUNCTIONS = ('word_logprob',)
HINT = {
    "zh": '你返回的是概率，不是对数概率。',
    "en": 'You return the probability, not its logarithm.',
}


def word_logprob(model, tokenizer, template, word):
    positions, pieces, log_probs = _masked_word(model, tokenizer, template, word)
    own = log_probs[range(len(positions)), pieces]
    return float(own.sum().exp())
