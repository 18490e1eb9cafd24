"""The sample class: what each member hands in, and why."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

from nbformat import NotebookNode

from autograder.demo.compose import filled_notebook
from autograder.exercise import Exercise
from autograder.misconception import Misconception, load_misconceptions
from autograder.notebook import notebook_bytes, release_notebook

_MISTAKES = 5
_SMALL = ("right-notebook", "half-done", "untouched")


@dataclass(frozen=True)
class Handed:
    """One file that was handed in: by whom (the name says what it shows), as what, and its bytes."""

    student: str
    file: str
    content: bytes


def sample_class(exercise: Exercise, small: bool = False) -> list[Handed]:
    """A class for one exercise.

    Fully right in three styles, partly right, five different mistakes, an endless loop, an early exit, a duplicated grade
    cell, a deleted cell, a file that is no JSON, and one that nobody touched.

    Args:
        exercise: the exercise.
        small: only a right one, a partly right one, two mistakes and the untouched one.
    """
    members = list(enumerate(_members(exercise), start=1))
    if small:
        mistakes = [member for member in members if member[1][0].startswith("wrong-")][:2]
        members = [member for member in members if member[1][0] in _SMALL or member in mistakes]
    return [
        Handed(f"{number:02d}-{student}", f"{exercise.slug}.{ending}", content)
        for number, (student, ending, content) in members
    ]


def _members(exercise: Exercise) -> Iterator[tuple[str, str, bytes]]:
    reference = exercise.reference.read_text(encoding="utf-8")
    yield "right-notebook", "ipynb", notebook_bytes(filled_notebook(exercise, reference))
    scripts = [path.read_text(encoding="utf-8") for path in exercise.variants]
    yield "right-script", "py", scripts[0].encode()
    yield "right-other-style", "ipynb", notebook_bytes(filled_notebook(exercise, scripts[1]))
    yield "half-done", "ipynb", notebook_bytes(_half_done(exercise, reference))
    for misconception in _different_mistakes(exercise):
        name = f"wrong-{misconception.name.replace('_', '-')}"
        yield (
            name,
            "ipynb",
            notebook_bytes(filled_notebook(exercise, f"{reference}\n{_without_names(misconception.source)}")),
        )
    last = exercise.functions[-1]
    yield (
        "endless-loop",
        "ipynb",
        notebook_bytes(_with_body(exercise, reference, last.cell, "    while True:\n        pass")),
    )
    yield (
        "exits-early",
        "ipynb",
        notebook_bytes(_with_body(exercise, reference, last.cell, "    import os\n    os._exit(0)")),
    )
    yield "duplicated-grade-cell", "ipynb", notebook_bytes(_duplicated(filled_notebook(exercise, reference), last.cell))
    yield "deleted-cell", "ipynb", notebook_bytes(_deleted(filled_notebook(exercise, reference), last.cell))
    yield "no-json", "ipynb", notebook_bytes(filled_notebook(exercise, reference))[:2000]
    yield "untouched", "ipynb", notebook_bytes(release_notebook(exercise))


def _different_mistakes(exercise: Exercise) -> list[Misconception]:
    """Misconceptions, each of another function where there are enough functions."""
    chosen, seen = [], set()
    for misconception in load_misconceptions(exercise):
        if misconception.functions[0] not in seen and len(misconception.functions) == 1:
            seen.add(misconception.functions[0])
            chosen.append(misconception)
    return chosen[:_MISTAKES]


def _without_names(source: str) -> str:
    """A misconception's code without its docstring, FUNCTIONS and HINT: what a student would have written."""
    tree = ast.parse(source)
    own = [
        node
        for node in tree.body
        if not isinstance(node, ast.Expr)
        and not (isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("FUNCTIONS", "HINT"))
    ]
    return "\n\n".join(ast.unparse(node) for node in own)


def _half_done(exercise: Exercise, reference: str) -> NotebookNode:
    """The first half of the functions solved, the rest as handed out."""
    notebook = filled_notebook(exercise, reference)
    untouched = {cell.id: cell.source for cell in release_notebook(exercise).cells}
    for function in exercise.functions[len(exercise.functions) // 2 :]:
        _cell(notebook, function.cell).source = untouched[function.cell]
    return notebook


def _with_body(exercise: Exercise, reference: str, cell: str, body: str) -> NotebookNode:
    """The cell's function with another body."""
    notebook = filled_notebook(exercise, reference)
    stub = _cell(release_notebook(exercise), cell).source
    _cell(notebook, cell).source = stub.replace("    raise NotImplementedError", body)
    return notebook


def _duplicated(notebook: NotebookNode, cell: str) -> NotebookNode:
    index = notebook.cells.index(_cell(notebook, f"check-{cell}"))
    copied = copy.deepcopy(notebook.cells[index])
    copied.id = f"copy-of-{cell}"
    notebook.cells.insert(index, copied)
    return notebook


def _deleted(notebook: NotebookNode, cell: str) -> NotebookNode:
    notebook.cells = [kept for kept in notebook.cells if kept.id not in (cell, f"check-{cell}")]
    return notebook


def _cell(notebook: NotebookNode, cell_id: str) -> NotebookNode:
    found: NotebookNode = next(cell for cell in notebook.cells if cell.id == cell_id)
    return found
