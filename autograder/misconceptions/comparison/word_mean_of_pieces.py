"""The pieces' log-probabilities are averaged."""

FUNCTIONS = ('word_logprob',)
HINT = {
    "zh": '几个词元的词：你取了平均，应当求和。一个词的对数概率是它各词元之和。',
    "en": "A word of several pieces: you take the mean, where the sum is asked for. A word's log-probability adds up over its pieces.",
}


def word_logprob(model, tokenizer, template, word):
    positions, pieces, log_probs = _masked_word(model, tokenizer, template, word)
    own = log_probs[range(len(positions)), pieces]
    return float(own.mean())
