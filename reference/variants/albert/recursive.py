# %% plm="setup"
from functools import reduce

import torch
from torch import nn
from transformers import AlbertModel

# %% plm="embedding_parameters"
# Counts on the meta device; recursion; a generator of pairs, shuffled lists.


def embedding_parameters(vocab, hidden, factor=None):
    with torch.device("meta"):
        parts = [nn.Embedding(vocab, factor or hidden)]
        if factor is not None:
            parts.append(nn.Linear(factor, hidden, bias=False))
    return sum(p.numel() for part in parts for p in part.parameters())


# %% plm="albert_parameters"


def albert_parameters(config):
    with torch.device("meta"):
        return sum(p.numel() for p in AlbertModel(config).parameters())


# %% plm="SharedEncoder.forward"


class SharedEncoder(nn.Module):
    def __init__(self, layer: nn.Module, repeats: int) -> None:
        super().__init__()
        self.add_module("block", layer)
        self.times = repeats

    def forward(self, hidden):
        return reduce(lambda state, _: self.block(state), range(self.times), hidden)


# %% plm="sop_pairs"


def one(a, b, rng):
    coin = rng.choice([0, 1])
    return [(a, b, 0), (b, a, 1)][coin]


def sop_pairs(documents, rng):
    if len(documents) in (0, 1):
        raise ValueError
    pairs = [one(*document[i : i + 2], rng) for document in documents for i in range(max(0, len(document) - 1))]
    return [pairs[i] for i in rng.permutation(len(pairs))]
