"""One rank too many."""

FUNCTIONS = ('cloze_scores',)
HINT = {
    "zh": '差一名：第 k+1 名也被你算在前 k 名里了。',
    "en": 'Off by one: rank k + 1 counts as among the top k for you.',
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
        tops.append(bool((rank <= k).all()))
        logs.append(float(own.sum()))
    return {"hits": hits, "top1": fmean(hits), "topk": fmean(tops), "mean_logprob": fmean(logs)}
