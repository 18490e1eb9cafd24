"""Hidden checks of `SLUG`: they run at grading only, and students see their titles but no values."""

from __future__ import annotations

from autograder.checks.api import Student, check, expect
from autograder.checks.public.SLUG import expect_softmax


@check("softmax.large", function="softmax", share=2, zh="分数很大也不溢出", en="large scores do not overflow")
def test_large_scores(student: Student) -> None:
    for scores in ([1000.0, 999.0], [-1000.0, -1001.0, -1002.5]):
        expect_softmax(student, scores)


@check("softmax.inputs", function="softmax", zh="不改动传入的列表", en="leaves the list it was given as it is")
def test_scores_are_left_alone(student: Student) -> None:
    student.softmax([3.0, 1.0, 2.0])
    expect.unchanged(student)
