"""Public checks of the lab `xlnet`.

Expected values are found by walking through the order, position by position: a set of what was predicted before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.checks.api import Student, check, expect
from autograder.text import Text

CHAPTER = [2, 1, 3, 0]
"""x3, x2, x4, x1."""
NAMES = ("content", "query")
BOTH = {"zh": "返回值（content 和 query 两个掩码）", "en": "the returned value (the masks content and query)"}


def visible(order: Sequence[int], itself: bool) -> list[list[bool]]:
    """Who sees whom, by walking through the order."""
    rows = [[False] * len(order) for _ in order]
    before: set[int] = set()
    for position in order:
        for other in before | ({position} if itself else set()):
            rows[position][other] = True
        before.add(position)
    return rows


def masks(student: Student, order: Sequence[int]) -> tuple[Tensor, Tensor]:
    """The student's two masks, as tensors of the right shape; whether they are boolean is another check's."""
    got = student.permutation_masks(list(order))
    expect.sequence(got, 2, **BOTH)
    shape = (len(order), len(order))
    content, query = (expect.tensor(mask, shape, zh=name, en=name) for mask, name in zip(got, NAMES, strict=True))
    return content, query


def expect_mask(got: Tensor, order: Sequence[int], itself: bool, name: str) -> None:
    """Pass if a mask allows exactly what it should."""
    want = torch.tensor(visible(order, itself)).reshape(len(order), len(order))
    wrong = (got.double() != want.double()).nonzero()
    if len(wrong):
        i, j = wrong[0].tolist()
        sees = bool(want[i, j])
        zh = f"{name}：{want.numel()} 处里有 {len(wrong)} 处不对：有的位置{'应当看见它看不见' if sees else '不应当看见它看得见'}的位置"
        en = (
            f"{name} has entries that are wrong ({len(wrong)} of {want.numel()}); some position "
            f"{'should see one that it does not' if sees else 'should not see one that it does'}"
        )
        place = f"{name}[{i}, {j}]"
        expect.fail(zh=zh, en=en, more=Text(f"{place} 应为 {sees}", f"{place} should be {sees}"))


def expect_both(student: Student, order: Sequence[int]) -> None:
    """Pass if both masks of an order are right."""
    content, query = masks(student, order)
    expect_mask(content, order, True, "content")
    expect_mask(query, order, False, "query")


def check_raises(student: Student, orders: Sequence[Any]) -> None:
    """Pass if each of these is refused."""
    for order in orders:
        student.raises(ValueError, "permutation_masks", order)


@check(
    "permutation_masks.query",
    function="permutation_masks",
    share=2,
    zh="本章的次序：查询流",
    en="the chapter's order: the query stream",
)
def test_query_stream_of_the_chapter(student: Student) -> None:
    expect_mask(masks(student, CHAPTER)[1], CHAPTER, False, "query")


@check(
    "permutation_masks.content",
    function="permutation_masks",
    share=2,
    zh="本章的次序：内容流",
    en="the chapter's order: the content stream",
)
def test_content_stream_of_the_chapter(student: Student) -> None:
    expect_mask(masks(student, CHAPTER)[0], CHAPTER, True, "content")


@check(
    "permutation_masks.boolean",
    function="permutation_masks",
    zh="两个掩码都是布尔张量",
    en="both masks are boolean tensors",
)
def test_masks_are_boolean(student: Student) -> None:
    got = student.permutation_masks([1, 2, 0])
    expect.sequence(got, 2, **BOTH)
    for name, mask in zip(NAMES, got, strict=True):
        expect.tensor(mask, boolean=True, zh=name, en=name)


@check(
    "permutation_masks.no_permutation",
    function="permutation_masks",
    zh="不是排列时抛出 ValueError",
    en="raises ValueError unless it is a permutation",
)
def test_a_repeated_position_is_refused(student: Student) -> None:
    check_raises(student, ([0, 0, 1], [0, 2]))
