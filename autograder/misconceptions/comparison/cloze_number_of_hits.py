"""A count instead of a share."""

FUNCTIONS = ('cloze_scores',)
HINT = {
    "zh": '`top1` 是比例，在 0 和 1 之间；你给的是个数。',
    "en": '`top1` is a share between 0 and 1; you give a count.',
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
    return {"hits": hits, "top1": float(sum(hits)), "topk": fmean(tops), "mean_logprob": fmean(logs)}
