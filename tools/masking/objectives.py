"""What each objective of the chapter makes of a text: what goes in, who sees whom, what is predicted; by the reference solutions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import cycle, islice
from typing import Any

import numpy as np
import torch
from torch import Tensor

from reference import bert_pretraining, electra, gpt, sbo, unilm, xlnet

UNILM_TURNS = (
    "unilm-bidirectional",
    "unilm-seq2seq",
    "unilm-left-to-right",
    "unilm-bidirectional",
    "unilm-seq2seq",
    "unilm-right-to-left",
)
"""UniLM's mixture (Dong et al., 2019, section 2.4): a third, a third, a sixth, a sixth."""
XLNET_SHARE = 6
"""XLNet predicts the last sixth of an order (Yang et al., 2019, section 2.3, K = 6 to 7)."""


@dataclass(frozen=True)
class Case:
    """One pass through a model.

    Args:
        ids: the original tokens, `[CLS]` first and `[SEP]` last, `(n + 2,)`.
        inputs: what the model reads, `(n + 2,)`.
        attention: bool `(n + 2, n + 2)`, True where attention is allowed; rows look.
        targets: positions that are predicted.
    """

    ids: Tensor
    inputs: Tensor
    attention: Tensor
    targets: tuple[int, ...]

    def seen(self) -> Tensor:
        """Bool `(targets, n + 2)`: the text's *other* tokens that a prediction may use: attended to, and the original in the input."""
        rows = torch.tensor(self.targets, dtype=torch.long)
        seen = self.attention[rows] & (self.inputs == self.ids)
        seen[torch.arange(len(rows)), rows] = False
        seen[:, [0, -1]] = False
        return seen

    def sees_itself(self) -> Tensor:
        """Bool `(targets,)`: whether the token to be predicted itself stands in the input."""
        rows = torch.tensor(self.targets, dtype=torch.long)
        return (self.inputs == self.ids)[rows] & self.attention[rows, rows]


Draw = list[Case]
"""One draw of an objective's masks: the passes that it takes. One, but where each token is predicted with a hole of its own."""


@dataclass
class Maker:
    """Makes draws for one text after another.

    Args:
        tokenizer: gives `[MASK]` and the vocabulary.
        generator: gives the logits of ELECTRA's generator for inputs `(n + 2,)`.
        seed: of all chance; samples of the generator have a stream of their own, so that the holes do not depend on them.
    """

    tokenizer: Any
    generator: Callable[[Tensor], Tensor]
    seed: int = 0
    rng: np.random.Generator = field(init=False)
    sampling: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self.rng, self.sampling = (np.random.default_rng([self.seed, stream]) for stream in (0, 1))

    @cached_property
    def mask_id(self) -> int:
        """The id of `[MASK]`."""
        return int(self.tokenizer.mask_token_id)

    def draws(self, objective: str, ids: Tensor, count: int) -> list[Draw]:
        """So many draws of an objective, by name; `unilm` is its mixture, the four kinds taking turns."""
        kinds = UNILM_TURNS if objective == "unilm" else (objective,)
        return [OBJECTIVES[kind](self, ids) for kind in islice(cycle(kinds), count)]

    def cloze(self, ids: Tensor, attention: Tensor) -> Draw:
        """BERT's 80/10/10 holes under some attention mask."""
        inputs, labels = bert_pretraining.mask_tokens(ids, self.tokenizer, self.rng)
        return [Case(ids, inputs, attention, chosen(labels))]

    def one_by_one(self, ids: Tensor, attention: Tensor, targets: list[int]) -> Draw:
        """A pass for each target with `[MASK]` in its place, so that it is known where but not what it is."""
        return [Case(ids, with_holes(ids, [i], self.mask_id), attention, (i,)) for i in targets]


def chosen(labels: Tensor) -> tuple[int, ...]:
    """The positions that have a label."""
    return tuple(torch.nonzero(labels != bert_pretraining.IGNORED).flatten().tolist())


def with_holes(ids: Tensor, positions: list[int], mask_id: int) -> Tensor:
    """A copy with `[MASK]` at some positions."""
    inputs = ids.clone()
    inputs[positions] = mask_id
    return inputs


