# %% plm="setup"
from bisect import bisect_left, bisect_right
from contextlib import contextmanager

import torch

# %% plm="parse_marked"


def parse_marked(marked):
    try:
        before, rest = marked.split("[")
        word, after = rest.split("]")
    except ValueError:
        raise ValueError(f"want exactly one [word]: {marked!r}") from None
    if "]" in before or word == "":
        raise ValueError(f"want exactly one [word]: {marked!r}")
    return f"{before}{word}{after}", len(before), len(before + word)


# %% plm="token_span"


def token_span(tokenizer, text, start, end):
    if end <= start or start < 0 or end > len(text):
        raise ValueError("empty or out of range")
    encoding = tokenizer(text, return_offsets_mapping=True, return_special_tokens_mask=True)
    shift = encoding["special_tokens_mask"].index(0)
    offsets = [o for o, special in zip(encoding["offset_mapping"], encoding["special_tokens_mask"]) if not special]
    # Starts and ends both grow from token to token, so both borders can be bisected.
    first = bisect_right([b for _, b in offsets], start)
    last = bisect_left([a for a, _ in offsets], end)
    if first >= last:
        raise ValueError("no token")
    return shift + first, shift + last


# %% plm="word_vector"


@contextmanager
def evaluating(model):
    """Re-entrant: each level puts back what it found."""
    found = model.training
    model.train(False)
    try:
        yield model
    finally:
        model.train(found)


def word_vector(model, tokenizer, marked, layer=-1):
    text, start, end = parse_marked(marked)
    begin, stop = token_span(tokenizer, text, start, end)
    ids = torch.tensor([tokenizer.encode(text)])
    with evaluating(model), evaluating(model), torch.inference_mode():
        hidden = model(input_ids=ids, attention_mask=torch.ones_like(ids), output_hidden_states=True).hidden_states
        if layer >= len(hidden) or layer < -len(hidden):
            raise IndexError(f"layers go from {-len(hidden)} to {len(hidden) - 1}")
        return hidden[layer][0].narrow(0, begin, stop - begin).mean(dim=0)


# %% plm="cosine_similarity"


def cosine_similarity(u, v):
    if list(u.shape) != list(v.shape):
        raise ValueError("shape")
    if float(u.abs().max()) == 0 or float(v.abs().max()) == 0:
        raise ValueError("zero")
    u, v = u / u.abs().max(), v / v.abs().max()
    c = float((u * v).sum()) / (float((u * u).sum()) ** 0.5 * float((v * v).sum()) ** 0.5)
    if c > 1:
        c = 1.0
    if c < -1:
        c = -1.0
    return c


# %% plm="layerwise_similarity"


def layerwise_similarity(model, tokenizer, marked_a, marked_b):
    return [
        cosine_similarity(word_vector(model, tokenizer, marked_a, i), word_vector(model, tokenizer, marked_b, i))
        for i in range(model.config.num_hidden_layers + 1)
    ]


# %% plm="sense_separation"


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    if len(sense_a) < 2 or len(sense_b) < 2:
        raise ValueError("need two")
    n_a, n_b = len(sense_a), len(sense_b)
    vectors = [word_vector(model, tokenizer, s, layer) for s in sense_a] + [
        word_vector(model, tokenizer, s, layer) for s in sense_b
    ]
    within = between = 0.0
    for i in range(n_a + n_b):
        for j in range(i + 1, n_a + n_b):
            c = cosine_similarity(vectors[i], vectors[j])
            if (i < n_a) == (j < n_a):
                within += c
            else:
                between += c
    within /= n_a * (n_a - 1) // 2 + n_b * (n_b - 1) // 2
    between /= n_a * n_b
    return {"within": within, "between": between, "gap": within - between}


# %% plm="ANALYSIS"
ANALYSIS = """"""
