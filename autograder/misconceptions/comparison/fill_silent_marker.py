"""Templates without one marker are accepted."""

FUNCTIONS = ('fill_mask',)
HINT = {
    "zh": '没有 `{mask}`，或者不止一个时，应当抛出 ValueError；你没有检查。',
    "en": 'Without `{mask}`, or with more than one, a ValueError is due; you do not check.',
}


def fill_mask(model, tokenizer, template, k=5):
    before, after = (template.split('{mask}') + [''])[:2]
    ids = tokenizer(before + tokenizer.mask_token + after)["input_ids"]
    gap = ids.index(tokenizer.mask_token_id)
    probabilities, best = _log_probs(model, [ids])[0, gap].exp().topk(k)
    return [(tokenizer.decode([t]).strip(), p) for p, t in zip(probabilities.tolist(), best.tolist())]
