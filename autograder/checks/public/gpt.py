"""Public checks of the lab `gpt`.

Expected values come from transformers' own GPT-2 (its attention layer, its loss) and from small cases worked out by hand.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import torch
from torch import Tensor

from autograder.checks.api import CheckFailed, Student, check, expect
from autograder.checks.failure import NotRun
from autograder.models.build import build
from autograder.text import Text

UNUSABLE = Text(
    "没有判：它所依赖的 causal_mask 还不对", "not judged: causal_mask, which it builds on, is not right yet"
)


@cache
def gpt2() -> Any:
    """A small GPT-2 with random weights."""
    return build("model", "fixture-gpt2-en", {})


def lower_triangle(n: int) -> Tensor:
    """The mask by its definition, pair by pair."""
    return torch.tensor([[j <= i for j in range(n)] for i in range(n)]).reshape(n, n)


def expect_mask(student: Student, n: int) -> None:
    """Pass if the student's mask of `n` positions allows what it should; whether it is boolean is another check's."""
    got, want = expect.tensor(student.causal_mask(n), (n, n)), lower_triangle(n)
    wrong = (got.double() != want.double()).nonzero().tolist()
    if wrong:
        i, j = wrong[0]
        zh = "有的位置看到了它后面的位置，或看不到该看的位置"
        en = "some position sees one that comes after it, or does not see one that it should"
        more_zh = f"[{i}, {j}] 应为 {bool(want[i, j])}（{n * n} 处里有 {len(wrong)} 处不对）"
        more_en = f"[{i}, {j}] should be {bool(want[i, j])} (wrong: {len(wrong)} of {n * n})"
        expect.fail(zh=zh, en=en, more=Text(more_zh, more_en))


def with_mask_excused(student: Student, attempt: Callable[[], None]) -> None:
    """Run an attempt at attention; where it fails although the student's own mask is wrong, it is not judged."""
    try:
        attempt()
    except CheckFailed:
        try:
            expect_mask(student, 4)
            expect.tensor(student.causal_mask(4), boolean=True)
        except CheckFailed:
            raise NotRun(UNUSABLE) from None
        raise


def loss_of(student: Student, logits: Tensor, ids: Tensor) -> float:
    """The student's loss as a number, whether it came as a scalar tensor or as a float."""
    return expect.scalar(student.next_token_loss(logits, ids))


@check("causal_mask.values", function="causal_mask", share=2, zh="位置 i 看到 j <= i", en="position i sees j <= i")
def test_causal_mask_is_the_lower_triangle(student: Student) -> None:
    for n in (1, 2, 5):
        expect_mask(student, n)


@check(
    "causal_mask.kind",
    function="causal_mask",
    zh="布尔张量，允许之处为 True",
    en="a bool tensor, True where attention is allowed",
)
def test_causal_mask_is_boolean(student: Student) -> None:
    expect.tensor(student.causal_mask(4), (4, 4), boolean=True)


@check(
    "causal_attention.means",
    function="causal_attention",
    zh="分数都相等时：前面各个值的平均",
    en="with equal scores: means of the values so far",
)
def test_equal_scores_give_means(student: Student) -> None:
    zeros, values = torch.zeros(4, 1), torch.tensor([[1.0], [3.0], [8.0], [-4.0]])
    want = torch.tensor([[1.0], [2.0], [4.0], [2.0]])
    with_mask_excused(student, lambda: expect.close(student.causal_attention(zeros, zeros, values), want))


@check(
    "causal_attention.scale",
    function="causal_attention",
    zh="分数乘以 1/sqrt(d)",
    en="scores are scaled by 1/sqrt(d)",
)
def test_scores_are_scaled(student: Student) -> None:
    # d = 4, and q_1 · k_0 = 2 ln 3, q_1 · k_1 = 0: scaled, the scores differ by ln 3, so that the weights are 3/4 and 1/4.
    q = torch.zeros(2, 4)
    k = torch.zeros(2, 4)
    q[1, 0], k[0, 0] = 1.0, 2 * math.log(3)
    v = torch.tensor([[4.0, 0.0, 8.0, 0.0], [0.0, 4.0, 0.0, -8.0]])
    want = torch.stack([v[0], torch.tensor([3.0, 1.0, 6.0, -2.0])])
    with_mask_excused(student, lambda: expect.close(student.causal_attention(q, k, v), want))


@check(
    "next_token_loss.uniform",
    function="next_token_loss",
    zh="logits 都相等时：ln(词表大小)",
    en="with equal logits: ln of the vocabulary's size",
)
def test_equal_logits_give_the_logarithm_of_the_vocabulary(student: Student) -> None:
    for vocabulary, batch, length in ((10, 1, 4), (7, 3, 2)):
        ids = torch.arange(batch * length).reshape(batch, length) % vocabulary
        expect.close(loss_of(student, torch.zeros(batch, length, vocabulary), ids), math.log(vocabulary))


@check(
    "next_token_loss.shift",
    function="next_token_loss",
    zh="位置 t 预测位置 t + 1",
    en="position t predicts position t + 1",
)
def test_each_position_predicts_the_next(student: Student) -> None:
    ids = torch.tensor([[2, 0, 3, 1, 2]])
    sure = 20 * torch.nn.functional.one_hot(ids.roll(-1, dims=1), 4).float()
    expect.close(loss_of(student, sure, ids), 0.0, atol=1e-4)
