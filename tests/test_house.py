"""Habits of the house that no linter holds: functions stay short, rooms need each other in one direction only."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
_MOST = 40
_SHORT = 15
_LEAST_SHARE_SHORT = 0.9
_OTHERS_STYLES = ("misconceptions", "variants")
"""Wrong, or right in another way, on purpose."""


def functions(folder: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function of a folder, with its place."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        if not set(_OTHERS_STYLES) & set(path.parts):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", node


def lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many lines from `def` to the end, the docstring left out: what it does, not what is said of it."""
    whole = (node.end_lineno or 0) - node.lineno + 1
    said = node.body[0] if ast.get_docstring(node, clean=False) is not None else None
    return whole - ((said.end_lineno or 0) - said.lineno + 1 if said else 0)


@pytest.mark.parametrize("folder", ["autograder", "reference", "assignments", "tools", "benchmarks", "examples"])
def test_no_function_has_more_than_forty_lines(folder: str) -> None:
    assert [f"{place}: {lines(node)} lines" for place, node in functions(folder) if lines(node) > _MOST] == []


def test_most_functions_of_the_engine_are_short() -> None:
    lengths = [lines(node) for _, node in functions("autograder")]
    assert len(lengths) > 1000
    assert sum(length < _SHORT for length in lengths) / len(lengths) >= _LEAST_SHARE_SHORT


def rooms_needed() -> dict[str, set[str]]:
    """Each room of the engine (a folder or module below `autograder/`) and the rooms that it imports, in whatever line.

    Exercises' checks and misconceptions are content; they are not looked at.
    """
    needed: dict[str, set[str]] = defaultdict(set)
    for path in (ROOT / "autograder").rglob("*.py"):
        place = path.relative_to(ROOT / "autograder").parts
        if not {"public", "hidden", "misconceptions"} & set(place):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                needed[place[0].removesuffix(".py")] |= imported_rooms(node)
    return {room: others - {room} for room, others in needed.items()}


def imported_rooms(node: ast.AST) -> set[str]:
    if not isinstance(node, ast.ImportFrom) or node.module is None:
        return set()
    first, *others = node.module.split(".")
    if first != "autograder":
        return set()
    return {others[0]} if others else {alias.name for alias in node.names}


def test_no_room_needs_a_room_that_needs_it() -> None:
    needed = rooms_needed()
    assert {"sandbox", "checks", "submission", "nbgrader_bridge", "report"} <= needed.keys()
    order = list(TopologicalSorter(needed).static_order())  # a circle is a CycleError that names it
    assert order.index("sandbox") < order.index("checks") < order.index("grade") < order.index("nbgrader_bridge")
