# %% [markdown]
# Inverse transform sampling in float64: one uniform number a row, looked up in the cumulative distribution. Helpers everywhere.

# %% plm="setup"
import math
from collections import Counter

import torch
import torch.nn.functional as F

# %% plm="temperature_probs"


def check_temperature(temperature):
    if isinstance(temperature, float) and (math.isnan(temperature) or math.isinf(temperature)):
        raise ValueError("temperature must be finite")
    if temperature < 0:
        raise ValueError("temperature must not be negative")


def greedy(logits):
    top = logits == logits.max(dim=-1, keepdim=True).values
    first = top & (top.cumsum(dim=-1) == 1)
    return first.to(torch.float64)


def temperature_probs(logits, temperature):
    check_temperature(temperature)
    if temperature == 0:
        return greedy(logits)
    return F.softmax(logits.double() / temperature, dim=-1)


# %% plm="sample_token"


def sample_token(logits, temperature, generator=None):
    cdf = torch.cumsum(temperature_probs(logits, temperature), dim=-1)
    cdf = cdf / cdf[..., -1:]
    u = torch.rand(cdf.shape[:-1] + (1,), dtype=torch.float64, generator=generator)
    return torch.searchsorted(cdf.contiguous(), u, right=True)[..., 0]


# %% plm="entropy"


def entropy(probs):
    return torch.special.xlogy(probs, probs).sum(dim=-1).neg()


# %% plm="generate"


def prompt_tokens(tokenizer, prompt):
    if not prompt:
        raise ValueError("empty prompt")
    enc = tokenizer(prompt, return_tensors="pt", return_special_tokens_mask=True)
    ids, special = enc["input_ids"], enc["special_tokens_mask"][0]
    keep = ids.shape[1]
    while keep and special[keep - 1]:
        keep -= 1
    return ids[:, :keep]


def one_text(model, tokenizer, prompt, temperature, max_new_tokens, seed, log=None):
    if max_new_tokens < 0:
        raise ValueError
    ids = prompt_tokens(tokenizer, prompt)
    start = ids.shape[1]
    gen = torch.Generator(device="cpu")
    gen.manual_seed(seed)
    limit = model.config.max_position_embeddings
    training = model.training
    if training:
        model.eval()
    try:
        for _ in range(max_new_tokens):
            context = ids[:, -limit:]
            with torch.no_grad():
                out = model(context, attention_mask=torch.ones_like(context))
            logits = out.logits[:, -1]
            if log is not None:
                log.extend(entropy(temperature_probs(logits, temperature)).tolist())
            nxt = sample_token(logits, temperature, gen)
            ids = torch.cat([ids, nxt[:, None]], dim=1)
            if nxt.item() == tokenizer.eos_token_id:
                break
    finally:
        if training:
            model.train()
    return tokenizer.batch_decode(ids[:, start:], skip_special_tokens=True)[0]


def generate(model, tokenizer, prompt, temperature, max_new_tokens=20, seed=0):
    return one_text(model, tokenizer, prompt, temperature, max_new_tokens, seed)


# %% plm="distinct_n"


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError(n)
    counts = Counter()
    for s in sequences:
        counts.update(tuple(s[i : i + n]) for i in range(max(0, len(s) - n + 1)))
    return len(counts) / sum(counts.values()) if counts else 0.0


# %% plm="temperature_sweep"


def temperature_sweep(model, tokenizer, prompt, temperatures=(0.1, 0.8, 1.5), samples=5, max_new_tokens=20, seed=0):
    results = {}
    for temperature in temperatures:
        log = []
        texts = [
            one_text(model, tokenizer, prompt, temperature, max_new_tokens, seed + i, log) for i in range(samples)
        ]
        results[temperature] = {
            "texts": texts,
            "distinct_1": distinct_n(texts, 1),
            "distinct_2": distinct_n(texts, 2),
            "mean_entropy": math.fsum(log) / len(log) if log else 0.0,
        }
    return results


# %% plm="ANALYSIS"
ANALYSIS = """"""
