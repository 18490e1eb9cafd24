"""The marker is filled in by str.format."""

FUNCTIONS = ('fill_mask',)
HINT = {
    "zh": '你用 `str.format` 填空：文本里别的花括号会让它出错，没有标记时又悄悄放过。请直接按 `{mask}` 这几个字符切开。',
    "en": 'You fill the gap with `str.format`: other braces in the text break it, and a missing marker goes unnoticed. Split at the characters `{mask}` themselves.',
}


def fill_mask(model, tokenizer, template, k=5):
    ids = tokenizer(template.format(mask=tokenizer.mask_token))["input_ids"]
    if ids.count(tokenizer.mask_token_id) != 1:
        raise ValueError("one marker")
    gap = ids.index(tokenizer.mask_token_id)
    probabilities, best = _log_probs(model, [ids])[0, gap].exp().topk(k)
    return [(tokenizer.decode([t]).strip(), p) for p, t in zip(probabilities.tolist(), best.tolist())]
