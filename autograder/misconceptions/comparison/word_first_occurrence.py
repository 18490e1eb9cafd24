"""The word is looked for in the text."""

FUNCTIONS = ('word_logprob',)
HINT = {
    "zh": '你在文本里找词，找到的是它第一次出现的地方，那不一定是空格。空格的位置由 `{mask}` 前面的文字长度决定。',
    "en": "You look for the word in the text and find its first occurrence, which need not be the gap. The gap's place follows from the length of the text before `{mask}`.",
}


def word_logprob(model, tokenizer, template, word):
    before, after = _split(template)
    text = before + word + after
    start = text.index(word)
    encoded = tokenizer(text, return_offsets_mapping=True)
    positions = [i for i, (a, b) in enumerate(encoded["offset_mapping"]) if a < start + len(word) and start < b]
    ids = list(encoded["input_ids"])
    pieces = [ids[p] for p in positions]
    for p in positions:
        ids[p] = tokenizer.mask_token_id
    log_probs = _log_probs(model, [ids])[0, positions]
    return float(log_probs[range(len(positions)), pieces].sum())
