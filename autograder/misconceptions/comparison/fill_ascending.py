"""The least probable of the k comes first."""

FUNCTIONS = ('fill_mask',)
HINT = {
    "zh": '次序反了：概率最大的应当在最前面。',
    "en": 'The order is reversed: the most probable comes first.',
}


def fill_mask(model, tokenizer, template, k=5):
    before, after = _split(template)
    ids = tokenizer(before + tokenizer.mask_token + after)["input_ids"]
    gap = ids.index(tokenizer.mask_token_id)
    probabilities, best = _log_probs(model, [ids])[0, gap].exp().topk(k)
    return [(tokenizer.decode([t]).strip(), p) for p, t in zip(probabilities.tolist(), best.tolist())][::-1]
