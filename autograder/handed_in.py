"""Which of several files is the one that was handed in: the same rule for a student's folder, a zip, and Gradescope."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath
from typing import TypeVar

P = TypeVar("P", bound=PurePath)
WORK = (".ipynb", ".py")
"""What a student works in; of the two the notebook comes first."""


def is_work(path: PurePath) -> bool:
    """Whether a file can be a student's work, by its name."""
    return path.suffix.lower() in WORK and not path.name.startswith(".")


def choose(paths: Iterable[P], slug: str, endings: tuple[str, ...] = WORK) -> P | None:
    """The file that counts; None if there is none, or several and no telling which.

    `<slug>.ipynb` before `<slug>.py`, nearer the top first; else (a renamed file) the only notebook, or else the only script.

    Args:
        paths: the files' paths.
        slug: the exercise.
        endings: what is looked for, the most welcome first.

    Example:
        >>> choose([PurePath("notes.py"), PurePath("a/GPT.ipynb")], "gpt").name
        'GPT.ipynb'
    """
    by_ending: dict[str, list[P]] = {ending: [] for ending in endings}
    for path in paths:
        if not path.name.startswith("."):
            by_ending.get(path.suffix.lower(), []).append(path)
    for ending, found in by_ending.items():
        named = [path for path in found if path.name.lower() == f"{slug}{ending}"]
        if named:
            return min(named, key=lambda path: (len(path.parts), path.name != f"{slug}{ending}", str(path)))
    return next((found[0] for found in by_ending.values() if len(found) == 1), None)
