"""Functions built on one another; results carry more than was asked for."""
import math

import torch

MARK = "{mask}"


def _probs(model, ids):
    training = model.training
    model.train(False)
    with torch.no_grad():
        out = torch.softmax(model(**{"input_ids": torch.as_tensor([ids])}).logits[0].to(torch.float64), dim=1)
    model.train(training)
    return out


def _fill(template, what):
    if template.count(MARK) != 1:
        raise ValueError("the template needs one " + MARK)
    return template.replace(MARK, what)


def fill_mask(model, tokenizer, template, k=5):
    ids = tokenizer(_fill(template, tokenizer.mask_token)).input_ids
    p = _probs(model, ids)[ids.index(tokenizer.mask_token_id)]
    order = torch.argsort(p, descending=True)[:k].tolist()
    return tuple((tokenizer.decode([t]).strip(), float(p[t])) for t in order)


def _pieces(tokenizer, template, word):
    text, start = _fill(template, word), template.index(MARK)
    enc = tokenizer(text, return_offsets_mapping=True)
    here = set(range(start, start + len(word)))
    spots = [i for i, (a, b) in enumerate(enc.offset_mapping) if here & set(range(a, b))]
    return enc.input_ids, spots


def _masked(tokenizer, ids, spots):
    ids = list(ids)
    for i in spots:
        ids[i] = tokenizer.mask_token_id
    return ids


def word_logprob(model, tokenizer, template, word):
    ids, spots = _pieces(tokenizer, template, word)
    p = _probs(model, _masked(tokenizer, ids, spots))
    return math.fsum(math.log(p[i, ids[i]]) for i in spots)


def pseudo_log_likelihood(model, tokenizer, text):
    enc = tokenizer(text, return_special_tokens_mask=True)
    spots = [i for i, s in enumerate(enc.special_tokens_mask) if s == 0]
    if not spots:
        raise ValueError("an empty text has no likelihood")
    logs = [math.log(_probs(model, _masked(tokenizer, enc.input_ids, [i]))[i, enc.input_ids[i]]) for i in spots]
    return [math.fsum(logs), len(logs)]


def pseudo_perplexity(model, tokenizer, text):
    return 2 ** (-pseudo_log_likelihood(model, tokenizer, text)[0] / math.log(2) / pseudo_log_likelihood(model, tokenizer, text)[1])


def bits_per_character(model, tokenizer, text):
    pll, n = pseudo_log_likelihood(model, tokenizer, text)
    return math.log2(pseudo_perplexity(model, tokenizer, text)) * n / len(text)


def cloze_scores(model, tokenizer, items, k=5):
    if len(items) == 0:
        raise ValueError("no items")
    hits, topk = [], []
    for item in items:
        ids, spots = _pieces(tokenizer, item["template"], item["word"])
        p = _probs(model, _masked(tokenizer, ids, spots))
        best = {i: torch.argsort(p[i], descending=True).tolist() for i in spots}
        hits.append(all(best[i][0] == ids[i] for i in spots))
        topk.append(all(ids[i] in best[i][:k] for i in spots))
    logs = [word_logprob(model, tokenizer, item["template"], item["word"]) for item in items]
    n = len(items)
    return {"hits": hits, "top1": sum(hits) / n, "topk": sum(topk) / n, "mean_logprob": sum(logs) / n, "count": n}


def mcnemar_exact(hits_a, hits_b):
    if len(hits_a) != len(hits_b) or len(hits_a) == 0:
        raise ValueError("pairs of hits are needed")
    b = sum(bool(x) & (not y) for x, y in zip(hits_a, hits_b))
    c = sum(bool(y) & (not x) for x, y in zip(hits_a, hits_b))
    if b == c:
        return 1.0
    n = b + c
    return sum(math.comb(n, i) for i in range(n + 1) if abs(2 * i - n) >= abs(b - c)) / 2**n


def compare_models(models, items, texts, k=5):
    if len(models) != 2:
        raise ValueError("two!")
    out = {}
    for name, (model, tokenizer) in models.items():
        s = cloze_scores(model, tokenizer, items, k)
        joined = -sum(pseudo_log_likelihood(model, tokenizer, t)[0] for t in texts) / math.log(2)
        out[name] = {**s, "bits_per_character": joined / len("".join(texts))}
    one, two = out.values()
    out["p_value"] = mcnemar_exact(one["hits"], two["hits"])
    return out
