"""Hidden checks of the lab `xlnet`: other orders, other lengths."""

from __future__ import annotations

import itertools

from autograder.checks.api import Student, check
from autograder.checks.public.xlnet import check_raises, expect_both


@check(
    "permutation_masks.all_of_three",
    function="permutation_masks",
    share=2,
    zh="三个位置的所有次序",
    en="every order of three positions",
)
def test_every_order_of_three(student: Student) -> None:
    for order in itertools.permutations(range(3)):
        expect_both(student, order)


@check(
    "permutation_masks.long",
    function="permutation_masks",
    share=2,
    zh="更长的次序，不是自己的逆",
    en="longer orders that are not their own inverse",
)
def test_longer_orders(student: Student) -> None:
    for order in ([3, 0, 4, 1, 2], [5, 2, 6, 0, 3, 1, 4], [1, 2, 3, 4, 5, 6, 7, 0]):
        expect_both(student, order)


@check(
    "permutation_masks.plain_orders",
    function="permutation_masks",
    zh="从左到右、从右到左、只有一个位置",
    en="left to right, right to left, a single position",
)
def test_plain_orders(student: Student) -> None:
    for order in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [0]):
        expect_both(student, order)


@check(
    "permutation_masks.other_refusals",
    function="permutation_masks",
    zh="从 1 数起的、负的、越界的、重复的位置抛出 ValueError",
    en="raises ValueError for positions counted from 1, negative, out of range or repeated",
)
def test_other_lists_are_refused(student: Student) -> None:
    check_raises(student, ([1, 2, 3], [-1, 0, 1], [0, 1, 5], [2, 2, 2], [2, 0, 2], [3, 0, 3, 0]))
