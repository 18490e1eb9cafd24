"""Public checks of the lab `roberta_masking`.

What is drawn is judged by what holds of every right draw, or with a probability of false alarm below 1e-6 that is stated beside it.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from autograder.checks.api import Student, check, expect
from autograder.models import numpy_generator
from autograder.text import Text


def masks_of(got: Any, epochs: int, num_tokens: int) -> Tensor:
    """The student's masks as a bool tensor, whatever their dtype: that is another check's."""
    made = expect.tensor(got, (epochs, num_tokens))
    others = expect.brief(made[(made != 0) & (made != 1)])
    expect.true(
        bool(((made == 0) | (made == 1)).all()),
        zh="有的元素既不是 True 也不是 False",
        en="some element is neither True nor False",
        more=Text(others, others),
    )
    return made.bool()


def static(student: Student, num_tokens: int, epochs: int, seed: int, **options: Any) -> Tensor:
    """The student's static masks, from a seed."""
    return masks_of(student.static_masks(num_tokens, epochs, numpy_generator(seed), **options), epochs, num_tokens)


def dynamic(student: Student, num_tokens: int, epochs: int, seed: int, **options: Any) -> Tensor:
    """The student's dynamic masks, from a seed."""
    return masks_of(student.dynamic_masks(num_tokens, epochs, numpy_generator(seed), **options), epochs, num_tokens)


def expect_count(masks: Tensor, count: int) -> None:
    """Pass if each mask has exactly this many positions."""
    found = sorted(set(masks.sum(dim=1).tolist()))
    expect.true(
        found == [count],
        zh="有的行掩去的个数不是 max(1, round(mask_ratio · (n − 2)))",
        en="some row has not max(1, round(mask_ratio · (n − 2))) masked positions",
        more=Text(f"每行应有 {count} 个，得到的个数是 {found}", f"there should be {count}; the counts are {found}"),
    )


def expect_ends_free(masks: Tensor) -> None:
    """Pass if neither the first position nor the last is ever masked."""
    first, last = masks[:, [0, -1]].sum(dim=0).tolist()
    expect.true(
        not first and not last,
        zh=f"{len(masks)} 行里，位置 0 被掩了 {first} 次，最后一个位置 {last} 次",
        en=f"in {len(masks)} rows position 0 is masked {first} times, the last one {last} times",
    )


def different(masks: Tensor) -> int:
    """How many different rows there are."""
    return len(torch.unique(masks, dim=0))


COUNTS = ((22, 3), (16, 2), (12, 2), (66, 10), (130, 19), (4, 1))
"""Numbers of tokens and of masked positions at 0.15: round(3.0), round(2.1), round(1.5) = 2 (to even), round(9.6), round(19.2), and
max(1, round(0.3)) = 1."""


@check(
    "static_masks.count",
    function="static_masks",
    zh="每行恰好 max(1, round(mask_ratio · (n − 2))) 个",
    en="exactly max(1, round(mask_ratio · (n − 2))) a row",
)
def test_static_masks_have_the_right_count(student: Student) -> None:
    for num_tokens, count in COUNTS:
        expect_count(static(student, num_tokens, 12, seed=1), count)


@check("static_masks.kind", function="static_masks", share=0.5, zh="布尔张量", en="a bool tensor")
def test_static_masks_are_boolean(student: Student) -> None:
    expect.tensor(student.static_masks(9, 4, numpy_generator(1)), boolean=True)


@check(
    "static_masks.ends",
    function="static_masks",
    zh="位置 0 和最后一个位置从不被掩",
    en="position 0 and the last are never masked",
)
def test_static_masks_leave_the_ends_free(student: Student) -> None:
    # Masks that treat all eight positions alike leave both ends free 60 times with a probability below 1e-30.
    expect_ends_free(static(student, 8, 60, seed=2, copies=60, mask_ratio=0.5))


@check(
    "static_masks.take_turns",
    function="static_masks",
    share=2,
    zh="第 e 轮用第 e % copies 种：40 轮里每种见 4 次",
    en="epoch e uses copy e % copies: over 40 epochs each is seen four times",
)
def test_static_masks_take_turns(student: Student) -> None:
    masks = static(student, 66, 40, seed=3)
    wrong = [epoch for epoch in range(40) if not torch.equal(masks[epoch], masks[epoch % 10])]
    expect.true(
        not wrong,
        zh=f"默认 10 种轮流使用，而这些轮的掩码与第 e % 10 轮的不同：{expect.brief(wrong)}",
        en=f"by default ten copies take turns, but the masks of these epochs e differ from epoch e % 10's: {expect.brief(wrong)}",
    )
    # Two of ten right masks are equal with a probability below 45 / C(64, 10) < 1e-9.
    expect.true(
        different(masks) == 10,
        zh=f"默认应有 10 种不同的掩码，得到 {different(masks)} 种",
        en=f"by default there should be 10 different masks; there are {different(masks)}",
    )


@check(
    "dynamic_masks.count",
    function="dynamic_masks",
    zh="每行恰好 max(1, round(mask_ratio · (n − 2))) 个",
    en="exactly max(1, round(mask_ratio · (n − 2))) a row",
)
def test_dynamic_masks_have_the_right_count(student: Student) -> None:
    for num_tokens, count in COUNTS:
        expect_count(dynamic(student, num_tokens, 12, seed=4), count)


@check("dynamic_masks.kind", function="dynamic_masks", share=0.5, zh="布尔张量", en="a bool tensor")
def test_dynamic_masks_are_boolean(student: Student) -> None:
    expect.tensor(student.dynamic_masks(9, 4, numpy_generator(8)), boolean=True)


@check(
    "dynamic_masks.ends",
    function="dynamic_masks",
    zh="位置 0 和最后一个位置从不被掩",
    en="position 0 and the last are never masked",
)
def test_dynamic_masks_leave_the_ends_free(student: Student) -> None:
    expect_ends_free(dynamic(student, 8, 60, seed=5, mask_ratio=0.5))


@check(
    "dynamic_masks.fresh",
    function="dynamic_masks",
    share=2,
    zh="每一轮都是新的掩码",
    en="each epoch has a fresh mask",
)
def test_dynamic_masks_are_fresh(student: Student) -> None:
    # Two of 40 right masks are equal with a probability below 780 / C(64, 10) < 1e-8.
    masks = dynamic(student, 66, 40, seed=6)
    expect.true(
        different(masks) == 40,
        zh=f"40 轮应有 40 种不同的掩码，得到 {different(masks)} 种",
        en=f"40 epochs should have 40 different masks; there are {different(masks)}",
    )
