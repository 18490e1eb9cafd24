"""The reference's solution put into the stub's cells, so that nbgrader's `ClearSolutions` gives the stub back.

Each function's cell is the stub's text with one solution region in place of `raise NotImplementedError`. The region holds the
reference's body and, behind it, whatever else of the reference the function needs (imports, constants, helpers), in the first cell that
needs it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from autograder.errors import UsageError
from autograder.exercise import Exercise, definition_of

CODE_STUB = "raise NotImplementedError"
"""What `ClearSolutions` puts in place of a solution region."""

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def solution_cells(exercise: Exercise, stubs: dict[str, str]) -> dict[str, str]:
    """The text of each named cell with the reference's solution in it.

    Args:
        exercise: the exercise.
        stubs: the text of the stub's named cells, by name.

    Raises:
        UsageError: if a stub has not exactly one line `raise NotImplementedError`, or the reference lacks a function.
    """
    reference = _Reference(exercise)
    available = set(_names_bound(ast.parse(stubs.get("setup", "")).body))
    cells = {}
    for function in exercise.functions:
        body = reference.body(function.name)
        extras = reference.extras(function.name, available)
        cells[function.name] = _with_solution(f"{exercise.stub}, {function.name}", stubs[function.name], body, extras)
    if exercise.written and (text := reference.written(exercise.written.name)):
        cells[exercise.written.name] = text
    return cells


def _with_solution(place: str, stub: str, body: str, extras: str) -> str:
    found = list(re.finditer(rf"^([ \t]*){CODE_STUB}[ \t]*$", stub, re.MULTILINE))
    if len(found) != 1:
        raise UsageError(f"{place}: the stub's cell needs exactly one line `{CODE_STUB}`, and has {len(found)}")
    behind = stub[found[0].end() :]
    if extras and behind.strip():
        raise UsageError(f"{place}: the reference needs helpers here, so the method asked for must be the class's last")
    indent = found[0][1]
    region = f"{indent}### BEGIN SOLUTION\n{body}\n" + (f"\n\n{extras}\n" if extras else "")
    return f"{stub[: found[0].start()]}{region}{'' if extras else indent}### END SOLUTION{behind}"


class _Reference:
    """The reference solution, by top-level statement."""

    def __init__(self, exercise: Exercise) -> None:
        self._path = exercise.reference
        text = self._path.read_text(encoding="utf-8")
        self._lines = text.split("\n")
        self._tree = ast.parse(text)
        asked = {definition_of(function.name) for function in exercise.functions}
        own = {*asked, exercise.written.name} if exercise.written else asked
        self._others = [s for s in self._tree.body if _is_extra(s) and not own & set(_names_bound([s]))]
        self._emitted: set[int] = set()

    def body(self, function: str) -> str:
        """The text of a function's or method's body, without its docstring."""
        node = self._definition(function)
        documented = ast.get_docstring(node, clean=False) is not None
        before = (node.body[0].end_lineno or 0) if documented else node.body[0].lineno - 1
        return "\n".join(self._lines[before : node.end_lineno]).strip("\n")

    def extras(self, function: str, available: set[str]) -> str:
        """The statements that a function needs and no earlier cell has, in the reference's order; decorators applied last."""
        node = self._definition(function)
        needed = self._needed(_names_used([*node.body, *node.decorator_list]), available)
        new = [s for s in self._others if id(s) in needed and id(s) not in self._emitted]
        self._emitted |= {id(s) for s in new}
        parts = _spaced([(s, self._text(s)) for s in new])
        for decorator in reversed(node.decorator_list):
            parts += f"\n\n{function} = ({ast.unparse(decorator)})({function})"
        return parts.strip("\n")

    def written(self, name: str) -> str:
        """The written part's text, where the reference has one."""
        for statement in self._tree.body:
            if name in _names_bound([statement]) and isinstance(statement, ast.Assign):
                value = statement.value
                return str(value.value).strip() if isinstance(value, ast.Constant) else ""
        return ""

    def _definition(self, function: str) -> ast.FunctionDef | ast.AsyncFunctionDef:
        nodes: list[ast.stmt] = self._tree.body
        node: ast.stmt | None = None
        for name in function.split("."):
            node = next((n for n in nodes if isinstance(n, _Definition) and n.name == name), None)
            nodes = node.body if isinstance(node, ast.ClassDef) else []
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            raise UsageError(f"{self._path} does not define {function}")
        return node

    def _needed(self, names: set[str], available: set[str]) -> set[int]:
        """The statements (by id) that bind these names, and those that they need in turn."""
        needed: set[int] = set()
        while names := names - available:
            bound = [s for s in self._others if id(s) not in needed and names & set(_names_bound([s]))]
            needed |= {id(s) for s in bound}
            names = _names_used(bound)
        return needed

    def _text(self, statement: ast.stmt) -> str:
        decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
        first = min([statement.lineno] + [decorator.lineno for decorator in decorators])
        while first > 1 and self._lines[first - 2].startswith("#") and not self._lines[first - 2].startswith("# %%"):
            first -= 1
        return "\n".join(self._lines[first - 1 : statement.end_lineno])


def _is_extra(statement: ast.stmt) -> bool:
    """Whether a statement may have to go along; `from __future__` may stand only at the top of a file."""
    return not (isinstance(statement, ast.ImportFrom) and statement.module == "__future__")


def _spaced(statements: Iterable[tuple[ast.stmt, str]]) -> str:
    text = ""
    for statement, source in statements:
        text += ("\n\n\n" if isinstance(statement, _Definition) else "\n") + source
    return text


def _names_bound(statements: Iterable[ast.stmt]) -> Iterator[str]:
    for statement in statements:
        if isinstance(statement, _Definition):
            yield statement.name
        elif isinstance(statement, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name.split(".")[0] for alias in statement.names)
        else:
            names = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
            yield from (node.id for node in names if isinstance(node.ctx, ast.Store))


def _names_used(nodes: Iterable[ast.AST]) -> set[str]:
    walked = (part for node in nodes for part in ast.walk(node))
    return {part.id for part in walked if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
