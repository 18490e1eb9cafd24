# %% [markdown]
# NumPy throughout, all rows at once: the positions with the smallest random numbers are masked.

# %% plm="setup"
import numpy as np

# %% plm="static_masks"


def rows(number, num_tokens, rng, mask_ratio):
    inner = num_tokens - 2
    count = max(1, round(mask_ratio * inner))
    rank = rng.random((number, inner)).argsort(axis=1).argsort(axis=1)
    masks = np.zeros((number, num_tokens), dtype=bool)
    masks[:, 1:-1] = rank < count
    return masks


def static_masks(num_tokens, epochs, rng, copies=10, mask_ratio=0.15):
    return rows(copies, num_tokens, rng, mask_ratio)[np.arange(epochs) % copies]


# %% plm="dynamic_masks"


def dynamic_masks(num_tokens, epochs, rng, mask_ratio=0.15):
    return rows(epochs, num_tokens, rng, mask_ratio)
