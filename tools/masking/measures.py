"""The numbers of the page: how much each objective predicts, what each prediction sees, and a shipped model's loss."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor
from transformers import AutoModelForCausalLM, AutoTokenizer, BertForMaskedLM, ElectraForPreTraining

from reference import electra, gpt
from tools.masking.objectives import Case, Draw, Maker

TINY = Path(__file__).resolve().parents[2] / "autograder" / "models" / "tiny"
TEXTS = (
    "安装完成以后，请重新启动电脑，再打开设置窗口，选择喜欢的语言，然后点击保存按钮。",
    "国王带着军队连夜渡过了河，天亮的时候，城门已经打开，敌人早逃进了北方的森林里去。",
    "今天早上下了大雨，他没有带伞，到学校的时候衣服全湿了，老师借给他一件干净的外套。",
    "如果文件已经存在，程序会询问您是否要覆盖它；要保留原来的文件，请选择另一个名称。",
)
"""The tiny text: 40 characters each, one token a character for both models; none of it was trained on."""
LENGTH = 40
ROWS = (
    "causal",
    "mlm",
    "spans",
    "permutation",
    "permutation-end",
    "unilm",
    "unilm-bidirectional",
    "unilm-seq2seq",
    "unilm-left-to-right",
    "unilm-right-to-left",
    "electra-generator",
    "electra-discriminator",
)
MANY, SOME = 300, 60
"""Draws for each text, for what is seen and for the losses; multiples of UniLM's six turns."""
DRAWS = {"causal": 1, "permutation": 50, "permutation-end": 100}
LOSS_DRAWS = {"causal": 1, "permutation": 5, "permutation-end": 30}
"""Other numbers of draws: a causal model has one way to read a text; a permutation takes a pass for each token."""
BATCH = 64


@dataclass(frozen=True)
class Range:
    """Mean, least and greatest of something."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Tensor) -> Range:
        """Of all the values of a tensor."""
        return cls(values.double().mean().item(), float(values.min()), float(values.max()))


@dataclass(frozen=True)
class Sight:
    """What an objective predicts, and what its predictions see.

    Args:
        share: tokens predicted, of the text's, in a draw.
        visible: other tokens of the text that a prediction sees.
        left: mean number of those on the left.
        right: mean number of those on the right.
        neighbours: share of predictions that see both the token before and the token after; of those that have both.
        itself: share of predictions whose own token is in the input.
    """

    share: Range
    visible: Range
    left: float
    right: float
    neighbours: float
    itself: float


@dataclass(frozen=True)
class Loss:
    """A model's mean cross-entropy in nats a prediction, over all texts' draws; `by_text` has the texts' own means' range."""

    nats: float
    by_text: Range
    predictions: int


@dataclass(frozen=True)
class Detection:
    """What ELECTRA's discriminator is given, and what it makes of it; losses in nats a token.

    Args:
        hits: share of the generator's samples that are the original.
        replaced: share of all tokens that are replaced.
        coin: the loss of answering one half everywhere.
        base_rate: the loss of answering the share of replaced tokens everywhere.
        learnt: the loss of the shipped discriminator, which was trained with another generator.
    """

    hits: float
    replaced: float
    coin: float
    base_rate: float
    learnt: float


@dataclass
class Page:
    """Everything on the page, computed when it is asked for; all chance comes from one seed.

    Example:
        >>> page = Page()
        >>> page.sight("permutation").visible.mean
        19.5
    """

    seed: int = 0
    bert: Any = field(init=False)
    words: Any = field(init=False)
    texts: list[Tensor] = field(init=False)
    _drawn: dict[str, list[Draw]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.bert = BertForMaskedLM.from_pretrained(TINY / "bert-zh").eval()
        self.words = AutoTokenizer.from_pretrained(TINY / "bert-zh")
        self.texts = [torch.tensor(self.words(text)["input_ids"]) for text in TEXTS]

    def maker(self) -> Maker:
        """A maker of draws at the beginning of its seed, so that no row depends on another."""
        return Maker(self.words, lambda inputs: self._logits([Case(inputs, inputs, _all(inputs), ())])[0], self.seed)

    def sight(self, objective: str) -> Sight:
        """What the objective's predictions see."""
        return sight_of(self.drawn(objective))

    def drawn(self, objective: str) -> list[Draw]:
        """The draws that `sight` counts, over all texts; kept, since ELECTRA's take a model."""
        if objective not in self._drawn:
            maker, count = self.maker(), DRAWS.get(objective, MANY)
            self._drawn[objective] = [draw for ids in self.texts for draw in maker.draws(objective, ids, count)]
        return self._drawn[objective]

    def loss(self, objective: str) -> Loss:
        """The loss of the shipped BERT on the objective's predictions."""
        maker, count = self.maker(), LOSS_DRAWS.get(objective, SOME)
        by_text = [
            torch.cat(list(self._nats(case for draw in maker.draws(objective, ids, count) for case in draw)))
            for ids in self.texts
        ]
        return _loss(by_text)

    def gpt_loss(self) -> Loss:
        """The loss of the shipped GPT-2 on the same texts, by the reference's `next_token_loss`, all tokens of the text predicted."""
        network = AutoModelForCausalLM.from_pretrained(TINY / "gpt2-zh").eval()
        words = AutoTokenizer.from_pretrained(TINY / "gpt2-zh")
        by_text = []
        for text in TEXTS:
            ids = torch.tensor([[words.bos_token_id, *words(text, add_special_tokens=False)["input_ids"]]])
            with torch.no_grad():
                by_text.append(gpt.next_token_loss(network(ids).logits, ids).expand(ids.shape[1] - 1))
        return _loss(by_text)

    def detection(self) -> Detection:
        """What the discriminator has to find, the shipped BERT being the generator."""
        cases = [case for [case] in self.drawn("electra-discriminator")]
        labels = torch.stack([electra.rtd_labels(case.ids, case.inputs)[1:-1] for case in cases])
        replaced = labels.double().mean().item()
        asked = self.sight("electra-generator").share.mean  # of the same seed, so of the same holes
        return Detection(
            1 - replaced / asked,
            replaced,
            constant_answer(labels, 0.5),
            constant_answer(labels, replaced),
            detection_loss(_judged(torch.stack([case.inputs for case in cases]))[:, 1:-1], labels),
        )

    def _nats(self, cases: Iterable[Case]) -> Iterable[Tensor]:
        """Cross-entropies of the targets, case by case."""
        held = list(cases)
        for start in range(0, len(held), BATCH):
            batch = held[start : start + BATCH]
            for case, logits in zip(batch, self._logits(batch), strict=True):
                rows = torch.tensor(case.targets, dtype=torch.long)
                yield F.cross_entropy(logits[rows], case.ids[rows], reduction="none")

    def _logits(self, cases: list[Case]) -> Tensor:
        """`(cases, n + 2, vocabulary)`, each case under its own attention mask."""
        inputs = torch.stack([case.inputs for case in cases])
        attention = torch.stack([case.attention for case in cases])[:, None]
        with torch.no_grad():
            logits: Tensor = self.bert(inputs, attention_mask=attention).logits
        return logits


