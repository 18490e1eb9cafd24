"""The model is left in eval mode."""

FUNCTIONS = ('fill_mask',)
HINT = {
    "zh": '你把模型切到了 eval 模式却没有恢复：传入时是什么模式，返回时就应当是什么模式。',
    "en": 'You switched the model to eval mode and left it there: it must be left in the mode it came in.',
}


def fill_mask(model, tokenizer, template, k=5):
    model.eval()
    before, after = _split(template)
    ids = tokenizer(before + tokenizer.mask_token + after)["input_ids"]
    gap = ids.index(tokenizer.mask_token_id)
    probabilities, best = _log_probs(model, [ids])[0, gap].exp().topk(k)
    return [(tokenizer.decode([t]).strip(), p) for p, t in zip(probabilities.tolist(), best.tolist())]
