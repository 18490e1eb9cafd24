# %% [markdown]
# NumPy for everything after the model; vectors are NumPy arrays.

# %% plm="setup"
import re

import numpy as np
import torch

# %% plm="parse_marked"


def parse_marked(marked):
    match = re.fullmatch(r"([^\[\]]*)\[([^\[\]]+)\]([^\[\]]*)", marked)
    if match is None:
        raise ValueError("exactly one [word] please")
    before, word, after = match.groups()
    return before + word + after, match.start(2) - 1, match.end(2) - 1


# %% plm="token_span"


def token_span(tokenizer, text, start, end):
    if start < 0 or end > len(text) or start >= end:
        raise ValueError("bad span")
    offsets = np.array(tokenizer(text, return_offsets_mapping=True)["offset_mapping"])
    overlap = np.minimum(offsets[:, 1], end) - np.maximum(offsets[:, 0], start)
    (hits,) = np.nonzero(overlap > 0)
    if hits.size == 0:
        raise ValueError("no token there")
    return int(hits[0]), int(hits[-1]) + 1


# %% plm="word_vector"


def all_layers(model, tokenizer, marked):
    """(layers + 1, hidden) array"""
    text, start, end = parse_marked(marked)
    first, last = token_span(tokenizer, text, start, end)
    mode = model.training
    model.eval()
    try:
        with torch.no_grad():
            states = model(**tokenizer(text, return_tensors="pt"), output_hidden_states=True)["hidden_states"]
    finally:
        model.train(mode)
    return np.stack([layer[0, first:last].numpy() for layer in states]).mean(axis=1)


def word_vector(model, tokenizer, marked, layer=-1):
    return all_layers(model, tokenizer, marked)[layer]


# %% plm="cosine_similarity"


def cosine_similarity(u, v):
    u, v = np.asarray(u, dtype=np.float64), np.asarray(v, dtype=np.float64)
    if u.shape != v.shape:
        raise ValueError("shapes differ")
    nu, nv = np.linalg.norm(u), np.linalg.norm(v)
    if nu == 0 or nv == 0:
        raise ValueError("zero vector")
    return float(np.clip(np.dot(u, v) / (nu * nv), -1, 1))


# %% plm="layerwise_similarity"


def layerwise_similarity(model, tokenizer, marked_a, marked_b):
    a, b = all_layers(model, tokenizer, marked_a), all_layers(model, tokenizer, marked_b)
    return list(map(cosine_similarity, a, b))


# %% plm="sense_separation"


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    if min(len(sense_a), len(sense_b)) < 2:
        raise ValueError("too few sentences")
    vectors = np.array([word_vector(model, tokenizer, s, layer) for s in [*sense_a, *sense_b]], dtype=np.float64)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    table = vectors @ vectors.T
    sense = np.array([0] * len(sense_a) + [1] * len(sense_b))
    same = sense[:, None] == sense[None, :]
    upper = np.triu(np.ones_like(same), k=1)
    within, between = table[same & upper].mean(), table[~same & upper].mean()
    return {"within": float(within), "between": float(between), "gap": float(within - between)}


# %% plm="ANALYSIS"
ANALYSIS = """"""
