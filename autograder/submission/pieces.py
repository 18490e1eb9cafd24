"""Pieces of a student's program on their way to chunks: what they define, which belong together, which are the untouched stub."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from autograder.exercise import Exercise, definition_of
from autograder.submission.source import Problem, parse, parses, without_magics

_JOIN_ATTEMPTS = 40


@dataclass(frozen=True)
class Piece:
    """A text that is run as one.

    `name` is its name in the release, if it has one; `place` gives the order; `first_line` is its first line's number in the file;
    `suffix` tells its label from the script's, where its lines are not the script's own.
    """

    name: str | None
    place: int
    text: str
    first_line: int = 1
    suffix: str = ""

    @cached_property
    def source(self) -> str:
        """The text without IPython's own syntax."""
        return without_magics(self.text)

    @cached_property
    def tree(self) -> ast.Module | Problem:
        """The syntax tree, or what is wrong."""
        return parse(self.source)

    @property
    def parsable(self) -> bool:
        """Whether the piece is Python by itself."""
        return isinstance(self.tree, ast.Module)

    @property
    def statements(self) -> list[ast.stmt]:
        """The top-level statements; none if the piece cannot be parsed."""
        return self.tree.body if isinstance(self.tree, ast.Module) else []


class Asked:
    """What the exercise asks for, looked up by the names that students' modules define (a method by its class)."""

    def __init__(self, exercise: Exercise) -> None:
        self._functions: dict[str, list[str]] = {}
        for function in exercise.functions:
            self._functions.setdefault(definition_of(function.name), []).append(function.name)
        names = "|".join(map(re.escape, self._functions))
        self._definition = re.compile(rf"^(?:async[ \t]+def|def|class)[ \t]+({names})\b", re.MULTILINE)

    def defined_in(self, text: str) -> set[str]:
        """The functions that a text defines at its top level; by its looks, so that broken code counts too."""
        return {function for found in self._definition.finditer(text) for function in self._functions[found[1]]}

    def bound_by(self, statement: ast.stmt) -> set[str]:
        """The functions that a statement defines, by `def`, `class`, an assignment or an import."""
        return {function for name in _bound_names(statement) for function in self._functions.get(name, ())}

    def left_open_by(self, statement: ast.stmt) -> set[str]:
        """The functions that a statement defines as the stub does: the body only raises `NotImplementedError`."""
        return {function for function in self.bound_by(statement) if _left_open(statement, function.partition(".")[2])}


def _bound_names(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Assign):
        yield from (target.id for target in statement.targets if isinstance(target, ast.Name))
    elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        yield statement.target.id
    elif isinstance(statement, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in statement.names)


def _left_open(statement: ast.stmt, method: str) -> bool:
    if isinstance(statement, ast.ClassDef):
        return any(
            isinstance(part, ast.FunctionDef) and part.name == method and _raises_only(part) for part in statement.body
        )
    return isinstance(statement, ast.FunctionDef) and _raises_only(statement)


def _raises_only(function: ast.FunctionDef) -> bool:
    body = function.body[1:] if ast.get_docstring(function, clean=False) is not None else function.body
    if len(body) != 1 or not isinstance(body[0], ast.Raise):
        return False
    raised = body[0].exc.func if isinstance(body[0].exc, ast.Call) else body[0].exc
    return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"


def join_split(pieces: Sequence[Piece]) -> list[Piece]:
    """Put cells that were split back together.

    Pieces of one name of which some cannot be parsed alone are joined, all of them or neighbour by neighbour, where the result is
    Python; a broken piece is also tried with the unnamed piece right before or after it (some editors drop the name of one half).
    """
    joiner = _Joiner()
    by_name: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.name is not None:
            by_name.setdefault(piece.name, []).append(piece)
    result = list(pieces)
    for group in by_name.values():
        if len(group) > 1 and not all(piece.parsable for piece in group):
            result = _replaced(result, group, joiner.group(group))
    return joiner.neighbours(result)


def _replaced(pieces: list[Piece], old: list[Piece], new: list[Piece]) -> list[Piece]:
    gone = {piece.place for piece in old}
    return sorted([piece for piece in pieces if piece.place not in gone] + new, key=lambda piece: piece.place)


class _Joiner:
    """Joins pieces, with a limit on attempts so that a notebook of thousands of broken cells costs no more than its length."""

    def __init__(self) -> None:
        self._left = _JOIN_ATTEMPTS

    def group(self, pieces: list[Piece]) -> list[Piece]:
        """Join the pieces of one name as far as that gives Python."""
        whole = self._joined(pieces)
        if whole is not None:
            return [whole]
        result = pieces[:1]
        for piece in pieces[1:]:
            last = result[-1]
            joined = None if piece.parsable and last.parsable else self._joined([last, piece])
            result = [*result[:-1], joined] if joined else [*result, piece]
        return result

    def neighbours(self, pieces: list[Piece]) -> list[Piece]:
        """Join broken pieces with the piece beside them, where one of the two has no name."""
        result: list[Piece] = []
        for piece in pieces:
            last = result[-1] if result else None
            joined = None
            if last and not (last.parsable and piece.parsable) and None in (last.name, piece.name):
                joined = self._joined([last, piece])
            if joined:
                result[-1] = joined
            else:
                result.append(piece)
        return result

    def _joined(self, pieces: list[Piece]) -> Piece | None:
        if self._left <= 0:
            return None
        self._left -= 1
        text = "\n".join(piece.text for piece in pieces)
        name = next((piece.name for piece in pieces if piece.name), None)
        return Piece(name, pieces[0].place, text) if parses(without_magics(text)) else None


def without_stubs(pieces: Sequence[Piece], asked: Asked) -> list[Piece]:
    """Empty untouched definitions of functions that are written elsewhere in the program; drop pieces that thereby become empty.

    Lines keep their numbers: an emptied definition leaves blank lines.
    """
    written: set[str] = set()
    for piece in pieces:
        if not piece.parsable:
            written |= asked.defined_in(piece.source)
        for statement in piece.statements:
            written |= asked.bound_by(statement) - asked.left_open_by(statement)
    return [kept for piece in pieces if (kept := _emptied(piece, asked, written)) is not None]


def _emptied(piece: Piece, asked: Asked, written: set[str]) -> Piece | None:
    stubs = [s for s in piece.statements if (found := asked.left_open_by(s)) and found <= written]
    if not stubs:
        return piece
    if len(stubs) == len(piece.statements):
        return None
    lines = piece.source.split("\n")
    for statement in stubs:
        first, last = first_line(statement), statement.end_lineno or statement.lineno
        lines[first - 1 : last] = [""] * (last - first + 1)
    return replace(piece, text="\n".join(lines))


def first_line(statement: ast.stmt) -> int:
    """The number of a statement's first line, decorators counted."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno] + [decorator.lineno for decorator in decorators])


def text_of(piece: Piece, function: str, asked: Asked) -> str | None:
    """The text of a function's last definition in a piece; None if it has none that can be parsed."""
    lines = piece.source.split("\n")
    for statement in reversed(piece.statements):
        if function in asked.bound_by(statement):
            return "\n".join(lines[first_line(statement) - 1 : statement.end_lineno])
    return None
