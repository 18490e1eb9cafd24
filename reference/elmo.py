"""ELMo: one vector per word and sentence, mixed from the layers of two language models.

A forward language model reads from the left, a backward one from the right; both are trained to predict their next token (Peters et al.,
2018). Beside each other their states are the layers of the biLM, and the token's own vector, which knows no context, is layer 0. A task
does not take the last layer but a weighted mean of all of them, whose weights it learns for itself: syntax sits lower, sense higher.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

# %% plm="scalar_mix"


def scalar_mix(layers: Tensor, weights: Tensor, gamma: float) -> Tensor:
    """ELMo's vectors for one task: `gamma · Σ_j s_j · layers[j]` with `s = softmax(weights)`.

    Args:
        layers: `(L + 1, seq, dim)`, the token layer first.
        weights: `(L + 1,)`, one number per layer as it was learnt, before the softmax.
        gamma: scale of the whole vector, also learnt by the task.

    Returns:
        A tensor `(seq, dim)`.

    Source:
        Peters et al. (2018), Deep contextualized word representations, equation 1.

    Example:
        >>> layers = torch.tensor([4.0, 8.0, 12.0]).reshape(3, 1, 1)
        >>> scalar_mix(layers, torch.tensor([1.0, 2.0, 1.0]).log(), 2.0)  # 2 · (4/4 + 8/2 + 12/4)
        tensor([[16.]])
    """
    shares = weights.softmax(dim=0)
    return gamma * torch.einsum("j,jsd->sd", shares, layers)


# %% plm="join_directions"


def join_directions(token: Tensor, forward: Tensor, backward: Tensor) -> Tensor:
    """The layers of the biLM: at each position the forward state beside the backward state.

    Args:
        token: `(seq, d)`, the token layer; it has no direction.
        forward: `(L, seq, d)`, the states of the forward language model.
        backward: `(L, seq, d)`, those of the backward one, in the order of the text (position t is token t).

    Returns:
        A tensor `(L + 1, seq, 2d)`: the token layer beside itself, so that it is as wide as the others, then
        `[forward_j; backward_j]` for each layer j.

    Source:
        Peters et al. (2018), section 3.2; AllenNLP's ELMo doubles the token layer in the same way.

    Example:
        >>> join_directions(torch.zeros(5, 8), torch.ones(2, 5, 8), torch.ones(2, 5, 8)).shape
        torch.Size([3, 5, 16])
    """
    left = torch.cat([token[None], forward])
    right = torch.cat([token[None], backward])
    return torch.cat([left, right], dim=-1)


# %% plm="bilm_loss"


def bilm_loss(forward_logits: Tensor, backward_logits: Tensor, ids: Tensor) -> Tensor:
    """The loss that both language models are trained with together.

    Args:
        forward_logits: `(seq, vocab)`; position t's are about token t + 1.
        backward_logits: `(seq, vocab)`; position t's are about token t - 1.
        ids: long tensor `(seq,)`, the text.

    Returns:
        A scalar tensor, in nats: the mean of the two directions' mean cross-entropies. Forward the last position has nothing to
        predict, backward the first.

    Source:
        Peters et al. (2018), section 3.1; they maximise the sum of both log-likelihoods.

    Example:
        >>> bilm_loss(torch.zeros(4, 10), torch.zeros(4, 10), torch.tensor([1, 2, 3, 4]))  # ln 10
        tensor(2.3026)
    """
    forward_loss = F.cross_entropy(forward_logits[:-1], ids[1:])
    backward_loss = F.cross_entropy(backward_logits[1:], ids[:-1])
    return (forward_loss + backward_loss) / 2
