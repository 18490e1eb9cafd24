"""Templates without one marker are accepted."""

FUNCTIONS = ('word_logprob',)
HINT = {
    "zh": '没有 `{mask}`，或者不止一个时，应当抛出 ValueError；你没有检查。',
    "en": 'Without `{mask}`, or with more than one, a ValueError is due; you do not check.',
}


def word_logprob(model, tokenizer, template, word):
    before, after = (template.split("{mask}") + [""])[:2]
    positions, pieces, log_probs = _masked_word(model, tokenizer, before + "{mask}" + after, word)
    return float(log_probs[range(len(positions)), pieces].sum())
