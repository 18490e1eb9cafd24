# %% [markdown]
# PyTorch's own building blocks, and NumPy for the mask.

# %% plm="setup"
import numpy as np
import torch
from torch import nn

# %% plm="causal_mask"


def causal_mask(n):
    return np.tri(n, dtype=bool)


# %% plm="causal_attention"


def causal_attention(q, k, v):
    return nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)


# %% plm="next_token_loss"


def next_token_loss(logits, ids):
    return nn.CrossEntropyLoss()(logits[..., :-1, :].transpose(1, 2), ids[..., 1:])
