"""Always the top five."""

FUNCTIONS = ('cloze_scores',)
HINT = {
    "zh": '不管 k 是多少，你都用前 5 名。把 k 用上。',
    "en": 'You use the top 5 whatever k is. Use k.',
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
        tops.append(bool((rank < 5).all()))
        logs.append(float(own.sum()))
    return {"hits": hits, "top1": fmean(hits), "topk": fmean(tops), "mean_logprob": fmean(logs)}
