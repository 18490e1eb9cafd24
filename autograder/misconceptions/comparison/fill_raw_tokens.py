"""Words are the vocabulary's own spelling."""

FUNCTIONS = ('fill_mask',)
HINT = {
    "zh": '你返回的是词表里的写法（`Ġriver`、`##s`），不是解码后的词。请用 `tokenizer.decode([id])`。',
    "en": "You return the vocabulary's own spelling (`Ġriver`, `##s`) and not the decoded word. Use `tokenizer.decode([id])`.",
}


def fill_mask(model, tokenizer, template, k=5):
    before, after = _split(template)
    ids = tokenizer(before + tokenizer.mask_token + after)["input_ids"]
    gap = ids.index(tokenizer.mask_token_id)
    probabilities, best = _log_probs(model, [ids])[0, gap].exp().topk(k)
    return [(tokenizer.convert_ids_to_tokens(t), p) for p, t in zip(probabilities.tolist(), best.tolist())]
