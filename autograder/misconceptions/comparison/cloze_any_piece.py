"""One right piece is enough."""

FUNCTIONS = ('cloze_scores',)
HINT = {
    "zh": '几个词元的词：你只要有一个词元对就算对。每一个都要对。',
    "en": 'A word of several pieces: one right piece is enough for you. Every piece must be right.',
}


def cloze_scores(model, tokenizer, items, k=5):
    if not items:
        raise ValueError("no items")
    hits, tops, logs = [], [], []
    for item in items:
        positions, pieces, log_probs = _masked_word(model, tokenizer, item["template"], item["word"])
        own = log_probs[range(len(positions)), pieces]
        rank = (log_probs > own[:, None]).sum(dim=-1)
        hits.append(bool((rank < 1).any()))
        tops.append(bool((rank < k).any()))
        logs.append(float(own.sum()))
    return {"hits": hits, "top1": fmean(hits), "topk": fmean(tops), "mean_logprob": fmean(logs)}
