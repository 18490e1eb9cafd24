"""Public checks of `SLUG`: students have them too.

What is expected is computed by another route than the reference takes, or is known.
"""

from __future__ import annotations

import torch

from autograder.checks.api import Student, check, expect


def expect_softmax(student: Student, scores: list[float], temperature: float = 1.0) -> None:
    """Pass if the student's probabilities are those of torch, in double precision."""
    want = torch.softmax(torch.tensor(scores, dtype=torch.float64) / temperature, 0)
    expect.close(student.softmax(scores, temperature), want)


@check("softmax.equal", function="softmax", zh="相等的分数，概率相等", en="equal scores have equal probabilities")
def test_equal_scores(student: Student) -> None:
    expect.close(student.softmax([0.0, 0.0]), torch.tensor([0.5, 0.5]))


@check("softmax.temperature", function="softmax", zh="分数先除以温度", en="divides the scores by the temperature first")
def test_temperature(student: Student) -> None:
    expect_softmax(student, [1.0, 2.0, 3.0], 0.5)
