"""GPT: every position predicts the token after it, and none may look ahead.

A language model factorises a text from left to right, p(x) = Π p(x_t | x_<t). A Transformer computes all positions at once, so what keeps
position t from simply reading x_{t+1} is the causal mask: of the n × n pairs of positions only those on and below the diagonal exist.
With it one pass through the model gives n - 1 honest predictions, and their mean cross-entropy is the loss that GPT is trained with.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor

# %% plm="causal_mask"


def causal_mask(n: int) -> Tensor:
    """Who may look at whom: position i sees position j exactly if j <= i.

    Args:
        n: number of positions.

    Returns:
        A bool tensor `(n, n)`, True where attention is allowed; rows are the positions that look, columns those looked at.

    Source:
        Radford et al. (2018), Improving Language Understanding by Generative Pre-Training; the masked self-attention of Vaswani et
        al. (2017), Attention Is All You Need.

    Example:
        >>> causal_mask(3).int()
        tensor([[1, 0, 0],
                [1, 1, 0],
                [1, 1, 1]], dtype=torch.int32)
    """
    return torch.ones(n, n, dtype=torch.bool).tril()


# %% plm="causal_attention"


def causal_attention(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Scaled dot-product attention that never looks ahead.

    Args:
        q: queries `(..., n, d)`; the dimensions in front (batch, heads) are whatever they are.
        k: keys `(..., n, d)`.
        v: values `(..., n, d)`.

    Returns:
        `(..., n, d)`: row i is the mean of the values 0..i, weighed by `softmax(q_i · k_j / sqrt(d))` over j <= i.

    Source:
        Vaswani et al. (2017), Attention Is All You Need, section 3.2.1.

    Example:
        >>> v = torch.tensor([[1.0], [3.0], [8.0]])
        >>> causal_attention(torch.zeros(3, 1), torch.zeros(3, 1), v)  # equal scores: means of what has been seen
        tensor([[1.],
                [2.],
                [4.]])
    """
    n, d = q.shape[-2:]
    scores = q @ k.transpose(-2, -1) / math.sqrt(d)
    # -inf before the softmax, not 0 after it: exp(-inf) is exactly 0, and the weights that are left still sum to 1.
    scores = scores.masked_fill(~causal_mask(n), -math.inf)
    return scores.softmax(dim=-1) @ v


# %% plm="next_token_loss"


def next_token_loss(logits: Tensor, ids: Tensor) -> Tensor:
    """The loss of GPT: how surprised is each position by the token that comes next?

    Args:
        logits: `(batch, seq, vocab)`; position t's are about token t + 1.
        ids: long tensor `(batch, seq)`, the text itself.

    Returns:
        A scalar tensor, in nats: the mean cross-entropy over all positions but the last, which has nothing to predict.

    Example:
        >>> next_token_loss(torch.zeros(1, 4, 10), torch.tensor([[1, 2, 3, 4]]))  # ln 10
        tensor(2.3026)
    """
    predictions, targets = logits[:, :-1], ids[:, 1:]
    return F.cross_entropy(predictions.flatten(0, 1), targets.flatten())
