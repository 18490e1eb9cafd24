"""Attention from scratch: two masks, scaled dot-product attention, and several heads of it.

A mask is True where attention is allowed. Heads are nothing but a leading dimension that attention broadcasts over.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

# %% plm="causal_mask"


def causal_mask(length: int) -> Tensor:
    """Let each position see itself and what comes before.

    Args:
        length: how many positions, n.

    Returns:
        Bool `(n, n)`; rows look, columns are looked at.

    Example:
        >>> causal_mask(2)
        tensor([[ True, False],
                [ True,  True]])
    """
    return torch.ones(length, length, dtype=torch.bool).tril()


# %% plm="padding_mask"


def padding_mask(lengths: list[int], width: int) -> Tensor:
    """Let whoever looks see tokens and not the padding on the right.

    Args:
        lengths: each sentence's length.
        width: the padded length.

    Returns:
        Bool `(batch, 1, width)`, True at tokens.

    Raises:
        ValueError: if a sentence is longer than `width`.

    Example:
        >>> padding_mask([1], 2)
        tensor([[[ True, False]]])
    """
    if any(length > width for length in lengths):
        raise ValueError(f"a sentence is longer than {width}: {lengths}")
    filled = torch.arange(width) < torch.tensor(lengths)[:, None]
    return filled[:, None, :]


# %% plm="attention"


def attention(query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Scaled dot-product attention.

    Args:
        query: `(..., n, d)`.
        key: `(..., m, d)`.
        value: `(..., m, e)`.
        mask: bool, broadcastable to `(..., n, m)`, True where allowed; None allows everything.

    Returns:
        `(output, weights)`, `(..., n, e)` and `(..., n, m)`; zeros in rows that may see nothing.

    Source:
        Vaswani et al. (2017), Attention Is All You Need, equation 1.
    """
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    # A row of minus infinities has no distribution: softmax gives NaN there, and nothing but there.
    weights = scores.softmax(-1).nan_to_num(0.0) if mask is not None else scores.softmax(-1)
    return weights @ value, weights


# %% plm="multi_head"


def multi_head(x: Tensor, weights: dict[str, Tensor], heads: int, mask: Tensor | None = None) -> Tensor:
    """Multi-head self-attention with given weights, without biases.

    Args:
        x: `(batch, n, d)`.
        weights: `query`, `key`, `value`, `output`, each `(d, d)`, multiplied from the right.
        heads: how many; the first one has the first d/heads dimensions.
        mask: bool, broadcastable to `(batch, n, n)`, the same for all heads; None allows everything.

    Returns:
        `(batch, n, d)`.

    Raises:
        ValueError: if d is not divisible by `heads`.

    Source:
        Vaswani et al. (2017), section 3.2.2.
    """
    batch, n, d = x.shape
    if d % heads:
        raise ValueError(f"{d} dimensions do not divide into {heads} heads")
    query, key, value = (
        (x @ weights[name]).view(batch, n, heads, -1).transpose(1, 2) for name in ("query", "key", "value")
    )
    # (batch, n, n) or (n, n): the heads' dimension goes before the last two.
    output, _ = attention(query, key, value, None if mask is None else mask.unsqueeze(-3))
    return output.transpose(1, 2).reshape(batch, n, d) @ weights["output"]


# %% plm="ANALYSIS"

ANALYSIS = """两个分量独立、均值 0、方差 1 的 d 维向量，点积的方差是 d，标准差是 √d。不除以 √d，d 大时分数相差几十，softmax 几乎成了
one-hot：最大的权重接近 1，其余接近 0。softmax 的梯度是 p_i(δ_ij − p_j)，p 接近 0 或 1 时几乎为 0，训练就停住了。除以 √d_k 后，分数的
方差与 d 无关，softmax 保持平滑，梯度能传回去。多头时每个头的维数是 d/h，所以除以它的平方根。"""
