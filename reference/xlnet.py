"""XLNet's permutation masks: who may see whom when tokens are predicted in another order than they stand in.

The order is kept as each position's rank. Everything then is a comparison of ranks: the query stream sees smaller ones, the
content stream itself too.
"""

from __future__ import annotations

import torch
from torch import Tensor

# %% plm="permutation_masks"


def permutation_masks(order: list[int]) -> tuple[Tensor, Tensor]:
    """The attention masks of XLNet's two streams for an order of factorisation.

    Args:
        order: positions (from 0) in the order in which they are predicted.

    Returns:
        `(content, query)`, both bool `(n, n)`, True where attention is allowed; rows look, columns are looked at.

    Raises:
        ValueError: unless `order` is a permutation of 0..n-1.

    Source:
        Yang et al. (2019), XLNet, section 2.3, two-stream self-attention.

    Example:
        >>> permutation_masks([2, 1, 3, 0])[1][0]
        tensor([False,  True,  True,  True])
    """
    if sorted(order) != list(range(len(order))):
        raise ValueError(f"not a permutation of 0..{len(order) - 1}: {order}")
    # rank[i] is the step at which position i is predicted: the inverse of the permutation.
    rank = torch.empty(len(order), dtype=torch.long)
    rank[torch.tensor(order, dtype=torch.long)] = torch.arange(len(order))
    query = rank[None, :] < rank[:, None]
    return query | torch.eye(len(order), dtype=torch.bool), query
