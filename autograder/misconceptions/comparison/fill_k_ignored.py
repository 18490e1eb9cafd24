"""Always five guesses."""

FUNCTIONS = ('fill_mask',)
HINT = {
    "zh": '不管 k 是多少，你都给出 5 个。把 k 用上。',
    "en": 'You give 5 guesses whatever k is. Use k.',
}


def fill_mask(model, tokenizer, template, k=5):
    before, after = _split(template)
    ids = tokenizer(before + tokenizer.mask_token + after)["input_ids"]
    gap = ids.index(tokenizer.mask_token_id)
    probabilities, best = _log_probs(model, [ids])[0, gap].exp().topk(5)
    return [(tokenizer.decode([t]).strip(), p) for p, t in zip(probabilities.tolist(), best.tolist())]
