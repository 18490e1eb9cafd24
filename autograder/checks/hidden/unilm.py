"""Hidden checks of the lab `unilm`: other lengths, other names."""

from __future__ import annotations

from autograder.checks.api import Student, check
from autograder.checks.public.unilm import KINDS, expect_mask


@check(
    "attention_mask.other_lengths",
    function="attention_mask",
    share=2,
    zh="序列到序列：其他长度，源短目标长",
    en="seq2seq: other lengths, a short source and a long target",
)
def test_two_sequences_of_other_lengths(student: Student) -> None:
    for source, target in ((2, 5), (4, 4), (5, 1), (1, 1), (1, 3)):
        expect_mask(student, "seq2seq", source, target)


@check(
    "attention_mask.one_sequence_longer",
    function="attention_mask",
    zh="另外三种：其他长度",
    en="the other three: other lengths",
)
def test_one_sequence_of_other_lengths(student: Student) -> None:
    for kind in KINDS[:3]:
        for source, target in ((1, 1), (2, 4), (5, 3)):
            expect_mask(student, kind, source, target)


@check(
    "attention_mask.near_names",
    function="attention_mask",
    zh="相近的名字也是别的 kind",
    en="names that are nearly right are other kinds",
)
def test_near_names_are_refused(student: Student) -> None:
    for kind in ("", "seq", "Bidirectional", "left_to_right", "seq2seq "):
        student.raises(ValueError, "attention_mask", kind, 3, 2)