def _all(ids: Tensor) -> Tensor:
    return torch.ones(len(ids), len(ids), dtype=torch.bool)


def _loss(by_text: list[Tensor]) -> Loss:
    means = torch.stack([nats.mean() for nats in by_text])
    nats = torch.cat(by_text)
    return Loss(nats.double().mean().item(), Range.of(means), len(nats))


def sight_of(draws: list[Draw]) -> Sight:
    """Counts what the predictions of these draws see.

    Args:
        draws: of one objective, on texts of one length.
    """
    cases = [case for draw in draws for case in draw]
    seen = torch.cat([case.seen() for case in cases])[:, 1:-1]
    place = torch.tensor([target - 1 for case in cases for target in case.targets])[:, None]
    column = torch.arange(seen.shape[1])
    shares = torch.tensor([sum(len(case.targets) for case in draw) / seen.shape[1] for draw in draws])
    beside = (seen & ((column - place).abs() == 1)).sum(dim=1)
    inner = ((place > 0) & (place < seen.shape[1] - 1)).flatten()
    return Sight(
        Range.of(shares),
        Range.of(seen.sum(dim=1)),
        (seen & (column < place)).sum(dim=1).double().mean().item(),
        (seen & (column > place)).sum(dim=1).double().mean().item(),
        (beside[inner] == 2).double().mean().item(),
        torch.cat([case.sees_itself() for case in cases]).double().mean().item(),
    )


def constant_answer(labels: Tensor, probability: float) -> float:
    """The loss of a discriminator that says the same of every token, by the reference's `electra_loss` with weight 1."""
    return detection_loss(
        torch.full(labels.shape, math.log(probability / (1 - probability)), dtype=torch.double), labels
    )


def detection_loss(logits: Tensor, labels: Tensor) -> float:
    """The loss of a discriminator's logits, in nats a token."""
    return float(electra.electra_loss(torch.tensor(0.0), logits, labels, torch.ones_like(labels), weight=1.0))


def _judged(inputs: Tensor) -> Tensor:
    """The logits `(cases, n + 2)` of the shipped discriminator."""
    network = ElectraForPreTraining.from_pretrained(TINY / "electra-zh").eval()
    with torch.no_grad():
        logits: Tensor = network(inputs).logits
    return logits
