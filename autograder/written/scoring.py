"""Scores a written answer against its exercise's rubric; without a rubric it goes to the teaching assistant unscored."""

from __future__ import annotations

from autograder.exercise import Exercise
from autograder.record import WrittenResult
from autograder.text import Text

_BY_HAND = Text("由助教批阅", "read by a teaching assistant")
_EMPTY = Text("没有写文字部分", "the written part is empty")


def score_written(text: str, exercise: Exercise) -> WrittenResult:
    """The suggested points for a written answer.

    Args:
        text: the student's `ANALYSIS` or `SUMMARY`.
        exercise: the exercise, which must have a written part.
    """
    assert exercise.written is not None
    empty = not text.strip()
    return WrittenResult(0.0, exercise.written.points, {}, not empty, _EMPTY if empty else _BY_HAND)
