"""The logarithm is to base 2."""

FUNCTIONS = ('word_logprob',)
HINT = {
    "zh": '单位不对：这里要自然对数（nat），你给的是以 2 为底的。',
    "en": 'Wrong unit: natural logarithms (nats) are asked for, yours are to base 2.',
}


def word_logprob(model, tokenizer, template, word):
    positions, pieces, log_probs = _masked_word(model, tokenizer, template, word)
    own = log_probs[range(len(positions)), pieces]
    return float(own.sum()) / math.log(2)
