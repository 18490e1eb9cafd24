"""Public checks of the lab `electra`."""

from __future__ import annotations

import math
from typing import Any

import torch

from autograder.checks.api import Student, check, expect

IDS = torch.tensor([2, 10, 11, 12, 13, 14, 3])


@check("corrupt.places", function="corrupt", zh="在给定的位置换成给定的词元", en="puts the tokens where they belong")
def test_corrupt_replaces(student: Student) -> None:
    got = student.corrupt(IDS, torch.tensor([1, 4]), torch.tensor([20, 21]))
    expect.equal(got, torch.tensor([2, 20, 11, 12, 21, 14, 3]))


@check("corrupt.copy", function="corrupt", zh="传入的张量不变", en="leaves what was passed in as it is")
def test_corrupt_gives_a_copy(student: Student) -> None:
    student.corrupt(IDS, torch.tensor([2]), torch.tensor([30]))
    expect.unchanged(student, but=("grad_mode", "dtype"))


@check("rtd_labels.replaced", function="rtd_labels", zh="换过为 1，其余为 0", en="1 for replaced, 0 elsewhere")
def test_labels_tell_what_was_replaced(student: Student) -> None:
    got = student.rtd_labels(IDS, torch.tensor([2, 20, 11, 12, 21, 14, 3]))
    expect.equal(got, torch.tensor([0, 1, 0, 0, 1, 0, 0]))


@check(
    "rtd_labels.same_token",
    function="rtd_labels",
    zh="没有变的词元算原来的，不论是否被抽过",
    en="a token that did not change counts as original, sampled or not",
)
def test_labels_of_a_lucky_sample(student: Student) -> None:
    # With one token replaced, ones everywhere (which would be the labels reversed if none were) are not taken for labels reversed.
    for corrupted, want in (([2, 10, 11, 12, 21, 14, 3], [0, 0, 0, 0, 1, 0, 0]), (IDS.tolist(), [0] * 7)):
        expect.equal(student.rtd_labels(IDS, torch.tensor(corrupted)), torch.tensor(want))


def scalar(value: Any) -> Any:
    """A tensor with one number, without dimensions, as a float."""
    expect.tensor(value, ())
    return float(value)


LOGITS = torch.tensor([[0.5, -1.0, 2.0], [0.0, 3.0, -2.0]])
LABELS = torch.tensor([[0, 1, 1], [1, 0, 0]])


def by_hand(logits: torch.Tensor, labels: torch.Tensor, mask: torch.Tensor) -> float:
    """Mean binary cross-entropy over attended positions, number by number in Python's own floats."""
    losses = [
        math.log1p(math.exp(-x if y else x))
        for x, y, kept in zip(
            logits.flatten().tolist(), labels.flatten().tolist(), mask.flatten().tolist(), strict=True
        )
        if kept
    ]
    return sum(losses) / len(losses)


@check(
    "electra_loss.sum",
    function="electra_loss",
    zh="MLM 损失加 50 倍的判别损失",
    en="the MLM loss plus 50 times the other",
)
def test_loss_adds_up(student: Student) -> None:
    mask = torch.ones(2, 3, dtype=torch.long)
    got = scalar(student.electra_loss(torch.tensor(2.5), LOGITS, LABELS, mask))
    expect.close(got, 2.5 + 50 * by_hand(LOGITS, LABELS, mask))


@check("electra_loss.padding", function="electra_loss", zh="填充不算在内", en="padding does not count")
def test_loss_leaves_padding_out(student: Student) -> None:
    mask = torch.tensor([[1, 1, 0], [1, 0, 0]])
    got = scalar(student.electra_loss(torch.tensor(0.0), LOGITS, LABELS, mask))
    expect.close(got, 50 * by_hand(LOGITS, LABELS, mask))
