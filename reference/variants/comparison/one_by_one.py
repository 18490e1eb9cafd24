"""Plain loops, one forward pass at a time, the softmax by hand in Python floats."""
import math

import torch


def _run(model, ids):
    mode = model.training
    model.eval()
    with torch.inference_mode():
        rows = model(torch.tensor([ids])).logits[0].tolist()
    if mode:
        model.train()
    return rows


def _logprobs(row):
    top = max(row)
    total = sum(math.exp(x - top) for x in row)
    return [x - top - math.log(total) for x in row]


def _cut(template):
    if template.count("{mask}") != 1:
        raise ValueError("exactly one {mask} please")
    i = template.index("{mask}")
    return template[:i], template[i + 6:]


def fill_mask(model, tokenizer, template, k=5):
    left, right = _cut(template)
    ids = tokenizer.encode(left + tokenizer.mask_token + right)
    where = [i for i, t in enumerate(ids) if t == tokenizer.mask_token_id][0]
    logs = _logprobs(_run(model, ids)[where])
    order = sorted(range(len(logs)), key=lambda t: -logs[t])[:k]
    return [[tokenizer.decode([t]).strip(), math.exp(logs[t])] for t in order]


def _word(model, tokenizer, template, word):
    left, right = _cut(template)
    enc = tokenizer(left + word + right, return_offsets_mapping=True)
    a, b = len(left), len(left + word)
    spots = []
    for i, (s, e) in enumerate(enc["offset_mapping"]):
        if max(s, a) < min(e, b):
            spots.append(i)
    ids = enc["input_ids"]
    hidden = [tokenizer.mask_token_id if i in spots else t for i, t in enumerate(ids)]
    out = _run(model, hidden)
    return [(ids[i], _logprobs(out[i])) for i in spots]


def word_logprob(model, tokenizer, template, word):
    total = 0.0
    for token, logs in _word(model, tokenizer, template, word):
        total += logs[token]
    return total


def pseudo_log_likelihood(model, tokenizer, text):
    bare = tokenizer(text, add_special_tokens=False)["input_ids"]
    if len(bare) == 0:
        raise ValueError("nothing to score")
    ids = tokenizer(text)["input_ids"]
    first = next(i for i in range(len(ids)) if ids[i:i + len(bare)] == bare)
    total = 0.0
    for i in range(first, first + len(bare)):
        masked = list(ids)
        masked[i] = tokenizer.mask_token_id
        total += _logprobs(_run(model, masked)[i])[ids[i]]
    return total, len(bare)


def pseudo_perplexity(model, tokenizer, text):
    pll, n = pseudo_log_likelihood(model, tokenizer, text)
    return math.e ** (-pll / n)


def bits_per_character(model, tokenizer, text):
    pll, _ = pseudo_log_likelihood(model, tokenizer, text)
    return -pll * math.log2(math.e) / len(text)


def cloze_scores(model, tokenizer, items, k=5):
    if len(items) < 1:
        raise ValueError("no items")
    hits, within, logs = [], 0, 0.0
    for item in items:
        hit = inside = True
        for token, row in _word(model, tokenizer, item["template"], item["word"]):
            better = sum(x > row[token] for x in row)
            hit = hit and better == 0
            inside = inside and better < k
            logs += row[token]
        hits.append(hit)
        within += inside
    n = len(items)
    return {"mean_logprob": logs / n, "topk": within / n, "top1": sum(hits) / n, "hits": hits}


def mcnemar_exact(hits_a, hits_b):
    if not hits_a or len(hits_a) != len(hits_b):
        raise ValueError("need pairs")
    b = c = 0
    for x, y in zip(hits_a, hits_b):
        if x and not y:
            b += 1
        if y and not x:
            c += 1
    n, small = b + c, min(b, c)
    if n == 0:
        return 1.0
    term, tail = 0.5 ** n, 0.0
    for i in range(small + 1):
        tail += term
        term = term * (n - i) / (i + 1)
    return min(1.0, 2 * tail)


def compare_models(models, items, texts, k=5):
    if len(models) != 2:
        raise ValueError("two models")
    out, hits = {}, []
    for name in models:
        model, tokenizer = models[name]
        s = cloze_scores(model, tokenizer, items, k)
        hits.append(s["hits"])
        bits = sum(bits_per_character(model, tokenizer, t) * len(t) for t in texts) / sum(len(t) for t in texts)
        out[name] = dict(top1=s["top1"], topk=s["topk"], bits_per_character=bits)
    out["p_value"] = mcnemar_exact(*hits)
    return out


ANALYSIS = ""
