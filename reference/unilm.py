"""UniLM's four attention masks: one Transformer, four language models.

What a position may see is all that tells the four apart. The first three are triangles of a matrix of ones; sequence to sequence is
two of them put together, the source's square and the target's triangle.
"""

from __future__ import annotations

import torch
from torch import Tensor

# %% plm="attention_mask"


def attention_mask(kind: str, source_len: int, target_len: int) -> Tensor:
    """The attention mask of one kind of language model.

    Args:
        kind: `bidirectional`, `left-to-right`, `right-to-left` or `seq2seq`.
        source_len: number of source tokens, which come first.
        target_len: number of target tokens.

    Returns:
        Bool `(n, n)` with n = source_len + target_len, True where attention is allowed; rows look, columns are looked at.

    Raises:
        ValueError: for another kind.

    Source:
        Dong et al. (2019), Unified Language Model Pre-training, figure 1.

    Example:
        >>> int(attention_mask("seq2seq", 3, 2).sum())
        18
    """
    everything = torch.ones(source_len + target_len, source_len + target_len, dtype=torch.bool)
    if kind == "bidirectional":
        return everything
    if kind == "left-to-right":
        return everything.tril()
    if kind == "right-to-left":
        return everything.triu()
    if kind == "seq2seq":
        # A triangle, and all of the source's columns: the source sees itself whole, the target sees all of it.
        mask = everything.tril()
        mask[:, :source_len] = True
        return mask
    raise ValueError(f"no kind of mask is called {kind!r}")
