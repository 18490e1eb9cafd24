"""How soon `plm watch` answers: seconds from the save of a file in which one function changed to that function's result.

Run: `python -m benchmarks.watch`. Each function of each exercise is changed once, in the reference; the others follow after it.
"""

from __future__ import annotations

import ast
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from autograder.exercise import Exercise, load, slugs
from autograder.grade import Grader
from autograder.student.watch import watch


def edited(program: str, name: str) -> str:
    """The program with one harmless statement more at the head of a function's or class's body."""
    tree = ast.parse(program)
    for node in tree.body:
        if getattr(node, "name", "") == name:
            node.body.insert(0, ast.parse(f"changed = {time.monotonic_ns()}").body[0])  # type: ignore[attr-defined]
    return ast.unparse(tree)


def answers(exercise: Exercise, grader: Grader) -> Iterator[float]:
    """Seconds from each save to the first answer after it."""
    program = ast.unparse(ast.parse(exercise.reference.read_text(encoding="utf-8")))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{exercise.slug}.py")
        path.write_text(program, encoding="utf-8")
        came = watch(path, exercise, grader)
        next(came)
        for name in dict.fromkeys(function.name.split(".")[0] for function in exercise.functions):
            program = edited(program, name)
            saved: list[float] = []
            threading.Timer(0.3, save, (path, program, saved)).start()
            answer = next(came)
            assert {one.split(".")[0] for one in answer.functions} == {name}, (name, answer.functions)
            yield time.monotonic() - saved[0]
            if len(answer.functions) < len(exercise.functions):
                next(came)


def save(path: Path, text: str, saved: list[float]) -> None:
    """Save as an editor does, and note when."""
    saved.append(time.monotonic())
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Print each exercise's median and longest."""
    with Grader(unconfined=True) as grader:
        for slug in slugs():
            seconds = list(answers(load(slug), grader))
            print(f"{slug:18} median {statistics.median(seconds):.2f} s, longest {max(seconds):.2f} s", flush=True)


if __name__ == "__main__":
    main()
