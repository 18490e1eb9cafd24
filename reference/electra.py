"""ELECTRA: learn from every token by asking which of them were replaced.

A small generator, itself a masked language model, fills the masked positions with tokens it finds plausible. The discriminator, which
is the model that is kept, reads the result and says for *every* token whether it is the original. BERT's loss speaks of 15 % of the
tokens; this one of all of them, and the input has no `[MASK]` in it. It is no GAN: the generator is trained to predict, by maximum
likelihood, not to deceive, and no gradient flows back through the sampling.
"""

from __future__ import annotations

import torch.nn.functional as F
from torch import Tensor

# %% plm="corrupt"


def corrupt(input_ids: Tensor, positions: Tensor, sampled: Tensor) -> Tensor:
    """What the discriminator reads: the text with the generator's tokens in it.

    Args:
        input_ids: the original ids `(seq,)`.
        positions: where the generator was asked, `(n,)`.
        sampled: what it gave there, `(n,)`.

    Returns:
        A copy `(seq,)` with `sampled` at `positions`; the input stays as it is.

    Source:
        Clark et al. (2020), ELECTRA, section 2: x_corrupt = REPLACE(x, m, x̂).

    Example:
        >>> corrupt(torch.tensor([2, 10, 11, 3]), torch.tensor([1]), torch.tensor([7]))
        tensor([ 2,  7, 11,  3])
    """
    corrupted = input_ids.clone()
    corrupted[positions] = sampled
    return corrupted


# %% plm="rtd_labels"


def rtd_labels(input_ids: Tensor, corrupted: Tensor) -> Tensor:
    """What the discriminator should say of each token: 1 for replaced, 0 for original.

    Args:
        input_ids: the original ids, any shape.
        corrupted: the corrupted ids, the same shape.

    Returns:
        Long tensor of that shape. What counts is whether the token differs, not whether the generator was asked: where it sampled
        the original by luck, the token *is* the original.

    Source:
        Clark et al. (2020), ELECTRA, section 2.

    Example:
        >>> rtd_labels(torch.tensor([2, 10, 11, 3]), torch.tensor([2, 7, 11, 3]))
        tensor([0, 1, 0, 0])
    """
    return (input_ids != corrupted).long()


# %% plm="electra_loss"


def electra_loss(
    mlm_loss: Tensor, rtd_logits: Tensor, rtd_labels: Tensor, attention_mask: Tensor, weight: float = 50.0
) -> Tensor:
    """The loss that trains generator and discriminator together.

    Args:
        mlm_loss: the generator's loss, a scalar.
        rtd_logits: the discriminator's logits `(batch, seq)`, above 0 for "replaced".
        rtd_labels: `(batch, seq)`, 1 for replaced.
        attention_mask: `(batch, seq)`, 0 at padding.
        weight: λ; the discriminator's loss per token is small (an easy yes or no), the generator's is a choice from the vocabulary.

    Returns:
        Scalar: `mlm_loss + weight ·` the mean binary cross-entropy over attended positions.

    Source:
        Clark et al. (2020), ELECTRA, section 2 and appendix A (λ = 50).

    Example:
        >>> electra_loss(torch.tensor(1.0), torch.zeros(1, 2), torch.tensor([[0, 1]]), torch.ones(1, 2))  # 1 + 50 ln 2
        tensor(35.6574)
    """
    attended = attention_mask.bool()
    rtd_loss = F.binary_cross_entropy_with_logits(rtd_logits[attended], rtd_labels[attended].to(rtd_logits.dtype))
    return mlm_loss + weight * rtd_loss
