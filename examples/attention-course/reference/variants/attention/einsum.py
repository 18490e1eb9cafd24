"""Named axes by einsum, an additive mask, softmax written out."""

import torch


def causal_mask(length):
    position = torch.arange(length)
    return position[:, None] >= position[None, :]


def padding_mask(lengths, width):
    rows = []
    for length in lengths:
        if length > width:
            raise ValueError(f"{length} > {width}")
        rows.append([[True] * length + [False] * (width - length)])
    return torch.tensor(rows)


def attention(query, key, value, mask=None):
    scores = torch.einsum("...nd,...md->...nm", query, key) * query.size(-1) ** -0.5
    exponentials = torch.exp(scores - scores.amax(-1, keepdim=True))
    if mask is not None:
        exponentials = exponentials * mask.to(exponentials.dtype)
    total = exponentials.sum(-1, keepdim=True)
    weights = torch.where(total > 0, exponentials / total.clamp_min(1e-30), torch.zeros_like(exponentials))
    return torch.einsum("...nm,...me->...ne", weights, value), weights


def multi_head(x, weights, heads, mask=None):
    size, rest = divmod(x.size(-1), heads)
    if rest:
        raise ValueError("heads")
    pieces = {name: torch.einsum("bnd,de->bne", x, weights[name]).split(size, dim=-1) for name in ("query", "key", "value")}
    joined = [attention(q, k, v, mask)[0] for q, k, v in zip(pieces["query"], pieces["key"], pieces["value"])]
    return torch.cat(joined, -1) @ weights["output"]
