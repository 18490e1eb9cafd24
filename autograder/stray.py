"""Recognises a file that was handed in for another exercise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from autograder.exercise import Exercise, load, slugs
from autograder.submission import Chunk
from autograder.submission.pieces import Asked
from autograder.text import Text


def note_of_another_exercise(chunks: Sequence[Chunk], exercise: Exercise) -> Iterable[Text]:
    """A note where no function of this exercise is defined, and at least half of another's are.

    Args:
        chunks: the program.
        exercise: what it was handed in for.
    """
    program = "\n".join(chunk.source for chunk in chunks)
    if Asked(exercise).defined_in(program):
        return
    for other in map(load, slugs()):
        if 2 * len(Asked(other).defined_in(program)) >= len(other.functions):
            yield Text(
                f"这份文件里没有 {exercise.slug} 的函数，看上去是 {other.slug} 的作业：是不是交错了文件？",
                f"no function of {exercise.slug} is in this file; it looks like the one for {other.slug}: is it the wrong file?",
            )
            return
