"""Probabilities are divided by the sum of the k best."""

FUNCTIONS = ('fill_mask',)
HINT = {
    "zh": '你的概率加起来恰好是 1：softmax 只在前 k 个上做了。概率应当是对整个词表的，前 k 个之和小于 1。',
    "en": 'Your probabilities add up to exactly 1: the softmax was taken over the k best. They are over the whole vocabulary, so that the k best sum to less than 1.',
}


def fill_mask(model, tokenizer, template, k=5):
    before, after = _split(template)
    ids = tokenizer(before + tokenizer.mask_token + after)["input_ids"]
    gap = ids.index(tokenizer.mask_token_id)
    probabilities, best = _log_probs(model, [ids])[0, gap].exp().topk(k)
    return [(tokenizer.decode([t]).strip(), p / sum(probabilities.tolist())) for p, t in zip(probabilities.tolist(), best.tolist())]
