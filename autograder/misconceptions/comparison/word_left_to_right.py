"""Pieces are filled in one after another."""

FUNCTIONS = ('word_logprob',)
HINT = {
    "zh": '你按从左到右的次序逐个揭开词元（链式法则）。这里要的是同时全部盖住，一次前向计算。',
    "en": 'You uncover the pieces from left to right (the chain rule). Here all are masked at once, in one forward pass.',
}


def word_logprob(model, tokenizer, template, word):
    before, after = _split(template)
    start, end = len(before), len(before) + len(word)
    encoded = tokenizer(before + word + after, return_offsets_mapping=True)
    positions = [i for i, (a, b) in enumerate(encoded["offset_mapping"]) if a < end and start < b]
    original, ids = encoded["input_ids"], list(encoded["input_ids"])
    for p in positions:
        ids[p] = tokenizer.mask_token_id
    total = 0.0
    for p in positions:
        total += float(_log_probs(model, [ids])[0, p, original[p]])
        ids[p] = original[p]
    return total
