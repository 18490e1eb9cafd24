"""The mean is over pieces."""

FUNCTIONS = ('cloze_scores',)
HINT = {
    "zh": '`mean_logprob` 是 `word_logprob` 的平均，一题一个数；你先在词元之间平均了。',
    "en": '`mean_logprob` is the mean of `word_logprob`, one number an item; you average over pieces first.',
}


def cloze_scores(model, tokenizer, items, k=5):
    if not items:
        raise ValueError("no items")
    hits, tops, logs = [], [], []
    for item in items:
        positions, pieces, log_probs = _masked_word(model, tokenizer, item["template"], item["word"])
        own = log_probs[range(len(positions)), pieces]
        rank = (log_probs > own[:, None]).sum(dim=-1)
        hits.append(bool((rank < 1).all()))
        tops.append(bool((rank < k).all()))
        logs.append(float(own.mean()))
    return {"hits": hits, "top1": fmean(hits), "topk": fmean(tops), "mean_logprob": fmean(logs)}
