# %% plm="setup"
import torch
from torch.nn.functional import normalize

# %% plm="parse_marked"


def parse_marked(marked):
    if marked.count("[") == 1 == marked.count("]"):
        i, j = marked.find("["), marked.find("]")
        if j > i + 1:
            return marked.replace("[", "").replace("]", ""), i, j - 1
    raise ValueError(f"not a marked sentence: {marked}")


# %% plm="token_span"


def token_span(tokenizer, text, start, end):
    if min(start, len(text) - end) < 0 or end - start < 1:
        raise ValueError("no such characters")
    offsets = torch.tensor(tokenizer(text, return_offsets_mapping=True)["offset_mapping"])
    mask = (offsets[:, 0] < end) & (offsets[:, 1] > start)
    where = mask.nonzero().flatten().tolist()
    if not where:
        raise ValueError("no such tokens")
    return where[0], where[-1] + 1


# %% plm="word_vector"


def batch_of_vectors(model, tokenizer, sentences):
    """All sentences in one padded batch: (layers + 1, sentences, hidden)."""
    parsed = [parse_marked(s) for s in sentences]
    inputs = tokenizer([text for text, _, _ in parsed], padding=True, return_tensors="pt")
    weights = torch.zeros(inputs["input_ids"].shape)
    for row, (text, start, end) in enumerate(parsed):
        first, last = token_span(tokenizer, text, start, end)
        weights[row, first:last] = 1 / (last - first)
    was_training = model.training
    model.eval()
    try:
        with torch.no_grad():
            hidden = torch.stack(model(**inputs, output_hidden_states=True).hidden_states)
    finally:
        model.train(was_training)
    return torch.einsum("lsth,st->lsh", hidden, weights)


def word_vector(model, tokenizer, marked, layer=-1):
    return batch_of_vectors(model, tokenizer, [marked])[layer][0]


# %% plm="cosine_similarity"


def cosine_similarity(u, v):
    if u.shape != v.shape:
        raise ValueError("shapes")
    if (u == 0).all() or (v == 0).all():
        raise ValueError("zero")
    return min(max((normalize(u, dim=0) @ normalize(v, dim=0)).item(), -1.0), 1.0)


# %% plm="layerwise_similarity"


def layerwise_similarity(model, tokenizer, marked_a, marked_b):
    vectors = batch_of_vectors(model, tokenizer, [marked_a, marked_b])
    u, v = normalize(vectors, dim=-1).unbind(1)
    return (u * v).sum(-1).clamp(-1, 1).tolist()


# %% plm="sense_separation"


def sense_separation(model, tokenizer, sense_a, sense_b, layer=-1):
    if len(sense_a) < 2 or len(sense_b) < 2:
        raise ValueError("two sentences")
    unit = normalize(batch_of_vectors(model, tokenizer, [*sense_a, *sense_b])[layer], dim=-1)
    a, b = unit[: len(sense_a)], unit[len(sense_a) :]

    def above_diagonal(x):
        rows, columns = torch.triu_indices(len(x), len(x), offset=1)
        return (x @ x.T)[rows, columns]

    within = torch.cat([above_diagonal(a), above_diagonal(b)]).mean().item()
    between = (a @ b.T).mean().item()
    return {"within": within, "between": between, "gap": within - between}


# %% plm="ANALYSIS"
ANALYSIS = """"""
