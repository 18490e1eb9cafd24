"""ELECTRA: a generator that fills masks and a discriminator that finds what it filled in, trained together."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from transformers import BertModel, ElectraConfig, ElectraForMaskedLM, ElectraForPreTraining, PreTrainedTokenizerFast

from reference.electra import electra_loss, rtd_labels
from tools.pretrain.baselines import Trigram
from tools.pretrain.batches import IGNORED, Batch, encode, mask_rows, sentence_rows
from tools.pretrain.readers import Document

ROWS = 64  # sentences that are measured at a time
RATIO = 0.15


class Electra(nn.Module):
    """Both networks; they share their embeddings, as in the paper.

    Args:
        mask_id: the id that the generator finds at every chosen place.
    """

    def __init__(self, discriminator: ElectraForPreTraining, generator: ElectraForMaskedLM, mask_id: int) -> None:
        super().__init__()
        self.discriminator, self.generator, self.mask_id = discriminator, generator, mask_id
        generator.electra.embeddings = discriminator.electra.embeddings
        generator.generator_lm_head.weight = discriminator.electra.embeddings.word_embeddings.weight


def build(sizes: dict[str, Any], length: int, mask_id: int) -> Electra:
    """Fresh weights: the generator is half as wide, with heads of the same size.

    The head begins with the share of chosen tokens as its answer: learning that first from an even chance kills its units.
    """
    config = {**sizes, "embedding_size": sizes["hidden_size"], "max_position_embeddings": length}
    half = {name: sizes[name] // 2 for name in ("hidden_size", "intermediate_size", "num_attention_heads")}
    network = Electra(
        ElectraForPreTraining(ElectraConfig(**config)), ElectraForMaskedLM(ElectraConfig(**config | half)), mask_id
    )
    with torch.no_grad():
        network.discriminator.discriminator_predictions.dense_prediction.bias.fill_(math.log(RATIO / (1 - RATIO)))
    return network


@torch.no_grad()
def begin_as(network: Electra, encoder: BertModel) -> None:
    """Give the discriminator, and so the embeddings of both, the weights of a trained encoder of its size.

    Which token fits where is learnt slowly from yes and no alone. The paper's two-stage variant, too, begins its discriminator
    with what masked language modelling has taught (section 3.4).
    """
    found = network.discriminator.electra.load_state_dict(encoder.state_dict(), strict=False)
    if found.missing_keys:
        raise ValueError(f"the encoder lacks {', '.join(found.missing_keys)}")


def replaced(network: Electra, batch: Batch, dice: torch.Generator | None) -> tuple[Tensor, Tensor, Tensor]:
    """The text, the text with what the generator drew at the chosen places, and its logits there, `(n, vocabulary)`."""
    chosen = batch.labels != IGNORED
    original = torch.where(chosen, batch.labels, batch.ids)
    generator = network.generator
    masked = torch.where(chosen, network.mask_id, original)
    hidden = generator.electra(masked, attention_mask=batch.attention).last_hidden_state[chosen]
    logits = generator.generator_lm_head(generator.generator_predictions(hidden))
    corrupted = original.clone()
    corrupted[chosen] = torch.multinomial(logits.detach().softmax(-1), 1, generator=dice)[:, 0]
    return original, corrupted, logits


def loss(network: Electra, batch: Batch, dice: torch.Generator | None) -> Tensor:
    """The paper's loss: the generator's cross-entropy and 50 times the discriminator's."""
    original, corrupted, logits = replaced(network, batch, dice)
    guess = F.cross_entropy(logits, batch.labels[batch.labels != IGNORED])
    scores = network.discriminator(corrupted, attention_mask=batch.attention).logits
    return electra_loss(guess, scores, rtd_labels(original, corrupted), batch.attention)


def judged(
    network: Electra, tokenizer: PreTrainedTokenizerFast, docs: list[Document]
) -> list[tuple[list[int], np.ndarray, np.ndarray]]:
    """For each sentence, with 15 % of it masked and filled by the generator from frozen draws: what the discriminator read,
    which of it was replaced, and its logits, special tokens left out."""
    rows = sentence_rows(encode(tokenizer, docs), tokenizer, tokenizer.model_max_length)
    rows.sort(key=lambda row: len(row[0]))
    rng, dice = np.random.default_rng(0), torch.Generator().manual_seed(0)
    found = []
    for start in range(0, len(rows), ROWS):
        batch = mask_rows(rows[start : start + ROWS], tokenizer, RATIO, rng)
        original, corrupted, _ = replaced(network, batch, dice)
        scores = network.discriminator(corrupted, attention_mask=batch.attention).logits
        for i, length in enumerate(batch.attention.sum(1).tolist()):
            inner = slice(1, length - 1)
            changed = (original != corrupted)[i, inner].numpy()
            found.append((corrupted[i, inner].tolist(), changed, scores[i, inner].numpy()))
    return found


def log_loss(network: Electra, tokenizer: PreTrainedTokenizerFast, docs: list[Document]) -> float:
    """Bits per token that the discriminator's probabilities cost."""
    found = judged(network, tokenizer, docs)
    return _bits(np.concatenate([scores for _, _, scores in found]), np.concatenate([labels for _, labels, _ in found]))


def _bits(scores: np.ndarray, labels: np.ndarray) -> float:
    """Mean binary cross-entropy of logits, in bits."""
    return float(np.logaddexp(0.0, np.where(labels, -scores, scores)).mean() / math.log(2))


def detection(
    network: Electra, tokenizer: PreTrainedTokenizerFast, docs: list[Document], trigram: Trigram
) -> dict[str, float]:
    """How well replaced tokens are found on held-out text, against knowing their share alone and against a trigram model.

    Returns:
        `tokens`, `replaced` (share), `log_loss` and `base_log_loss` (bits per token; the latter of always giving that share),
        `accuracy` and `base_accuracy` (of always saying "original"), `found` and `false_alarms` (shares of the replaced and of
        the original tokens that are called replaced), `auc`, and `trigram_auc` (a token the more suspect the less
        probable it is after the two before it).
    """
    found = judged(network, tokenizer, docs)
    labels = np.concatenate([labels for _, labels, _ in found])
    scores = np.concatenate([scores for _, _, scores in found])
    share, said = labels.mean(), scores > 0
    surprise = np.array([value for ids, _, _ in found for value in surprises(trigram, ids)])
    return {
        "tokens": len(labels),
        "replaced": float(share),
        "log_loss": _bits(scores, labels),
        "base_log_loss": _bits(np.full(len(labels), math.log(share / (1 - share))), labels),
        "accuracy": float((said == labels).mean()),
        "base_accuracy": float(1 - share),
        "found": float(said[labels].mean()),
        "false_alarms": float(said[~labels].mean()),
        "auc": auc(scores, labels),
        "trigram_auc": auc(surprise, labels),
    }


def surprises(trigram: Trigram, ids: list[int]) -> list[float]:
    """Nats of each token after the two before it."""
    padded = [trigram.BOUNDARY, trigram.BOUNDARY, *ids]
    return [-math.log(trigram.probability(*three)) for three in zip(padded, padded[1:], padded[2:], strict=False)]


def auc(scores: np.ndarray, labels: np.ndarray) -> float:
    """The chance that a replaced token scores above an original one; a tie counts half.

    Example:
        >>> auc(np.array([0.0, 1.0, 1.0]), np.array([False, False, True]))
        0.75
    """
    _, place, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    positive, negative = labels.sum(), (~labels).sum()
    return float((ranks[labels].sum() - positive * (positive + 1) / 2) / (positive * negative))
