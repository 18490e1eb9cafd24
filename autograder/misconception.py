"""Named wrong solutions: read from their files, never imported."""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass
from pathlib import Path

from autograder.exercise import Exercise
from autograder.text import Text


@dataclass(frozen=True)
class Misconception:
    """One named mistake: the functions it loses, its hint, and its code, which runs on top of the reference's."""

    name: str
    functions: tuple[str, ...]
    hint: Text
    about: str
    source: str


def load_misconceptions(exercise: Exercise) -> list[Misconception]:
    """All misconceptions of an exercise, by name.

    Raises:
        ValueError: if a file has no docstring, FUNCTIONS or HINT as docs/authors.md describes them.
    """
    return [_read(path) for path in exercise.misconceptions]


HINTS = "hints.json"
"""What the student package has instead of the misconceptions' code: name to hint."""


def misconception_hints(exercise: Exercise) -> dict[str, Text]:
    """What is said of each misconception, by name."""
    kept = exercise.mistakes / HINTS
    if kept.is_file():
        return {name: Text.from_json(hint) for name, hint in json.loads(kept.read_text(encoding="utf-8")).items()}
    return {misconception.name: misconception.hint for misconception in load_misconceptions(exercise)}


def _read(path: Path) -> Misconception:
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source, filename=str(path))
    literals = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id in ("FUNCTIONS", "HINT")
    }
    try:
        functions = tuple(ast.literal_eval(literals["FUNCTIONS"]))
        hint = Text.from_json(ast.literal_eval(literals["HINT"]))
    except (KeyError, ValueError, TypeError) as error:
        raise ValueError(f"{path}: FUNCTIONS and HINT must be literals ({error!r})") from None
    return Misconception(path.stem, functions, hint, ast.get_docstring(tree) or "", source)
