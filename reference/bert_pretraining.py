"""What BERT is pretrained on: chosen tokens, pairs of sentences, and the sum of three embeddings.

Chance enters in two places only, and both draw from the generator that is passed in: which tokens are chosen (each by itself, so that their
number varies), and which pairs are true.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

IGNORED = -100

# %% plm="mask_tokens"


def mask_tokens(input_ids: Tensor, tokenizer: Any, rng: Any, mask_ratio: float = 0.15) -> tuple[Tensor, Tensor]:
    """BERT's masking: each token is chosen by itself, and what becomes of it is drawn by itself.

    Args:
        input_ids: long `(n,)`, special tokens included.
        tokenizer: the tokenizer.
        rng: a `numpy.random.Generator`.
        mask_ratio: the probability with which a non-special token is chosen.

    Returns:
        `(masked, labels)`, long `(n,)`: 80 % of the chosen tokens are the mask token, 10 % random, 10 % kept; `labels` is the original
        token where chosen, -100 elsewhere.

    Source:
        Devlin et al. (2019), BERT, section 3.1 and appendix A.1.
    """
    special = torch.isin(input_ids, torch.tensor(tokenizer.all_special_ids))
    choice, fate = torch.from_numpy(rng.random((2, len(input_ids))))  # two draws a token
    chosen = (choice < mask_ratio) & ~special
    # Below 0.8 the mask, below 0.9 a random token, else kept.
    ordinary = torch.tensor(sorted(set(range(len(tokenizer))) - set(tokenizer.all_special_ids)))
    random_tokens = ordinary[torch.from_numpy(rng.integers(len(ordinary), size=len(input_ids)))]
    masked = torch.where(chosen & (fate < 0.8), tokenizer.mask_token_id, input_ids)
    masked = torch.where(chosen & (fate >= 0.8) & (fate < 0.9), random_tokens, masked)
    return masked, torch.where(chosen, input_ids, IGNORED)


# %% plm="nsp_pairs"


def nsp_pairs(documents: Sequence[Sequence[str]], rng: Any) -> list[tuple[str, str, int]]:
    """Pairs for next sentence prediction, half of them true.

    Args:
        documents: each a list of sentences.
        rng: a `numpy.random.Generator`.

    Returns:
        `(sentence_a, sentence_b, label)` for every sentence that has a next one; label 0 is the true next sentence, 1 a sentence of another
        document.

    Raises:
        ValueError: for fewer than two documents.

    Source:
        Devlin et al. (2019), section 3.1; the labels are transformers' (`BertForNextSentencePrediction`).
    """
    if len(documents) < 2:
        raise ValueError(f"a false next sentence comes from another document: got {len(documents)} documents")
    pairs = []
    for number, document in enumerate(documents):
        elsewhere = [sentence for other, sentences in enumerate(documents) if other != number for sentence in sentences]
        for sentence, following in itertools.pairwise(document):
            if rng.random() < 0.5:
                pairs.append((sentence, following, 0))
            else:
                pairs.append((sentence, elsewhere[int(rng.integers(len(elsewhere)))], 1))
    return pairs


# %% plm="segment_ids"


def segment_ids(input_ids: Tensor, sep_token_id: int) -> Tensor:
    """Which of the two sentences each token belongs to.

    Args:
        input_ids: long `(n,)` with at least one `[SEP]`.
        sep_token_id: the id of `[SEP]`.

    Returns:
        Long `(n,)`: 0 up to and including the first `[SEP]`, 1 after it.

    Example:
        >>> segment_ids(torch.tensor([2, 7, 3, 8, 9, 3]), 3)
        tensor([0, 0, 0, 1, 1, 1])
    """
    first = int((input_ids == sep_token_id).nonzero()[0])
    return (torch.arange(len(input_ids)) > first).long()


# %% plm="input_embedding"


def input_embedding(token: Tensor, segment: Tensor, position: Tensor, ids: Tensor, segments: Tensor) -> Tensor:
    """BERT's input representation before LayerNorm.

    Args:
        token, segment, position: the embedding matrices, `(rows, hidden)`.
        ids: `(seq,)`.
        segments: `(seq,)`.

    Returns:
        `(seq, hidden)`: the three look-ups added.

    Source:
        Devlin et al. (2019), figure 2.
    """
    return token[ids] + segment[segments] + position[: len(ids)]
