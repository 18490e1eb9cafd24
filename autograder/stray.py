"""Recognises a file that was handed in for another exercise."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from autograder.exercise import Exercise, load, slugs
from autograder.submission import Chunk
from autograder.text import Text

_DEFINED = re.compile(r"^(?:async\s+def|def|class)\s+(\w+)", re.MULTILINE)


def note_of_another_exercise(chunks: Sequence[Chunk], exercise: Exercise) -> Iterable[Text]:
    """A note where no function of this exercise is defined, and at least half of another's are.

    Args:
        chunks: the program.
        exercise: what it was handed in for.
    """
    defined = {name for chunk in chunks for name in _DEFINED.findall(chunk.source)}
    if defined and not defined & _asked(exercise):
        for slug in slugs():
            asked = _asked(load(slug))
            if 2 * len(asked & defined) >= len(asked):
                yield Text(
                    f"这份文件里没有 {exercise.slug} 的函数，看上去是 {slug} 的作业：是不是交错了文件？",
                    f"no function of {exercise.slug} is in this file; it looks like the one for {slug}: is it the wrong file?",
                )
                return


def _asked(exercise: Exercise) -> set[str]:
    return {function.name.split(".")[0] for function in exercise.functions}
