"""Builds an exercise's notebooks from its stub: the one that students get, and the one that nbgrader makes it from.

The stub is a percent-format script (docs/authors.md). Each function becomes a solution cell and, behind it, a locked check cell; the
written part becomes a markdown cell that is graded by hand. Points come from the manifest; ids, and with them the file's bytes, are
the same at every build.
"""

from __future__ import annotations

from typing import Any

import nbformat
from nbformat import NotebookNode

from autograder.exercise import Exercise, Function, Written
from autograder.solution import CODE_STUB, solution_cells
from autograder.submission.stub import PLACEHOLDER, StubCell, check_cell_id, check_cell_source, stub_cells

__all__ = ["CLEAR_SOLUTIONS", "StubCell", "notebook_bytes", "release_notebook", "source_notebook", "stub_cells"]

CLEAR_SOLUTIONS: dict[str, Any] = {"code_stub": {"python": CODE_STUB}, "text_stub": PLACEHOLDER}
"""With these options nbgrader's `ClearSolutions` turns the source notebook into the release notebook."""

_METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def release_notebook(exercise: Exercise) -> NotebookNode:
    """The notebook that students get.

    Raises:
        UsageError: if the stub and the manifest do not fit.

    Example:
        >>> [cell.id for cell in release_notebook(load("polysemy")).cells][3:5]
        ['parse_marked', 'check-parse_marked']
    """
    return _notebook(exercise, {})


def source_notebook(exercise: Exercise) -> NotebookNode:
    """The notebook that nbgrader's `generate_assignment` makes the release from: the reference's bodies stand in solution regions.

    Raises:
        UsageError: if the stub, the manifest and the reference do not fit.
    """
    stubs = {cell.name: cell.source for cell in stub_cells(exercise) if cell.name is not None}
    return _notebook(exercise, solution_cells(exercise, stubs))


def notebook_bytes(notebook: NotebookNode) -> bytes:
    """A notebook as a file's content."""
    return f"{nbformat.writes(notebook).rstrip()}\n".encode()


def _notebook(exercise: Exercise, solutions: dict[str, str]) -> NotebookNode:
    functions = {function.name: function for function in exercise.functions}
    cells: list[NotebookNode] = []
    for stub in stub_cells(exercise):
        if stub.name in functions:
            cells.append(_solution_cell(stub, solutions.get(stub.name, stub.source)))
            cells.append(_check_cell(exercise, functions[stub.name]))
        elif exercise.written and stub.name == exercise.written.name:
            cells.append(_written_cell(exercise.written, solutions.get(stub.name, PLACEHOLDER)))
        else:
            cells.append(_cell(stub.kind, stub.id, stub.source))
    return nbformat.v4.new_notebook(cells=cells, metadata=_METADATA)


def _solution_cell(stub: StubCell, source: str) -> NotebookNode:
    return _cell("code", stub.id, source, {"grade": False, "locked": False, "solution": True})


def _check_cell(exercise: Exercise, function: Function) -> NotebookNode:
    flags = {"grade": True, "locked": True, "solution": False, "points": function.points}
    return _cell("code", check_cell_id(function), check_cell_source(exercise, function), flags)


def _written_cell(written: Written, source: str) -> NotebookNode:
    flags = {"grade": True, "locked": False, "solution": True, "points": written.points}
    return _cell("markdown", written.name, source, flags)


def _cell(kind: str, cell_id: str, source: str, flags: dict[str, Any] | None = None) -> NotebookNode:
    new = nbformat.v4.new_code_cell if kind == "code" else nbformat.v4.new_markdown_cell
    if flags is None:
        return new(source, id=cell_id)
    metadata = {"nbgrader": {"grade_id": cell_id, "schema_version": 3, "task": False, **flags}, "deletable": False}
    if flags["locked"]:
        metadata["editable"] = False
    return new(source, id=cell_id, metadata=metadata)
