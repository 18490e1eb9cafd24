"""ALBERT: the same computation as BERT with a ninth of its parameters.

Two ideas save parameters. The embedding matrix is a product of two thin ones, because what a token means by itself needs fewer
dimensions than what it means in context. And all layers are one layer, applied again and again. Neither saves time: as many layers
run as before. A third idea makes the second pre-training task harder: instead of asking whether two sentences belong together, which
their topics give away, ALBERT asks which of the two came first.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from torch import Tensor, nn
from transformers import AlbertConfig

# %% plm="embedding_parameters"


def embedding_parameters(vocab: int, hidden: int, factor: int | None = None) -> int:
    """How many parameters the token embeddings have.

    Args:
        vocab: number of tokens V.
        hidden: size of the hidden layers H.
        factor: the embedding size E of the factorisation; None for one matrix, as in BERT.

    Returns:
        V·H, or V·E + E·H: a table of thin vectors, and one matrix that widens them. Biases are not counted.

    Source:
        Lan et al. (2020), ALBERT, section 3.1.

    Example:
        >>> embedding_parameters(30000, 768), embedding_parameters(30000, 768, 128)
        (23040000, 3938304)
    """
    if factor is None:
        return vocab * hidden
    return vocab * factor + factor * hidden


# %% plm="albert_parameters"


def albert_parameters(config: AlbertConfig) -> int:
    """How many parameters `AlbertModel(config)` has, without building it.

    Args:
        config: an `AlbertConfig`.

    Returns:
        The number of parameters: embeddings, the map to the hidden size, every *distinct* layer once, and the pooler.
        `num_hidden_layers` does not come in: layers repeat, parameters do not.

    Example:
        >>> albert_parameters(AlbertConfig())  # the default is xxlarge
        222595584
    """
    embedding, hidden = int(config.embedding_size), int(config.hidden_size)
    rows = config.vocab_size + config.max_position_embeddings + config.type_vocab_size
    embeddings = rows * embedding + _norm(embedding)
    layers = config.num_hidden_groups * config.inner_group_num * _layer_parameters(config)
    total: int = embeddings + _linear(embedding, hidden) + layers + _linear(hidden, hidden)
    return total


def _layer_parameters(config: AlbertConfig) -> int:
    """One Transformer layer: attention with its norm, the feed-forward network, and the norm after it."""
    hidden = config.hidden_size
    attention = 4 * _linear(hidden, hidden) + _norm(hidden)  # queries, keys, values, and what joins the heads
    feed_forward = _linear(hidden, config.intermediate_size) + _linear(config.intermediate_size, hidden)
    return attention + feed_forward + _norm(hidden)


def _linear(inputs: int, outputs: int) -> int:
    """Weights and biases of a linear map."""
    return inputs * outputs + outputs


def _norm(size: int) -> int:
    """Scale and shift of a LayerNorm."""
    return 2 * size


# %% plm="SharedEncoder.forward"


class SharedEncoder(nn.Module):
    """An encoder whose layers are all the same one.

    Args:
        layer: any module that keeps the shape of its input.
        repeats: how many times it is applied.

    Source:
        Lan et al. (2020), ALBERT, section 3.1: cross-layer parameter sharing.

    Example:
        >>> SharedEncoder(nn.Linear(4, 4), repeats=12)(torch.zeros(2, 4)).shape
        torch.Size([2, 4])
    """

    def __init__(self, layer: nn.Module, repeats: int) -> None:
        super().__init__()
        self.layer = layer
        self.repeats = repeats

    def forward(self, x: Tensor) -> Tensor:
        """Apply the one layer `repeats` times: `(..., size)` in, `(..., size)` out."""
        for _ in range(self.repeats):
            x = self.layer(x)
        return x


# %% plm="sop_pairs"


def sop_pairs(documents: list[list[str]], rng: np.random.Generator) -> list[tuple[str, str, int]]:
    """Sentence order prediction: two neighbouring sentences, in order or swapped.

    Args:
        documents: lists of sentences.
        rng: the only source of chance.

    Returns:
        `(sentence_a, sentence_b, label)` for every sentence that has a next one in its document, in order: label 0 as they stand,
        label 1 the same two sentences swapped, with probability one half.

    Raises:
        ValueError: for fewer than two documents.

    Source:
        Lan et al. (2020), ALBERT, section 3.1: inter-sentence coherence loss.

    Example:
        >>> sop_pairs([["a", "b", "c"], ["d"]], np.random.default_rng(0))
        [('a', 'b', 0), ('c', 'b', 1)]
    """
    if len(documents) < 2:
        raise ValueError("at least two documents are needed")
    neighbours = [pair for document in documents for pair in pairwise(document)]
    return [(b, a, 1) if rng.random() < 0.5 else (a, b, 0) for a, b in neighbours]
