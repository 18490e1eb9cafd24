"""ELMo: two language models that share their tokens, trained together and measured one by one."""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor
from transformers import PreTrainedTokenizerFast

from autograder.models.elmo import ElmoConfig, ElmoModel
from tools.pretrain.baselines import Trigram, Unigram
from tools.pretrain.batches import Batch, encode, pad, sentence_rows
from tools.pretrain.readers import Document

ROWS = 64  # sentences that are measured at a time
DIRECTIONS = ("forward", "backward")


def build(vocabulary: int, hidden: int, layers: int, scale: float, padding: int) -> ElmoModel:
    """Fresh weights; the LSTMs begin by keeping what they have, not by forgetting half of it."""
    config = ElmoConfig(
        vocab_size=vocabulary,
        hidden_size=hidden,
        num_hidden_layers=layers,
        initializer_range=scale,
        pad_token_id=padding,
    )
    network = ElmoModel(config)
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            if name.endswith("bias_ih_l0"):
                parameter[hidden : 2 * hidden] = 1.0  # the forget gates' part
    return network


def loss(network: ElmoModel, batch: Batch) -> Tensor:
    """The mean of both directions' mean cross-entropies over the tokens of a batch that are no padding."""
    losses = [F.cross_entropy(*asked) for asked in predictions(network, batch.ids, batch.attention)]
    return torch.stack(losses).mean()


def predictions(network: ElmoModel, ids: Tensor, attention: Tensor) -> list[tuple[Tensor, Tensor]]:
    """For each direction the logits `(n, vocabulary)` wherever a token of the text follows, and those tokens `(n,)`."""
    states = network(ids, attention)
    inside = attention[:, 1:].bool()
    return [
        (network.logits(states.forward[-1][:, :-1][inside]), ids[:, 1:][inside]),
        (network.logits(states.backward[-1][:, 1:][inside]), ids[:, :-1][inside]),
    ]


def direction_logprobs(
    network: ElmoModel, tokenizer: PreTrainedTokenizerFast, docs: list[Document]
) -> tuple[float, float]:
    """Nats of all sentences, each for itself and whole, read forward and read backward."""
    rows = sentence_rows(encode(tokenizer, docs), tokenizer, 10_000)
    rows.sort(key=lambda row: len(row[0]))
    totals = [0.0, 0.0]
    for start in range(0, len(rows), ROWS):
        ids, attention, _ = map(torch.from_numpy, pad(rows[start : start + ROWS], tokenizer.pad_token_id))
        for i, (logits, targets) in enumerate(predictions(network, ids, attention)):
            totals[i] -= float(F.cross_entropy(logits, targets, reduction="sum"))
    return totals[0], totals[1]


class Baselines:
    """The n-gram models of both directions, over the same tokens: a sentence, or that sentence read backward, and its end.

    Args:
        train: documents that they are counted on.
    """

    def __init__(self, tokenizer: PreTrainedTokenizerFast, train: list[Document]) -> None:
        self.tokenizer = tokenizer
        sequences = self.sequences(train)
        self.trigrams = [Trigram(found, len(tokenizer)) for found in sequences]
        self.unigram = Unigram(sequences[0], len(tokenizer))

    def sequences(self, docs: list[Document]) -> list[list[list[int]]]:
        """Each direction's sequences."""
        sentences = [sentence for doc in encode(self.tokenizer, docs) for sentence in doc]
        first, last = self.tokenizer.cls_token_id, self.tokenizer.sep_token_id
        return [[[*s, last] for s in sentences], [[*s[::-1], first] for s in sentences]]

    def logprobs(self, docs: list[Document]) -> dict[str, float]:
        """Nats of documents: the trigram model of each direction, and the unigram model."""
        forward, backward = self.sequences(docs)
        measures: dict[str, tuple[Callable[[list[int]], float], list[list[int]]]] = {
            "trigram_forward": (self.trigrams[0].logprob, forward),
            "trigram_backward": (self.trigrams[1].logprob, backward),
            "unigram": (self.unigram.logprob, forward),
        }
        return {name: sum(map(logprob, found)) for name, (logprob, found) in measures.items()}


def mean_bits(network: ElmoModel, tokenizer: PreTrainedTokenizerFast, docs: list[Document], cost: float) -> float:
    """Bits per character, the mean of both directions.

    Args:
        cost: nats (negative) charged to each for unknown characters.
    """
    characters = sum(len(text) for doc in docs for text in doc)
    return -(sum(direction_logprobs(network, tokenizer, docs)) / 2 + cost) / math.log(2) / characters


def bits(
    network: ElmoModel, tokenizer: PreTrainedTokenizerFast, docs: list[Document], baselines: Baselines, cost: float
) -> dict[str, float]:
    """Bits per character of both directions and of the n-grams of each; `model` and `trigram` are the means of the two.

    Args:
        cost: nats (negative) charged to each of them for unknown characters.
    """
    nats = dict(zip(DIRECTIONS, direction_logprobs(network, tokenizer, docs), strict=True)) | baselines.logprobs(docs)
    characters = sum(len(text) for doc in docs for text in doc)
    found = {name: -(value + cost) / math.log(2) / characters for name, value in nats.items()}
    means = {
        "model": (found["forward"] + found["backward"]) / 2,
        "trigram": (found["trigram_forward"] + found["trigram_backward"]) / 2,
    }
    return means | found
