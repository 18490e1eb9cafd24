"""A tensor is returned instead of a float."""

FUNCTIONS = ('word_logprob',)
HINT = {
    "zh": '返回值应当是 Python 的 float，你返回的是只有一个元素的张量。用 `float(...)` 或 `.item()`。',
    "en": 'A Python float is asked for; you return a tensor with one element. Use `float(...)` or `.item()`.',
}


def word_logprob(model, tokenizer, template, word):
    positions, pieces, log_probs = _masked_word(model, tokenizer, template, word)
    own = log_probs[range(len(positions)), pieces]
    return own.sum()
