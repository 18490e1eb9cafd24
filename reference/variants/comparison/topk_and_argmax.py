"""Hits by argmax and topk on float32 logits; a class holds model and tokenizer; pass-through of generator expressions."""
import math

import torch


class Scorer:
    def __init__(self, model, tokenizer):
        self.model, self.tokenizer = model, tokenizer

    @torch.no_grad()
    def logits(self, ids):
        before = self.model.training
        try:
            return self.model.eval()(input_ids=ids).logits
        finally:
            self.model.train(before)

    def gap(self, template):
        pieces = template.split("{mask}")
        if len(pieces) != 2:
            raise ValueError("{mask} must be there once")
        return pieces

    def word(self, template, word):
        left, right = self.gap(template)
        enc = self.tokenizer(left + word + right, return_offsets_mapping=True, return_tensors="pt")
        start = enc["offset_mapping"][0, :, 0]
        end = enc["offset_mapping"][0, :, 1]
        inside = (start < len(left) + len(word)) & (end > len(left))
        ids = enc["input_ids"]
        masked = ids.masked_fill(inside[None], self.tokenizer.mask_token_id)
        return self.logits(masked)[0][inside], ids[0][inside]


def fill_mask(model, tokenizer, template, k=5):
    scorer = Scorer(model, tokenizer)
    left, right = scorer.gap(template)
    enc = tokenizer(left + tokenizer.mask_token + right, return_tensors="pt")
    row = scorer.logits(enc["input_ids"])[enc["input_ids"] == tokenizer.mask_token_id][0]
    best = torch.topk(torch.softmax(row, 0), k)
    return list(zip((tokenizer.decode([i]).strip() for i in best.indices.tolist()), best.values.tolist()))


def word_logprob(model, tokenizer, template, word):
    logits, ids = Scorer(model, tokenizer).word(template, word)
    return -torch.nn.functional.cross_entropy(logits, ids, reduction="sum").item()


def pseudo_log_likelihood(model, tokenizer, text):
    scorer = Scorer(model, tokenizer)
    ids = tokenizer(text, return_tensors="pt")["input_ids"]
    special = tokenizer.get_special_tokens_mask(ids[0].tolist(), already_has_special_tokens=True)
    total, n = 0.0, 0
    for i in range(ids.shape[1]):
        if special[i]:
            continue
        masked = ids.clone()
        masked[0, i] = tokenizer.mask_token_id
        total += torch.log_softmax(scorer.logits(masked)[0, i].double(), -1)[ids[0, i]].item()
        n += 1
    if n == 0:
        raise ValueError("no tokens in the text")
    return total, n


def pseudo_perplexity(model, tokenizer, text):
    pll, n = pseudo_log_likelihood(model, tokenizer, text)
    return torch.exp(torch.tensor(-pll / n, dtype=torch.float64)).item()


def bits_per_character(model, tokenizer, text):
    return -math.log2(math.e) * pseudo_log_likelihood(model, tokenizer, text)[0] / len(text)


def cloze_scores(model, tokenizer, items, k=5):
    if not items:
        raise ValueError("items must not be empty")
    scorer = Scorer(model, tokenizer)
    hits, topk, total = [], [], []
    for item in items:
        logits, ids = scorer.word(item["template"], item["word"])
        hits.append(torch.equal(logits.argmax(-1), ids))
        near = logits.topk(min(k, logits.shape[-1]), -1).indices
        topk.append(bool((near == ids[:, None]).any(-1).all()))
        total.append(logits.log_softmax(-1).gather(-1, ids[:, None]).sum().item())
    n = len(items)
    return {"hits": hits, "top1": hits.count(True) / n, "topk": topk.count(True) / n, "mean_logprob": math.fsum(total) / n}


def mcnemar_exact(hits_a, hits_b):
    if len(hits_a) != len(hits_b):
        raise ValueError("unequal lengths")
    if not len(hits_a):
        raise ValueError("no items")
    b = sum(1 for x, y in zip(hits_a, hits_b) if x > y)
    c = sum(1 for x, y in zip(hits_a, hits_b) if x < y)
    n, m = b + c, min(b, c)
    logs = (math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) - n * math.log(2) for i in range(m + 1))
    return min(1.0, 2 * sum(map(math.exp, logs)))


def compare_models(models, items, texts, k=5):
    if len(models) != 2:
        raise ValueError("exactly two models are compared")
    names = list(models)
    scores = [cloze_scores(*models[name], items, k) for name in names]
    report = {"p_value": mcnemar_exact(scores[0]["hits"], scores[1]["hits"])}
    for name, score in zip(names, scores):
        nats = math.fsum(pseudo_log_likelihood(*models[name], text)[0] for text in texts)
        report[name] = {"top1": score["top1"], "topk": score["topk"], "bits_per_character": -nats / math.log(2) / sum(len(t) for t in texts)}
    return report
