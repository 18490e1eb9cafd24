"""Logits are returned instead of probabilities."""

FUNCTIONS = ('fill_mask',)
HINT = {
    "zh": '你返回的是对数（或 logits），不是概率。请先做 softmax。',
    "en": 'You return logarithms (or logits), not probabilities. Take the softmax first.',
}


def fill_mask(model, tokenizer, template, k=5):
    before, after = _split(template)
    ids = tokenizer(before + tokenizer.mask_token + after)["input_ids"]
    gap = ids.index(tokenizer.mask_token_id)
    probabilities, best = _log_probs(model, [ids])[0, gap].topk(k)
    return [(tokenizer.decode([t]).strip(), p) for p, t in zip(probabilities.tolist(), best.tolist())]
