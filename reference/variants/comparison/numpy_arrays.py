"""NumPy from the logits on; tokens found by token_to_chars; all masked rows of a text in one padded-free batch."""
import math
from fractions import Fraction

import numpy as np
import torch


class Evaluating:
    def __init__(self, model):
        self.model = model

    def __enter__(self):
        self.modes = {m: m.training for m in self.model.modules()}
        self.model.eval()
        self.grad = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *a):
        torch.set_grad_enabled(self.grad)
        for m, mode in self.modes.items():
            m.training = mode


def logsoftmax(x):
    x = x - x.max(axis=-1, keepdims=True)
    return x - np.log(np.exp(x).sum(axis=-1, keepdims=True))


def forward(model, batch):
    with Evaluating(model):
        out = model(input_ids=torch.from_numpy(np.asarray(batch, dtype=np.int64)))
    return logsoftmax(out.logits.numpy().astype(np.float64))


def around(template):
    before, marker, after = template.partition("{mask}")
    if not marker or "{mask}" in after:
        raise ValueError(f"one {{mask}} in {template!r}, please")
    return before, after


def fill_mask(model, tokenizer, template, k=5):
    before, after = around(template)
    ids = np.array(tokenizer(f"{before}{tokenizer.mask_token}{after}")["input_ids"])
    p = np.exp(forward(model, ids[None])[0, int(np.flatnonzero(ids == tokenizer.mask_token_id)[0])])
    best = np.argsort(-p, kind="stable")[:k]
    return [(tokenizer.decode([int(t)]).strip(), float(p[t])) for t in best]


def gap(model, tokenizer, item):
    before, after = around(item["template"])
    enc = tokenizer(before + item["word"] + after)
    lo, hi = len(before), len(before) + len(item["word"])
    spots = []
    for i in range(len(enc["input_ids"])):
        chars = enc.token_to_chars(i)
        if chars is not None and chars.start < hi and chars.end > lo:
            spots.append(i)
    ids = np.array(enc["input_ids"])
    masked = ids.copy()
    masked[spots] = tokenizer.mask_token_id
    table = forward(model, masked[None])[0][spots]
    own = table[np.arange(len(spots)), ids[spots]]
    return own, (table > own[:, None]).sum(axis=1)


def word_logprob(model, tokenizer, template, word):
    own, _ = gap(model, tokenizer, {"template": template, "word": word})
    return own.sum().item()


def pseudo_log_likelihood(model, tokenizer, text):
    enc = tokenizer(text, return_special_tokens_mask=True, return_tensors="np")
    ids, special = enc["input_ids"][0], enc["special_tokens_mask"][0]
    spots = np.flatnonzero(special == 0)
    if spots.size == 0:
        raise ValueError("no token")
    batch = np.repeat(ids[None], len(spots), axis=0)
    batch[np.arange(len(spots)), spots] = tokenizer.mask_token_id
    logs = forward(model, batch)
    return float(logs[np.arange(len(spots)), spots, ids[spots]].sum()), int(spots.size)


def pseudo_perplexity(model, tokenizer, text):
    total, count = pseudo_log_likelihood(model, tokenizer, text)
    return float(np.exp(-total / count))


def bits_per_character(model, tokenizer, text):
    return -pseudo_log_likelihood(model, tokenizer, text)[0] / math.log(2) / len(text)


def cloze_scores(model, tokenizer, items, k=5):
    if not items:
        raise ValueError("no items")
    found = [gap(model, tokenizer, item) for item in items]
    hits = [bool(np.all(rank == 0)) for _, rank in found]
    return {
        "hits": hits,
        "top1": float(np.mean(hits)),
        "topk": float(np.mean([np.all(rank < k) for _, rank in found])),
        "mean_logprob": float(np.mean([own.sum() for own, _ in found])),
    }


def mcnemar_exact(hits_a, hits_b):
    a, b = np.asarray(hits_a, dtype=bool), np.asarray(hits_b, dtype=bool)
    if a.shape != b.shape or a.size == 0:
        raise ValueError("hits on the same items")
    n01, n10 = int(np.sum(a & ~b)), int(np.sum(~a & b))
    n = n01 + n10
    p = 2 * sum(Fraction(math.comb(n, i), 2 ** n) for i in range(min(n01, n10) + 1))
    return float(min(Fraction(1), p))


def compare_models(models, items, texts, k=5):
    try:
        (first, a), (second, b) = models.items()
    except ValueError:
        raise ValueError("exactly two models") from None
    characters = sum(map(len, texts))
    result, hits = {}, {}
    for name, pair in ((first, a), (second, b)):
        scores = cloze_scores(*pair, items, k=k)
        hits[name] = scores["hits"]
        nats = sum(pseudo_log_likelihood(*pair, text)[0] for text in texts)
        result[name] = {"top1": scores["top1"], "topk": scores["topk"], "bits_per_character": -nats / np.log(2) / characters}
    result["p_value"] = mcnemar_exact(hits[first], hits[second])
    return result
