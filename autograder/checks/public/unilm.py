"""Public checks of the lab `unilm`.

Expected values are written out pair by pair from what each kind is said to see.
"""

from __future__ import annotations

import torch

from autograder.checks.api import CheckFailed, Student, check, expect
from autograder.text import Text

KINDS = ("bidirectional", "left-to-right", "right-to-left", "seq2seq")


def sees(kind: str, source_len: int, i: int, j: int) -> bool:
    """Whether position i may see position j."""
    if kind == "bidirectional":
        return True
    if kind == "left-to-right":
        return j <= i
    if kind == "right-to-left":
        return j >= i
    in_source = j < source_len
    return in_source or (i >= source_len and j <= i)


def expect_mask(student: Student, kind: str, source_len: int, target_len: int) -> None:
    """Pass if the student's mask allows exactly what it should; whether it is boolean is another check's."""
    n = source_len + target_len
    got = expect.tensor(student.attention_mask(kind, source_len, target_len), (n, n))
    want = torch.tensor([[sees(kind, source_len, i, j) for j in range(n)] for i in range(n)])
    wrong = (got.double() != want.double()).nonzero().tolist()
    if wrong:
        (i, j), call = wrong[0], f"attention_mask({kind!r}, {source_len}, {target_len})"
        zh = f"{kind}：有的位置看到了不该看的，或看不到该看的"
        en = f"{kind}: some position sees what it should not, or does not see what it should"
        more_zh = f"：{call}[{i}, {j}] 应为 {bool(want[i, j])}（{n * n} 处里有 {len(wrong)} 处不对）"
        more_en = f": {call}[{i}, {j}] should be {bool(want[i, j])} (wrong: {len(wrong)} of {n * n})"
        raise CheckFailed(Text(zh, en), Text(zh + more_zh, en + more_en))


@check(
    "attention_mask.one_sequence",
    function="attention_mask",
    share=2,
    zh="双向、从左到右、从右到左",
    en="bidirectional, left-to-right and right-to-left",
)
def test_masks_of_one_sequence(student: Student) -> None:
    for kind in KINDS[:3]:
        expect_mask(student, kind, 3, 2)


@check(
    "attention_mask.seq2seq",
    function="attention_mask",
    share=2,
    zh="序列到序列：源看源，目标看源和到自己为止的目标",
    en="seq2seq: source sees source, target sees source and the target up to itself",
)
def test_mask_of_two_sequences(student: Student) -> None:
    expect_mask(student, "seq2seq", 3, 2)


@check(
    "attention_mask.boolean",
    function="attention_mask",
    zh="掩码是布尔张量",
    en="the mask is a boolean tensor",
)
def test_masks_are_boolean(student: Student) -> None:
    for kind in KINDS:
        expect.tensor(student.attention_mask(kind, 2, 2), boolean=True)


@check(
    "attention_mask.other_kind",
    function="attention_mask",
    zh="别的 kind 抛出 ValueError",
    en="raises ValueError for another kind",
)
def test_another_kind_is_refused(student: Student) -> None:
    student.raises(ValueError, "attention_mask", "causal", 3, 2)
