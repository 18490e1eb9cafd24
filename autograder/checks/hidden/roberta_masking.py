"""Hidden checks of the lab `roberta_masking`: the rest of the contract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import torch
from torch import Tensor

from autograder.checks.api import Student, check, expect
from autograder.checks.public.roberta_masking import different, dynamic, expect_count, static
from autograder.models import numpy_generator
from autograder.text import Text

ALL_BUT_CHANCE = ("grad_mode", "dtype", "value", "mode", "weights", "gradients", "requires_grad")
SHORT = ((3, 0.15, 1), (4, 0.15, 1), (5, 0.15, 1), (12, 0.01, 1), (12, 0.28, 3), (10, 0.4, 3), (10, 1.0, 8))
"""Numbers of tokens, ratio, and the count by hand: max(1, round(ratio · (n − 2))), away from halves."""


def expect_uniform(draw: Callable[[int], Tensor]) -> None:
    """Pass if all sets of positions look equally likely.

    Eight tokens at 0.3 have two of six inner positions masked: 15 sets, 3,000 draws. By Chernoff's bound one set comes 300 times
    or more with a probability below exp(-3000 · KL(0.1 ‖ 1/15)) < 1e-10, 100 times or fewer below 1e-14; any of the 15 below 2e-9.
    """
    masks = draw(3000)
    expect_count(masks, 2)
    sets = Counter(tuple(row.nonzero().flatten().tolist()) for row in masks)
    wanted = [(one, two) for one in range(1, 7) for two in range(one + 1, 7)]
    expect.true(
        all(100 < sets[pair] < 300 for pair in wanted),
        zh="不是所有的位置组合都同样可能：应当均匀、不重复地抽取",
        en="not all sets of positions are equally likely: draw uniformly and without repetition",
    )


@check("static_masks.short", function="static_masks", zh="短文本与别的比例", en="short texts and other ratios")
def test_static_masks_of_short_texts(student: Student) -> None:
    for num_tokens, ratio, count in SHORT:
        expect_count(static(student, num_tokens, 5, seed=2, mask_ratio=ratio), count)


@check(
    "static_masks.copies",
    function="static_masks",
    share=1.5,
    zh="按 copies 的个数轮流，轮数不必是它的倍数",
    en="takes turns among `copies`, of which the epochs need be no multiple",
)
def test_static_masks_take_turns_among_their_copies(student: Student) -> None:
    for copies, epochs in ((1, 7), (3, 11), (10, 4), (25, 60)):
        masks = static(student, 66, epochs, seed=3, copies=copies)
        expect.true(
            all(torch.equal(masks[epoch], masks[epoch % copies]) for epoch in range(epochs)),
            zh="第 e 轮没有用第 e % copies 种",
            en="epoch e does not use copy e % copies",
            more=Text(f"copies = {copies}", f"copies = {copies}"),
        )
        # Two of 25 right masks are equal with a probability below 300 / C(64, 10) < 1e-8.
        expect.true(
            different(masks) == min(copies, epochs),
            zh="掩码的种数不对",
            en="the number of different masks is wrong",
            more=Text(f"copies = {copies}", f"copies = {copies}"),
        )


@check(
    "static_masks.uniform",
    function="static_masks",
    zh="各种位置组合同样可能，各种掩码互不相干",
    en="all sets of positions are equally likely, and the masks independent",
)
def test_static_masks_are_uniform(student: Student) -> None:
    expect_uniform(lambda draws: static(student, 8, draws, seed=4, copies=draws, mask_ratio=0.3))


@check(
    "static_masks.chance",
    function="static_masks",
    zh="随机只来自传入的 rng",
    en="all chance comes from the rng that is passed in",
)
def test_static_masks_take_their_chance_from_the_generator(student: Student) -> None:
    one, again, other = (static(student, 66, 10, seed=seed) for seed in (5, 5, 6))
    expect_chance(one, again, other)
    student.static_masks(20, 3, numpy_generator(7))
    expect.unchanged(student, but=ALL_BUT_CHANCE)


def expect_chance(one: Tensor, again: Tensor, other: Tensor) -> None:
    """Pass if equal generators gave equal masks and another one gave others (right ones are equal with a probability of C(64, 10)^-10)."""
    expect.true(torch.equal(one, again), zh="rng 状态相同，结果不同", en="equal states of rng give different masks")
    expect.true(not torch.equal(one, other), zh="rng 不同，结果却相同", en="different rng give the same masks")


@check("dynamic_masks.short", function="dynamic_masks", zh="短文本与别的比例", en="short texts and other ratios")
def test_dynamic_masks_of_short_texts(student: Student) -> None:
    for num_tokens, ratio, count in SHORT:
        expect_count(dynamic(student, num_tokens, 5, seed=9, mask_ratio=ratio), count)


@check(
    "dynamic_masks.never_ends",
    function="dynamic_masks",
    zh="轮数再多也不重复使用",
    en="no mask is used again, however many epochs there are",
)
def test_dynamic_masks_do_not_repeat(student: Student) -> None:
    # Two of 150 right masks are equal with a probability below C(150, 2) / C(98, 15) < 1e-12.
    masks = dynamic(student, 100, 150, seed=10)
    expect.true(different(masks) == 150, zh="有的掩码重复了", en="some mask comes again")


@check(
    "dynamic_masks.uniform",
    function="dynamic_masks",
    zh="各种位置组合同样可能，各轮互不相干",
    en="all sets of positions are equally likely, and the epochs independent",
)
def test_dynamic_masks_are_uniform(student: Student) -> None:
    expect_uniform(lambda draws: dynamic(student, 8, draws, seed=11, mask_ratio=0.3))
    # Of two independent masks in a row the second equals the first with a probability of 1/15: of 2,999 pairs more than 400 do with a
    # probability below exp(-2999 · KL(0.133 ‖ 1/15)) < 1e-30, fewer than 100 below 1e-13.
    masks = dynamic(student, 8, 3000, seed=12, mask_ratio=0.3)
    equal = int((masks[1:] == masks[:-1]).all(dim=1).sum())
    expect.true(
        100 <= equal <= 400,
        zh="相邻两轮的掩码不是互不相干的",
        en="the masks of two epochs in a row are not independent",
    )


@check(
    "dynamic_masks.chance",
    function="dynamic_masks",
    zh="随机只来自传入的 rng",
    en="all chance comes from the rng that is passed in",
)
def test_dynamic_masks_take_their_chance_from_the_generator(student: Student) -> None:
    one, again, other = (dynamic(student, 66, 10, seed=seed) for seed in (13, 13, 14))
    expect_chance(one, again, other)
    student.dynamic_masks(20, 3, numpy_generator(15))
    expect.unchanged(student, but=ALL_BUT_CHANCE)
