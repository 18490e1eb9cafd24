"""Words keep the space that the byte-level BPE decodes."""

FUNCTIONS = ('fill_mask',)
HINT = {
    "zh": 'RoBERTa 的词元解码出来带着前面的空格，你没有去掉。两端的空格要用 `strip()` 去掉。',
    "en": "RoBERTa's tokens decode with the space before them, and you left it on. Take spaces off both ends with `strip()`.",
}


def fill_mask(model, tokenizer, template, k=5):
    before, after = _split(template)
    ids = tokenizer(before + tokenizer.mask_token + after)["input_ids"]
    gap = ids.index(tokenizer.mask_token_id)
    probabilities, best = _log_probs(model, [ids])[0, gap].exp().topk(k)
    return [(tokenizer.decode([t]), p) for p, t in zip(probabilities.tolist(), best.tolist())]
