"""Public checks of `attention`.

Expected values are computed number by number in plain Python floats, from the definitions; no tensor operation of the reference's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.checks.api import Student, check, expect

NAMES = ("query", "key", "value", "output")
Rows = list[list[float]]


def numbers(seed: int, *shape: int) -> Tensor:
    """Fixed numbers of no pattern."""
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def by_hand(query: Rows, key: Rows, value: Rows, mask: list[list[bool]] | None = None) -> tuple[Rows, Rows]:
    """Attention of one sentence, from its definition: output and weights."""
    weights = []
    for i, looking in enumerate(query):
        scores = [
            math.fsum(a * b for a, b in zip(looking, seen, strict=True)) / math.sqrt(len(looking)) for seen in key
        ]
        allowed = [mask is None or mask[i][j] for j in range(len(key))]
        exponentials = [math.exp(score) if may else 0.0 for score, may in zip(scores, allowed, strict=True)]
        total = math.fsum(exponentials)
        weights.append([part / total if total else 0.0 for part in exponentials])
    columns = list(zip(*value, strict=True))
    output = [[math.fsum(w * v for w, v in zip(row, column, strict=True)) for column in columns] for row in weights]
    return output, weights


def expect_attention(student: Student, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None) -> None:
    """Pass if both results are right; `query` `(n, d)`, `key` `(m, d)`, `value` `(m, e)`, `mask` `(n, m)`."""
    got = student.attention(query, key, value, mask)
    expect.sequence(got, 2)
    want = by_hand(query.tolist(), key.tolist(), value.tolist(), None if mask is None else mask.tolist())
    for part, right, zh, en in zip(got, want, ("输出", "权重"), ("the output", "the weights"), strict=True):
        expect.close(part, torch.tensor(right), zh=zh, en=en)


def heads_by_hand(x: Rows, weights: dict[str, Rows], heads: int, mask: list[list[bool]] | None = None) -> Rows:
    """Multi-head attention of one sentence, head by head."""

    def times(rows: Rows, matrix: Rows) -> Rows:
        return [
            [math.fsum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*matrix, strict=True)]
            for row in rows
        ]

    width = len(x[0]) // heads
    parts = [times(x, weights[name]) for name in NAMES[:3]]
    joined: Rows = [[] for _ in x]
    for head in range(heads):
        query, key, value = ([row[head * width : (head + 1) * width] for row in part] for part in parts)
        for row, more in zip(joined, by_hand(query, key, value, mask)[0], strict=True):
            row += more
    return times(joined, weights["output"])


def matrices(seed: int, d: int) -> dict[str, Tensor]:
    """The four weight matrices `(d, d)`."""
    return {name: numbers(seed + i, d, d) / math.sqrt(d) for i, name in enumerate(NAMES)}


def expect_heads(student: Student, x: Tensor, seed: int, heads: int, mask: Tensor | None = None) -> None:
    """Pass if every sentence of a batch is right; `mask` `(batch, n, n)`, or `(n, n)` for all of them."""
    weights = matrices(seed, x.shape[-1])
    plain = {name: matrix.tolist() for name, matrix in weights.items()}
    masks: Sequence[Any] = [None] * len(x) if mask is None else mask.expand(len(x), -1, -1).tolist()
    want = [heads_by_hand(one.tolist(), plain, heads, m) for one, m in zip(x, masks, strict=True)]
    expect.close(student.multi_head(x, weights, heads, mask), torch.tensor(want), rtol=1e-3, atol=1e-4)


def expect_mask(got: Any, want: list[Any]) -> None:
    """Pass if a mask is a bool tensor with these entries."""
    right = torch.tensor(want)
    mask = expect.tensor(got, right.shape)
    expect.true(mask.dtype is torch.bool, zh="掩码不是布尔张量", en="the mask is not boolean")
    wrong = int((mask != right).sum())
    expect.true(
        wrong == 0, zh=f"{right.numel()} 处中有 {wrong} 处不对", en=f"{wrong} of {right.numel()} entries are wrong"
    )


@check("causal_mask.three", function="causal_mask", zh="三个位置", en="three positions")
def test_three_positions(student: Student) -> None:
    expect_mask(student.causal_mask(3), [[j <= i for j in range(3)] for i in range(3)])


@check("padding_mask.batch", function="padding_mask", zh="三句不同长度的话", en="three sentences of different lengths")
def test_three_sentences(student: Student) -> None:
    expect_mask(student.padding_mask([2, 4, 1], 4), [[[j < n for j in range(4)]] for n in (2, 4, 1)])


@check("attention.plain", function="attention", zh="没有掩码", en="without a mask")
def test_attention_without_a_mask(student: Student) -> None:
    expect_attention(student, numbers(1, 3, 4), numbers(2, 5, 4), numbers(3, 5, 2))


@check("attention.mask", function="attention", zh="有掩码", en="with a mask", needs=["attention.plain"])
def test_attention_with_a_mask(student: Student) -> None:
    mask = torch.tensor([[True, False, True], [False, True, False]])
    expect_attention(student, numbers(4, 2, 4), numbers(5, 3, 4), numbers(6, 3, 4), mask)


@check("multi_head.two", function="multi_head", zh="两个头", en="two heads", needs=["attention.plain"])
def test_two_heads(student: Student) -> None:
    expect_heads(student, numbers(7, 2, 3, 8), 70, 2)


@check(
    "multi_head.width",
    function="multi_head",
    zh="不能整除时抛出 ValueError",
    en="raises ValueError for a width that does not divide",
)
def test_a_width_that_does_not_divide(student: Student) -> None:
    student.raises(ValueError, "multi_head", numbers(8, 1, 2, 6), matrices(80, 6), 4)
