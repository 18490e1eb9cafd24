# %% plm="setup"
import torch

# %% plm="parse_marked"


def parse_marked(marked):
    for bracket in "[]":
        if marked.count(bracket) != 1:
            raise ValueError(f"one {bracket} is needed")
    start = marked.index("[")
    text = marked.replace("[", "", 1)
    end = text.index("]")
    text = text.replace("]", "", 1)
    if end <= start:
        raise ValueError("nothing is marked")
    return text, start, end


# %% plm="token_span"


def token_span(tokenizer, text, start, end):
    """Colour the characters, then look which tokens have the colour."""
    colour = [False] * len(text)
    if start < 0 or end > len(text):
        raise ValueError("outside the text")
    for i in range(start, end):
        colour[i] = True
    tokens = [any(colour[a:b]) for a, b in tokenizer(text, return_offsets_mapping=True)["offset_mapping"]]
    if True not in tokens:
        raise ValueError("no token overlaps")
    first = tokens.index(True)
    return first, len(tokens) - tokens[::-1].index(True)


# %% plm="word_vector"


def word_vector(model, tokenizer, marked, layer=-1):
    text, start, end = parse_marked(marked)
    first, last = token_span(tokenizer, text, start, end)
    # dropout off without eval(): probability 0 for the time of one call
    torch.set_grad_enabled(False)
    drops = [(part, part.p) for part in model.modules() if isinstance(part, torch.nn.Dropout)]
    attention = [(part, part.training) for part in model.modules() if "ttention" in type(part).__name__]
    for part, _ in drops:
        part.p = 0.0
    for part, _ in attention:
        part.training = False
    try:
        out = model(**tokenizer(text, return_tensors="pt"), output_hidden_states=True, return_dict=False)
    finally:
        for part, p in drops:
            part.p = p
        for part, training in attention:
            part.training = training
    states = next(part for part in out if isinstance(part, tuple))
    return states[layer][0, first:last].mean(axis=0)


# %% plm="cosine_similarity"


def cosine_similarity(u, v):
    if u.shape != v.shape:
        raise ValueError("shape")
    try:
        c = sum(a * b for a, b in zip(u.tolist(), v.tolist())) / (
            sum(a * a for a in u.tolist()) ** 0.5 * sum(b * b for b in v.tolist()) ** 0.5
        )
    except ZeroDivisionError:
        raise ValueError("zero vector") from None
    return 1.0 if c > 1 else -1.0 if c < -1 else c


# %% plm="layerwise_similarity"


def layerwise_similarity(model, tokenizer, marked_a, marked_b):
    layers = range(model.config.num_hidden_layers + 1)
    pairs = [[word_vector(model, tokenizer, marked, layer) for marked in (marked_a, marked_b)] for layer in layers]
    return [cosine_similarity(u, v) for u, v in pairs]


# %% plm="sense_separation"


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    if any(len(sense) < 2 for sense in (sense_a, sense_b)):
        raise ValueError("two sentences")
    groups = [[word_vector(model, tokenizer, s, layer) for s in sense] for sense in (sense_a, sense_b)]
    inside = [cosine_similarity(g[i], g[j]) for g in groups for i in range(len(g)) for j in range(i)]
    across = [cosine_similarity(u, v) for u in groups[0] for v in groups[1]]
    within, between = sum(inside) / len(inside), sum(across) / len(across)
    return {"within": within, "between": between, "gap": within - between}


# %% plm="ANALYSIS"
ANALYSIS = """"""
