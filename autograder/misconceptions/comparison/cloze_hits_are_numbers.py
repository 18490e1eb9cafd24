"""Hits are 0 and 1."""

FUNCTIONS = ('cloze_scores',)
HINT = {
    "zh": '`hits` 应当是 `bool` 的列表，你给的是 0 和 1。',
    "en": '`hits` is a list of `bool`; yours are 0 and 1.',
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
    return {"hits": [int(hit) for hit in hits], "top1": fmean(hits), "topk": fmean(tops), "mean_logprob": fmean(logs)}
