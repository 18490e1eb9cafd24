"""No error for no items."""

FUNCTIONS = ('cloze_scores',)
HINT = {
    "zh": '没有题时应当抛出 ValueError，你返回了 0。',
    "en": 'No items is a ValueError; you return zeros.',
}


def cloze_scores(model, tokenizer, items, k=5):
    if not items:
        return {"hits": [], "top1": 0.0, "topk": 0.0, "mean_logprob": 0.0}
    hits, tops, logs = [], [], []
    for item in items:
        positions, pieces, log_probs = _masked_word(model, tokenizer, item["template"], item["word"])
        own = log_probs[range(len(positions)), pieces]
        rank = (log_probs > own[:, None]).sum(dim=-1)
        hits.append(bool((rank < 1).all()))
        tops.append(bool((rank < k).all()))
        logs.append(float(own.sum()))
    return {"hits": hits, "top1": fmean(hits), "topk": fmean(tops), "mean_logprob": fmean(logs)}
