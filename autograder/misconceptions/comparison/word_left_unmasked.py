"""The word stays visible."""

FUNCTIONS = ('word_logprob',)
HINT = {
    "zh": '你没有把词盖住：模型看得见它，问的就不是它能否被猜到。把它的词元换成掩码词元。',
    "en": 'You left the word in place: the model sees it, so you do not ask whether it could guess it. Replace its tokens by the mask token.',
}


def word_logprob(model, tokenizer, template, word):
    before, after = _split(template)
    start, end = len(before), len(before) + len(word)
    encoded = tokenizer(before + word + after, return_offsets_mapping=True)
    positions = [i for i, (a, b) in enumerate(encoded["offset_mapping"]) if a < end and start < b]
    ids = encoded["input_ids"]
    log_probs = _log_probs(model, [ids])[0]
    return float(sum(log_probs[p, ids[p]] for p in positions))
