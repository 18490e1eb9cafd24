"""Hidden checks of `attention`: other sizes, leading dimensions, rows that may see nothing, and the masks together."""

from __future__ import annotations

import torch

from autograder.checks.api import Student, check, expect
from autograder.checks.public.attention import (
    by_hand,
    expect_attention,
    expect_heads,
    expect_mask,
    matrices,
    numbers,
)


@check("causal_mask.sizes", function="causal_mask", zh="其他长度，包括 1", en="other lengths, 1 among them")
def test_other_lengths(student: Student) -> None:
    for n in (1, 2, 7):
        expect_mask(student.causal_mask(n), [[j <= i for j in range(n)] for i in range(n)])


@check("padding_mask.edges", function="padding_mask", zh="空句和满句", en="empty and full sentences")
def test_empty_and_full_sentences(student: Student) -> None:
    expect_mask(student.padding_mask([0, 3], 3), [[[False] * 3], [[True] * 3]])


@check(
    "padding_mask.too_long",
    function="padding_mask",
    zh="句子长于 width 时抛出 ValueError",
    en="raises ValueError if a sentence is longer than the width",
)
def test_a_sentence_that_is_too_long(student: Student) -> None:
    student.raises(ValueError, "padding_mask", [2, 5], 4)


@check("attention.wide", function="attention", zh="维数大时", en="many dimensions", needs=["attention.plain"])
def test_many_dimensions(student: Student) -> None:
    expect_attention(student, numbers(11, 4, 64), numbers(12, 6, 64), numbers(13, 6, 3))


@check("attention.batch", function="attention", zh="前面还有维度", en="leading dimensions", needs=["attention.plain"])
def test_leading_dimensions(student: Student) -> None:
    query, key, value = numbers(14, 2, 3, 4, 5), numbers(15, 2, 3, 6, 5), numbers(16, 2, 3, 6, 7)
    want = [
        [by_hand(q.tolist(), k.tolist(), v.tolist())[0] for q, k, v in zip(*of_batch, strict=True)]
        for of_batch in zip(query, key, value, strict=True)
    ]
    got = student.attention(query, key, value)
    expect.sequence(got, 2)
    expect.close(got[0], torch.tensor(want), zh="输出", en="the output")


@check(
    "attention.nothing_to_see",
    function="attention",
    zh="什么都不许看的行全为 0",
    en="zeros in rows that may see nothing",
    needs=["attention.mask"],
)
def test_a_row_that_sees_nothing(student: Student) -> None:
    mask = torch.tensor([[False, False, False], [True, True, False]])
    expect_attention(student, numbers(17, 2, 4), numbers(18, 3, 4), numbers(19, 3, 4), mask)


@check("multi_head.four", function="multi_head", zh="四个头", en="four heads", needs=["attention.plain"])
def test_four_heads(student: Student) -> None:
    expect_heads(student, numbers(20, 3, 5, 12), 200, 4)


@check("multi_head.one", function="multi_head", zh="一个头", en="one head", needs=["attention.plain"])
def test_one_head(student: Student) -> None:
    expect_heads(student, numbers(21, 1, 4, 6), 210, 1)


@check("multi_head.causal", function="multi_head", zh="因果掩码", en="a causal mask", needs=["attention.mask"])
def test_a_causal_mask(student: Student) -> None:
    expect_heads(student, numbers(22, 2, 4, 8), 220, 2, torch.ones(4, 4).tril().bool())


@check(
    "multi_head.both_masks",
    function="multi_head",
    zh="因果掩码与填充掩码同时用",
    en="a causal and a padding mask together",
    needs=["attention.mask"],
)
def test_both_masks(student: Student) -> None:
    padding = torch.tensor([[[True, True, True, False]], [[True, False, False, False]]])
    expect_heads(student, numbers(23, 2, 4, 8), 230, 4, padding & torch.ones(4, 4).tril().bool())


@check("multi_head.inputs", function="multi_head", zh="不改动输入", en="leaves its inputs as they are")
def test_inputs_are_left_alone(student: Student) -> None:
    student.multi_head(numbers(24, 1, 2, 4), matrices(240, 4), 2)
    expect.unchanged(student)
