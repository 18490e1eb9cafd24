"""Checks a file again at each save: what changed first, so that the answer is there at once, then the rest."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.exercise import Exercise, definition_of
from autograder.grade import PUBLIC, Grader
from autograder.record import FunctionResult, Record
from autograder.submission import Submission, read_submission

_LOOK_EVERY, _SETTLED_AFTER = 0.1, 0.05
_REST = ""


@dataclass(frozen=True)
class Answer:
    """What is known after a save, and how long after it.

    Args:
        record: of all functions checked since the save, so the last one tells the whole state.
        functions: those that were checked just now.
        seconds: from the save.
    """

    record: Record
    functions: tuple[str, ...]
    seconds: float


def watch(
    path: Path, exercise: Exercise, grader: Grader, ended: Callable[[], bool] = lambda: False
) -> Iterator[Answer]:
    """Answers to every save of a file, the first to its present state.

    Args:
        path: the student's file.
        exercise: the exercise.
        grader: runs the checks; its server stays warm between saves.
        ended: asked now and then whether to stop.
    """
    before: Submission | None = None
    for content, saved in _saves(path, ended):
        submission = read_submission(content, path.name, exercise)
        changed = changed_functions(exercise, before, submission)
        rest = tuple(function.name for function in exercise.functions if function.name not in changed)
        before, checked = submission, dict[str, FunctionResult]()
        for functions in (changed, rest):
            if functions:
                record = grader.grade_program(submission, exercise, PUBLIC, frozenset(functions))
                checked |= {name: record.functions[name] for name in functions}
                in_order = {f.name: checked[f.name] for f in exercise.functions if f.name in checked}
                yield Answer(replace(record, functions=in_order), functions, time.monotonic() - saved)


def changed_functions(exercise: Exercise, before: Submission | None, now: Submission) -> tuple[str, ...]:
    """The functions whose definitions changed; all of them at first, or where anything else changed."""
    names = tuple(function.name for function in exercise.functions)
    if before is None:
        return names
    asked = frozenset(map(definition_of, names))
    old, new = _definitions(before, asked), _definitions(now, asked)
    changed = {name for name in (*old, *new) if old.get(name) != new.get(name)}
    return tuple(name for name in names if definition_of(name) in changed) if _REST not in changed else names


def _definitions(submission: Submission, asked: frozenset[str]) -> dict[str, str]:
    """The program's text by the function that it defines, and everything else of it."""
    found = {_REST: ""}
    for chunk in submission.chunks:
        try:
            nodes = ast.parse(chunk.source).body
        except (SyntaxError, ValueError):
            found[_REST] += chunk.source
            continue
        for node in nodes:
            name = getattr(node, "name", "")
            key = name if name in asked else _REST
            found[key] = found.get(key, "") + ast.dump(node)
    return found


def _saves(path: Path, ended: Callable[[], bool]) -> Iterator[tuple[bytes, float]]:
    """The file's content whenever it is another than before, and when that was seen."""
    last: tuple[int, int] | None = None
    content: bytes | None = None
    while not ended():
        seen = time.monotonic()
        now = _stamp(path)
        if now is not None and now != last:
            fresh = _whole(path, now)
            if fresh is not None and fresh != content:
                content = fresh
                yield fresh, seen
            last = now if fresh is not None else last
        time.sleep(_LOOK_EVERY)


def _stamp(path: Path) -> tuple[int, int] | None:
    """When the file was changed and its size; None while an editor is replacing it."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _whole(path: Path, stamp: tuple[int, int]) -> bytes | None:
    """The content, if nobody writes to the file any more: many editors empty it first."""
    time.sleep(_SETTLED_AFTER)
    try:
        content = path.read_bytes()
    except OSError:
        return None
    return content if _stamp(path) == stamp else None
