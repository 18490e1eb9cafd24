"""Only the first piece is looked at."""

FUNCTIONS = ('cloze_scores',)
HINT = {
    "zh": '你只看词的第一个词元。每个词元都要在它自己的位置上猜对。',
    "en": "You look at the word's first piece alone. Every piece must be right at its own position.",
}


def cloze_scores(model, tokenizer, items, k=5):
    if not items:
        raise ValueError("no items")
    hits, tops, logs = [], [], []
    for item in items:
        positions, pieces, log_probs = _masked_word(model, tokenizer, item["template"], item["word"])
        own = log_probs[range(len(positions)), pieces]
        rank = (log_probs > own[:, None]).sum(dim=-1)
        hits.append(bool(rank[0] < 1))
        tops.append(bool(rank[0] < k))
        logs.append(float(own.sum()))
    return {"hits": hits, "top1": fmean(hits), "topk": fmean(tops), "mean_logprob": fmean(logs)}
