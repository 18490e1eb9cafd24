"""Static and dynamic masking: does a model see the same holes again?

BERT's training data was masked once, before training: every text was copied ten times with other positions masked in each copy, and over
40 epochs each mask came round four times. RoBERTa draws the mask anew whenever a text is fed to the model. The draw itself is the
same in both; what differs is only when it happens.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor


def draw_mask(num_tokens: int, rng: np.random.Generator, mask_ratio: float) -> Tensor:
    """One mask, bool `(num_tokens,)`: a share of the positions between `[CLS]` and `[SEP]`, all sets equally likely."""
    count = max(1, round(mask_ratio * (num_tokens - 2)))
    inner = np.arange(1, num_tokens - 1)  # position 0 is [CLS], the last is [SEP]
    mask = torch.zeros(num_tokens, dtype=torch.bool)
    mask[torch.from_numpy(rng.choice(inner, size=count, replace=False))] = True
    return mask


# %% plm="static_masks"


def static_masks(
    num_tokens: int, epochs: int, rng: np.random.Generator, copies: int = 10, mask_ratio: float = 0.15
) -> Tensor:
    """The masks of one text over training where they are drawn in advance.

    Args:
        num_tokens: tokens of the text, `[CLS]` (position 0) and `[SEP]` (the last) counted.
        epochs: how often the text is seen.
        rng: the only source of chance.
        copies: how many masks are drawn before training; epoch e uses copy `e % copies`.
        mask_ratio: share of the inner positions that is masked.

    Returns:
        A bool tensor `(epochs, num_tokens)`, True where a token is masked: `max(1, round(mask_ratio * (num_tokens - 2)))` a row.

    Source:
        Liu et al. (2019), RoBERTa, section 4.1, on the training data of Devlin et al. (2019), BERT.

    Example:
        >>> masks = static_masks(20, 40, np.random.default_rng(0))
        >>> bool((masks[0] == masks[10]).all())
        True
    """
    drawn = [draw_mask(num_tokens, rng, mask_ratio) for _ in range(copies)]
    return torch.stack([drawn[epoch % copies] for epoch in range(epochs)])


# %% plm="dynamic_masks"


def dynamic_masks(num_tokens: int, epochs: int, rng: np.random.Generator, mask_ratio: float = 0.15) -> Tensor:
    """The masks of one text over training where each epoch draws its own.

    Args:
        num_tokens: tokens of the text, `[CLS]` (position 0) and `[SEP]` (the last) counted.
        epochs: how often the text is seen.
        rng: the only source of chance.
        mask_ratio: share of the inner positions that is masked.

    Returns:
        A bool tensor `(epochs, num_tokens)`, as of `static_masks`.

    Source:
        Liu et al. (2019), RoBERTa, section 4.1.

    Example:
        >>> int(dynamic_masks(20, 40, np.random.default_rng(0)).sum())  # 40 epochs of 3
        120
    """
    return torch.stack([draw_mask(num_tokens, rng, mask_ratio) for _ in range(epochs)])
