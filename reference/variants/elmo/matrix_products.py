# %% [markdown]
# The mix as one matrix product; the directions stacked and permuted; the backward model read on the reversed text.

# %% plm="setup"
import torch
from torch import nn

# %% plm="scalar_mix"


def scalar_mix(layers, weights, gamma):
    count, length, dim = layers.shape
    shares = torch.exp(nn.functional.log_softmax(weights.double(), dim=0))
    return (gamma * (shares @ layers.double().reshape(count, -1))).reshape(length, dim)


# %% plm="join_directions"


def join_directions(token, forward, backward):
    both = torch.stack([forward, backward], dim=2)  # (L, seq, 2, d)
    doubled = token.repeat(1, 2).unsqueeze(0)
    return torch.vstack([doubled, both.flatten(2)])


# %% plm="bilm_loss"


def next_token_loss(logits, ids):
    return nn.CrossEntropyLoss()(logits[: len(ids) - 1], ids[1:])


def bilm_loss(forward_logits, backward_logits, ids):
    reversed_text = next_token_loss(backward_logits.flip(0), ids.flip(0))
    return torch.stack([next_token_loss(forward_logits, ids), reversed_text]).mean()
