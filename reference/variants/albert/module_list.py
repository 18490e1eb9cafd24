"""The same object several times in a ModuleList; shapes listed one by one; order drawn in advance."""
import math
import torch
import torch.nn as nn


def embedding_parameters(vocab, hidden, factor=None):
    shapes = [(vocab, hidden)] if factor is None else [(vocab, factor), (factor, hidden)]
    return sum(math.prod(shape) for shape in shapes)


def albert_parameters(config):
    e, h, i = config.embedding_size, config.hidden_size, config.intermediate_size
    a = config.num_attention_heads * (h // config.num_attention_heads)
    shapes = [(config.vocab_size, e), (config.max_position_embeddings, e), (config.type_vocab_size, e), (e,), (e,), (e, h), (h,), (h, h), (h,)]
    layer = 3 * [(h, a), (a,)] + [(h, h), (h,)] + 4 * [(h,)] + [(h, i), (i,), (i, h), (h,)]
    shapes += layer * config.inner_group_num * config.num_hidden_groups
    return sum(math.prod(s) for s in shapes)


class SharedEncoder(nn.Module):
    def __init__(self, layer, repeats):
        super().__init__()
        self.layers = nn.ModuleList([layer] * repeats)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def sop_pairs(documents, rng):
    if not len(documents) > 1:
        raise ValueError("two documents at least")
    found = []
    for d in documents:
        for i in range(len(d) - 1):
            found.append([d[i], d[i + 1]])
    swap = rng.integers(0, 2, size=len(found))
    return [tuple(p[::-1] if s else p) + (int(s),) for p, s in zip(found, swap)]
