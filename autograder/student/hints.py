"""Hints, one step at a time: `assignments/<slug>/hints.toml` has them, a small file remembers how far a student has come."""

from __future__ import annotations

import contextlib
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UsageError
from autograder.exercise import Exercise, function_called
from autograder.files import write_whole
from autograder.text import Text

PROGRESS = Path(".plm") / "hints.json"


@dataclass(frozen=True)
class Step:
    """One hint: the how-manieth of how many, and what it says."""

    function: str
    number: int
    count: int
    text: Text


def read_hints(exercise: Exercise) -> dict[str, list[Text]]:
    """The hints of each function, from a nudge to the way; none for a function without.

    Raises:
        UsageError: if the file is not as docs/authors.md describes it.
    """
    if not exercise.hints.is_file():
        return {}
    try:
        data = tomllib.loads(exercise.hints.read_text(encoding="utf-8"))
        return {name: [Text.from_json(hint) for hint in hints] for name, hints in data["hints"].items()}
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(
            Text(
                f"{exercise.hints}：不是 docs/authors.md 所说的提示文件（{error!r}）",
                f"{exercise.hints}: not hints as docs/authors.md describes them ({error!r})",
            )
        ) from None


def next_hint(exercise: Exercise, function: str, folder: Path) -> Step | None:
    """The next hint for a function; after the last one the last again, None where there is none at all.

    Args:
        exercise: the exercise.
        function: one of its functions, or the class of one.
        folder: the student's folder, where the progress is kept.

    Raises:
        UsageError: if the exercise has no such function.
    """
    function = function_called(function, exercise)
    hints = read_hints(exercise).get(function, [])
    if not hints:
        return None
    path = folder / PROGRESS
    seen = _read_progress(path)
    key = f"{exercise.slug}.{function}"
    number = min(seen.get(key, 0), len(hints) - 1)
    _write_progress(path, {**seen, key: number + 1})
    return Step(function, number + 1, len(hints), hints[number])


def _read_progress(path: Path) -> dict[str, int]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # UnicodeDecodeError is a ValueError
        return {}
    return {key: value for key, value in data.items() if type(value) is int} if isinstance(data, dict) else {}


def _write_progress(path: Path, seen: dict[str, int]) -> None:
    with contextlib.suppress(OSError):  # in a folder that cannot be written to, a hint is still a hint
        write_whole(path, json.dumps(seen, indent=1).encode())
