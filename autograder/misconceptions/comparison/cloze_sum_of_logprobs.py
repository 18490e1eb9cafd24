"""Summed instead of averaged."""

FUNCTIONS = ('cloze_scores',)
HINT = {
    "zh": '`mean_logprob` 是平均，你求的是总和。',
    "en": '`mean_logprob` is a mean; you take the sum.',
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
        logs.append(float(own.sum()))
    return {"hits": hits, "top1": fmean(hits), "topk": fmean(tops), "mean_logprob": sum(logs)}