def everyone(ids: Tensor) -> Tensor:
    """The mask of an encoder: all see all."""
    return unilm.attention_mask("bidirectional", len(ids), 0)


def causal(maker: Maker, ids: Tensor) -> Draw:
    """GPT: each token from those before it. `[CLS]` is the start; the query's own place is a hole (`one_by_one`)."""
    return maker.one_by_one(ids, gpt.causal_mask(len(ids)), list(range(1, len(ids) - 1)))


def mlm(maker: Maker, ids: Tensor) -> Draw:
    """BERT: scattered tokens from all that is left."""
    return maker.cloze(ids, everyone(ids))


def spans(maker: Maker, ids: Tensor) -> Draw:
    """SpanBERT: the tokens of whole spans from all that is left."""
    drawn = sbo.sample_spans(len(ids), maker.rng)
    inputs, labels = sbo.mask_spans(ids, drawn, maker.tokenizer, maker.rng)
    return [Case(ids, inputs, everyone(ids), chosen(labels))]


def permutation(maker: Maker, ids: Tensor) -> Draw:
    """XLNet, the whole order: each token from those before it in a random order."""
    order = drawn_order(maker, ids)
    return maker.one_by_one(ids, order_mask(order, len(ids)), order)


def last_of_permutation(maker: Maker, ids: Tensor) -> Draw:
    """XLNet as it is trained: only the end of the order is predicted."""
    order = drawn_order(maker, ids)
    return maker.one_by_one(ids, order_mask(order, len(ids)), order[len(order) - len(order) // XLNET_SHARE :])


def drawn_order(maker: Maker, ids: Tensor) -> list[int]:
    """A random order of the positions between `[CLS]` and `[SEP]`."""
    order: list[int] = (1 + maker.rng.permutation(len(ids) - 2)).tolist()
    return order


def order_mask(order: list[int], length: int) -> Tensor:
    """The content stream's mask, the two special tokens in front of the order.

    With a hole at one position its row is the query stream: what comes before it in the order, and its own place.
    """
    content, _ = xlnet.permutation_masks([0, length - 1, *order])
    return content


def unilm_kind(kind: str) -> Callable[[Maker, Tensor], Draw]:
    """UniLM with one of its masks; the first half of the text is the source."""

    def draw(maker: Maker, ids: Tensor) -> Draw:
        half = len(ids) // 2
        return maker.cloze(ids, unilm.attention_mask(kind, half, len(ids) - half))

    return draw


def generator_inputs(maker: Maker, ids: Tensor) -> Draw:
    """ELECTRA's generator: BERT's task, but every chosen token is `[MASK]`."""
    [case] = mlm(maker, ids)
    return [Case(ids, with_holes(ids, list(case.targets), maker.mask_id), case.attention, case.targets)]


def replaced(maker: Maker, ids: Tensor) -> Draw:
    """ELECTRA's discriminator: all tokens of the text, those at the holes sampled from the generator."""
    [case] = generator_inputs(maker, ids)
    positions = torch.tensor(case.targets, dtype=torch.long)
    chances = maker.generator(case.inputs)[positions].double().softmax(dim=-1).numpy()
    sampled = [maker.sampling.choice(len(row), p=row / row.sum()) for row in chances]
    corrupted = electra.corrupt(ids, positions, torch.tensor(sampled, dtype=torch.long))
    return [Case(ids, corrupted, case.attention, tuple(range(1, len(ids) - 1)))]


OBJECTIVES: dict[str, Callable[[Maker, Tensor], Draw]] = {
    "causal": causal,
    "mlm": mlm,
    "spans": spans,
    "permutation": permutation,
    "permutation-end": last_of_permutation,
    "unilm-bidirectional": unilm_kind("bidirectional"),
    "unilm-left-to-right": unilm_kind("left-to-right"),
    "unilm-right-to-left": unilm_kind("right-to-left"),
    "unilm-seq2seq": unilm_kind("seq2seq"),
    "electra-generator": generator_inputs,
    "electra-discriminator": replaced,
}
