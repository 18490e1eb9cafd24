# %% [markdown]
# Generation with cached keys and values: after the first step only the new token is fed, until the positions are used up; from then
# on the window moves and every position changes, so the whole window is computed again.

# %% plm="setup"
import math
from statistics import mean

import torch

# %% plm="temperature_probs"


def temperature_probs(logits, temperature):
    if temperature != temperature or temperature in (math.inf, -math.inf) or temperature < 0:
        raise ValueError
    values, where = logits.float().max(dim=-1, keepdim=True)
    if temperature == 0:
        best = logits.argmax(dim=-1, keepdim=True)
        return (torch.arange(logits.shape[-1]) == best).float()
    powers = torch.exp((logits - values) / temperature)
    return powers / powers.sum(dim=-1, keepdim=True)


# %% plm="sample_token"


def sample_token(logits, temperature, generator=None):
    # a race of exponential clocks: the token whose clock rings first has been drawn with probability p
    probs = temperature_probs(logits, temperature)
    clocks = torch.empty_like(probs).exponential_(generator=generator)
    return torch.where(probs > 0, clocks / probs, math.inf).argmin(dim=-1)


# %% plm="entropy"


def entropy(probs):
    p = probs.clamp_min(1e-45)
    return -(probs * p.log()).sum(dim=-1)


# %% plm="generate"


class Reader:
    """Feeds a model as little as possible."""

    def __init__(self, model):
        self.model, self.limit = model, model.config.max_position_embeddings
        self.cache, self.seen = None, 0

    def next(self, ids):
        if self.cache is not None and self.seen + 1 == len(ids) <= self.limit:
            out = self.model(torch.tensor([ids[-1:]]), past_key_values=self.cache, use_cache=True)
        else:
            out = self.model(torch.tensor([ids[-self.limit :]]), use_cache=True)
        self.cache, self.seen = out.past_key_values, min(len(ids), self.limit) if len(ids) <= self.limit else -1
        return out.logits[0, -1]


def write(model, tokenizer, prompt, temperature, max_new_tokens, seed):
    """the text, and its entropies"""
    if max_new_tokens < 0:
        raise ValueError("length")
    inner = tokenizer(prompt, add_special_tokens=False)["input_ids"]
    if not inner:
        raise ValueError("prompt")
    first = [tokenizer.cls_token_id] if tokenizer.cls_token_id is not None else []
    ids, g, h = first + inner, torch.Generator().manual_seed(seed), []
    start = len(ids)
    mode = model.training
    model.eval()
    reader = Reader(model)
    try:
        with torch.no_grad():
            while len(ids) - start < max_new_tokens:
                logits = reader.next(ids)
                h.append(float(entropy(temperature_probs(logits, temperature))))
                ids.append(int(sample_token(logits, temperature, g)))
                if ids[-1] == tokenizer.eos_token_id:
                    break
    finally:
        model.train(mode)
    return tokenizer.decode(ids[start:], skip_special_tokens=True), h


def generate(model, tokenizer, prompt, temperature, max_new_tokens=20, seed=0):
    return write(model, tokenizer, prompt, temperature, max_new_tokens, seed)[0]


# %% plm="distinct_n"


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError
    grams = {}
    for s in sequences:
        for i in range(len(s) - n + 1):
            key = tuple(s[i : i + n])
            grams[key] = grams.get(key, 0) + 1
    total = sum(grams.values())
    return 0.0 if total == 0 else len(grams) / total


# %% plm="temperature_sweep"


def temperature_sweep(model, tokenizer, prompt, temperatures=(0.1, 0.8, 1.5), samples=5, max_new_tokens=20, seed=0):
    answer = dict()
    for t in temperatures:
        both = [write(model, tokenizer, prompt, t, max_new_tokens, s) for s in range(seed, seed + samples)]
        texts = [b[0] for b in both]
        flat = [x for b in both for x in b[1]]
        answer[t] = {
            "mean_entropy": mean(flat) if flat else 0.0,
            "distinct_2": distinct_n(texts, 2),
            "distinct_1": distinct_n(texts, 1),
            "texts": texts,
        }
    return answer


# %% plm="ANALYSIS"
ANALYSIS = """"""
