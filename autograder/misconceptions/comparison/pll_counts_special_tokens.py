"""[CLS] and [SEP] are scored too."""

FUNCTIONS = ('pseudo_log_likelihood',)
HINT = {
    "zh": '你把 `[CLS]` 和 `[SEP]` 也算了进去。它们不是文本的词元：不盖、不加、不计数。',
    "en": 'You score `[CLS]` and `[SEP]` too. They are no tokens of the text: not masked, not added, not counted.',
}


def pseudo_log_likelihood(model, tokenizer, text):
    ids = tokenizer(text)["input_ids"]
    if not tokenizer(text, add_special_tokens=False)["input_ids"]:
        raise ValueError("no token")
    rows = [[*ids[:i], tokenizer.mask_token_id, *ids[i + 1 :]] for i in range(len(ids))]
    log_probs = _log_probs(model, rows)
    return float(sum(log_probs[i, i, ids[i]] for i in range(len(ids)))), len(ids)
