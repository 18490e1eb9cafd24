"""Makes notebooks out of whole programs, as a student's notebook would hold them."""

from __future__ import annotations

import ast

from nbformat import NotebookNode

from autograder.exercise import Exercise, definition_of
from autograder.notebook import release_notebook


def filled_notebook(exercise: Exercise, program: str) -> NotebookNode:
    """The release notebook with a program in it: each function in its cell, everything else in the setup cell.

    Args:
        exercise: the exercise.
        program: Python source; of several definitions of a name the last counts.
    """
    notebook = release_notebook(exercise)
    pieces = split_program(exercise, program)
    for cell in notebook.cells:
        if cell.id in pieces:
            cell.source = pieces[cell.id]
    return notebook


def split_program(exercise: Exercise, program: str) -> dict[str, str]:
    """A program's text by cell id: each function's definition, the written text, and the rest under `setup`."""
    cells = {definition_of(function.name): function.cell for function in exercise.functions}
    pieces: dict[str, str] = {}
    rest: dict[str, str] = {}
    for number, node in enumerate(ast.parse(program).body):
        source = _source(program, node)
        name = getattr(node, "name", None)
        if name in cells:
            pieces[cells[name]] = source
        elif exercise.written and (text := _written(node, exercise.written.name)) is not None:
            pieces[exercise.written.name] = text
        elif not (number == 0 and isinstance(node, ast.Expr)):
            rest[name or f"statement {number}"] = source
    return {**pieces, "setup": "\n\n".join(rest.values())}


def _source(program: str, node: ast.stmt) -> str:
    first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
    return "\n".join(program.split("\n")[first - 1 : node.end_lineno])


def _written(node: ast.stmt, name: str) -> str | None:
    named = isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets)
    if not named:
        return None
    try:
        return str(ast.literal_eval(node.value))  # type: ignore[attr-defined]
    except ValueError:
        return None
