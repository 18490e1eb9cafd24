# %% plm="setup"
from functools import reduce
from operator import add

import torch

print("recursion instead of loops")

# %% plm="parse_marked"


def parse_marked(marked):
    def read(rest, text, marks):
        if rest == "":
            return text, marks
        head, tail = rest[0], rest[1:]
        return read(tail, text, marks + ((head, len(text)),)) if head in ("[", "]") else read(tail, text + head, marks)

    text, marks = read(marked, "", ())
    if tuple(kind for kind, _ in marks) != ("[", "]"):
        raise ValueError("one [ and then one ]")
    (_, start), (_, end) = marks
    if start == end:
        raise ValueError("empty")
    return text, start, end


# %% plm="token_span"


def token_span(tokenizer, text, start, end):
    if not 0 <= start < end <= len(text):
        raise ValueError("span")
    offsets = tokenizer(text, return_offsets_mapping=True).offset_mapping

    def find(i, step):
        if i < 0 or i >= len(offsets):
            raise ValueError("no token")
        a, b = offsets[i]
        return i if a < end and b > start else find(i + step, step)

    return find(0, +1), find(len(offsets) - 1, -1) + 1


# %% plm="word_vector"


def evaluated(model, do):
    if not model.training:
        return do()
    model.eval()
    try:
        return evaluated(model, do)
    finally:
        model.train()


def word_vector(model, tokenizer, marked, layer=-1):
    text, start, end = parse_marked(marked)
    first, last = token_span(tokenizer, text, start, end)
    inputs = tokenizer(text, return_tensors="pt")
    states = evaluated(model, lambda: model(output_hidden_states=True, **inputs).hidden_states)
    # differentiable so far; detached here, so that no gradient is tracked in what is returned
    return reduce(add, states[layer][0, first:last].detach()).div(last - first)


# %% plm="cosine_similarity"


def cosine_similarity(u, v):
    if u.shape != v.shape:
        raise ValueError("shapes")
    u, v = u.to(torch.float64), v.to(torch.float64)
    norm = torch.sqrt(torch.sum(u**2)) * torch.sqrt(torch.sum(v**2))
    if norm.item() == 0.0:
        raise ValueError("zero")
    return torch.clamp(torch.sum(u * v) / norm, min=-1.0, max=1.0).item()


# %% plm="layerwise_similarity"


def layerwise_similarity(model, tokenizer, marked_a, marked_b):
    def upwards(layer):
        if layer > model.config.num_hidden_layers:
            return []
        u, v = (word_vector(model, tokenizer, m, layer=layer) for m in (marked_a, marked_b))
        return [cosine_similarity(u, v), *upwards(layer + 1)]

    return upwards(0)


# %% plm="sense_separation"


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    def pairs(items):
        return [] if not items else [(items[0], other) for other in items[1:]] + pairs(items[1:])

    def mean(values):
        return reduce(add, values) / len(values)

    if len(sense_a) < 2 or len(sense_b) < 2:
        raise ValueError("two of each")
    a, b = ([word_vector(model, tokenizer, m, layer) for m in sense] for sense in (sense_a, sense_b))
    within = mean([cosine_similarity(*pair) for pair in pairs(a) + pairs(b)])
    between = mean([cosine_similarity(u, v) for u in a for v in b])
    return {"within": within, "between": between, "gap": within - between}


# %% plm="ANALYSIS"
ANALYSIS = """"""
