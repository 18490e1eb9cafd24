"""The marker is replaced by [MASK] whatever the model."""

FUNCTIONS = ('fill_mask',)
HINT = {
    "zh": '你把 `{mask}` 一律换成了 `[MASK]`。那是 BERT 的掩码词元；RoBERTa 的写法不同，会被当成普通文字。问分词器：`tokenizer.mask_token`。',
    "en": "You always put `[MASK]` in. That is BERT's mask token; RoBERTa writes it otherwise and takes yours for plain text. Ask the tokenizer: `tokenizer.mask_token`.",
}


def fill_mask(model, tokenizer, template, k=5):
    before, after = _split(template)
    ids = tokenizer(before + "[MASK]" + after)["input_ids"]
    gap = ids.index(tokenizer.mask_token_id)
    probabilities, best = _log_probs(model, [ids])[0, gap].exp().topk(k)
    return [(tokenizer.decode([t]).strip(), p) for p, t in zip(probabilities.tolist(), best.tolist())]
