"""Python numbers after the model: lists, loops and the random module (seeded from the generator, its own state kept apart)."""

import copy
import math
import random

import torch


def softmax(row, t):
    best = max(row)
    if t == 0:
        i = row.index(best)
        return [1.0 if j == i else 0.0 for j in range(len(row))]
    weights = [math.exp((z - best) / t) for z in row]
    total = math.fsum(weights)
    return [w / total for w in weights]


def nested(function, values):
    if values and isinstance(values[0], list):
        return [nested(function, v) for v in values]
    return function(values)


def temperature_probs(logits, temperature):
    if not math.isfinite(temperature) or temperature < 0:
        raise ValueError("temperature")
    return torch.tensor(nested(lambda row: softmax(row, temperature), logits.tolist()), dtype=torch.float64)


def sample_token(logits, temperature, generator=None):
    rng = random.Random(torch.randint(2**60, (), generator=generator).item())

    def draw(row):
        p = softmax(row, temperature)
        u, seen = rng.random(), 0.0
        for i, q in enumerate(p):
            seen += q
            if u < seen:
                return i
        return max(i for i, q in enumerate(p) if q > 0)

    return torch.tensor(nested(draw, logits.tolist()))


def entropy(probs):
    return torch.tensor(nested(lambda row: -math.fsum(p * math.log(p) for p in row if p > 0), torch.as_tensor(probs).tolist()))


def tokens(model, tokenizer, prompt, temperature, n, seed):
    if n < 0:
        raise ValueError("negative")
    words = tokenizer.tokenize(prompt)
    if len(words) == 0:
        raise ValueError("empty")
    context = tokenizer.convert_tokens_to_ids(words)
    still = copy.deepcopy(model).eval().requires_grad_(False)  # the caller's model is not touched at all
    rng = random.Random(seed)
    out = []
    for _ in range(n):
        window = (context + [token for token, _ in out])[-still.config.max_position_embeddings :]
        row = still(torch.tensor([window])).logits[0, -1].double().tolist()
        p = softmax(row, temperature)
        token = p.index(1.0) if temperature == 0 else rng.choices(range(len(p)), weights=p)[0]
        out.append((token, -math.fsum(q * math.log(q) for q in p if q > 0)))
        if token == tokenizer.eos_token_id:
            break
    return out


def generate(model, tokenizer, prompt, temperature, max_new_tokens=20, seed=0):
    path = tokens(model, tokenizer, prompt, temperature, max_new_tokens, seed)
    return tokenizer.decode([token for token, _ in path], skip_special_tokens=True)


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError
    seen = []
    for sequence in sequences:
        items = [x for x in sequence]
        for i in range(len(items)):
            if i + n <= len(items):
                seen.append(repr(items[i : i + n]))
    different = []
    for gram in sorted(seen):
        if not different or different[-1] != gram:
            different.append(gram)
    return len(different) / len(seen) if seen else 0.0


def temperature_sweep(model, tokenizer, prompt, temperatures=(0.1, 0.8, 1.5), samples=5, max_new_tokens=20, seed=0):
    result = {}
    for temperature in temperatures:
        paths = [tokens(model, tokenizer, prompt, temperature, max_new_tokens, seed + i) for i in range(samples)]
        texts = [tokenizer.decode([t for t, _ in path], skip_special_tokens=True) for path in paths]
        positions = sum(len(path) for path in paths)
        result[float(temperature)] = {
            "texts": texts,
            "distinct_1": distinct_n(texts, 1),
            "distinct_2": distinct_n(texts, 2),
            "mean_entropy": sum(h for path in paths for _, h in path) / positions if positions else 0.0,
        }
    return result


ANALYSIS = """"""
