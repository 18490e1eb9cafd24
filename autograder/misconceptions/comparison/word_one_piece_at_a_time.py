"""Each piece is masked alone."""

FUNCTIONS = ('word_logprob',)
HINT = {
    "zh": '你一次只盖住一个词元，其余词元还露着，答案被泄露了一半。词的词元要同时全部盖住，只做一次前向计算。',
    "en": "You mask one piece at a time, and the others give half the answer away. All of the word's pieces are masked at once, in one forward pass.",
}


def word_logprob(model, tokenizer, template, word):
    before, after = _split(template)
    start, end = len(before), len(before) + len(word)
    encoded = tokenizer(before + word + after, return_offsets_mapping=True)
    positions = [i for i, (a, b) in enumerate(encoded["offset_mapping"]) if a < end and start < b]
    ids = encoded["input_ids"]
    rows = [[*ids[:p], tokenizer.mask_token_id, *ids[p + 1 :]] for p in positions]
    log_probs = _log_probs(model, rows)
    return float(sum(log_probs[row, p, ids[p]] for row, p in enumerate(positions)))
