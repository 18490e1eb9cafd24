# %% plm="setup"
import math

import torch

# %% plm="parse_marked"


def parse_marked(marked: str):
    assert isinstance(marked, str)
    opens = [i for i, c in enumerate(marked) if c == "["]
    closes = [i for i, c in enumerate(marked) if c == "]"]
    match (opens, closes):
        case ([i], [j]) if j - i > 1:
            return marked[:i] + marked[i + 1 : j] + marked[j + 1 :], i, j - 1
        case _:
            raise ValueError(marked)


# %% plm="token_span"


def token_span(tokenizer, text, start, end):
    if not (0 <= start and start < end and end <= len(text)):
        raise ValueError((start, end))
    enc = tokenizer(text, return_offsets_mapping=True, return_special_tokens_mask=True)
    first = last = None
    for i, ((a, b), special) in enumerate(zip(enc["offset_mapping"], enc["special_tokens_mask"])):
        if special or max(a, start) >= min(b, end):
            continue
        first = i if first is None else first
        last = i + 1
    if first is None:
        raise ValueError("no token")
    return (first, last)


# %% plm="word_vector"


@torch.no_grad()
def word_vector(model, tokenizer, marked, layer=-1):
    text, start, end = parse_marked(marked)
    a, b = token_span(tokenizer, text, start, end)
    training = model.training
    hidden = model.eval()(**tokenizer(text, return_tensors="pt"), output_hidden_states=True).hidden_states
    model.train(training)
    return hidden[layer].squeeze(0)[a:b].to(torch.float64).mean(0)


# %% plm="cosine_similarity"


def cosine_similarity(u, v):
    if tuple(u.shape) != tuple(v.shape):
        raise ValueError("shapes")
    u, v = u.tolist(), v.tolist()
    lengths = math.hypot(*u) * math.hypot(*v)
    if lengths == 0:
        raise ValueError("zero")
    return max(min(math.fsum(x * y for x, y in zip(u, v)) / lengths, 1.0), -1.0)


# %% plm="layerwise_similarity"


def layerwise_similarity(model, tokenizer, marked_a, marked_b):
    n = model.config.num_hidden_layers
    # from the last layer down to the embeddings, then turned round
    downwards = [
        cosine_similarity(*(word_vector(model, tokenizer, m, -k) for m in (marked_a, marked_b)))
        for k in range(1, n + 2)
    ]
    return downwards[::-1]


# %% plm="sense_separation"


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    na, nb = len(sense_a), len(sense_b)
    if na < 2 or nb < 2:
        raise ValueError("fewer than two")
    unit = torch.stack([word_vector(model, tokenizer, s, layer) for s in sense_a + sense_b])
    unit = unit / unit.norm(dim=1, keepdim=True)
    # sums of cosines from sums of unit vectors: |sum|^2 = n + 2 * (sum over pairs)
    sum_a, sum_b = unit[:na].sum(0), unit[na:].sum(0)
    pairs = ((sum_a @ sum_a - na) + (sum_b @ sum_b - nb)) / 2
    within = (pairs / (na * (na - 1) / 2 + nb * (nb - 1) / 2)).item()
    between = (sum_a @ sum_b / (na * nb)).item()
    return {"gap": within - between, "between": between, "within": within}


# %% plm="ANALYSIS"
ANALYSIS = """"""
