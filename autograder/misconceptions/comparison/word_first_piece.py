"""Only the word's first piece counts."""

FUNCTIONS = ('word_logprob',)
HINT = {
    "zh": '你只算了词的第一个词元。词的所有词元都要盖住，它们的对数概率都要加上。',
    "en": "You count the word's first piece alone. All of its pieces are masked, and all their log-probabilities are added.",
}


def word_logprob(model, tokenizer, template, word):
    positions, pieces, log_probs = _masked_word(model, tokenizer, template, word)
    own = log_probs[range(len(positions)), pieces]
    return float(own[0])
