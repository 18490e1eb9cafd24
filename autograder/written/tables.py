"""Rows of a table told as clauses: each cell with its row's and its column's head, as whoever reads the table reads it."""

from __future__ import annotations

import re
from collections.abc import Sequence

_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?")
"""The line between a table's head and its rows."""
_MOST_COLUMNS, _MOST_ROWS, _LONGEST_HEAD = 16, 32, 40
"""Beyond these nothing is told: heads are repeated with every cell, and an answer must not grow without bound."""


def told(parts: Sequence[str]) -> list[str]:
    """An answer's parts, the rows of its tables among them told as clauses; all others as they are.

    Args:
        parts: lines or sentences, in order.

    Example:
        >>> told(["| T | 熵 | 样子 |", "|---|---|---|", "| 0.1 | 0.2 | 重复 |"])[2]
        'T 0.1 熵 0.2，T 0.1 样子 重复'
    """
    head: list[str] = []
    lines: list[str] = []
    rows = 0
    for number, part in enumerate(parts):
        cells = _cells(part)
        if number and _RULE.fullmatch(part.strip()):
            head = _head(parts[number - 1])
        elif len(cells) != len(head) or len(cells[0]) > _LONGEST_HEAD or rows == _MOST_ROWS:
            head = []
        elif head:
            rows += 1
            part = _row(head, cells)
        lines.append(part)
    return lines


def _cells(part: str) -> list[str]:
    line = part.strip()
    return [cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")]


def _head(part: str) -> list[str]:
    """The cells of a table's head; none where they are no heads."""
    cells = _cells(part)
    return cells if len(cells) <= _MOST_COLUMNS and max(map(len, cells)) <= _LONGEST_HEAD else []


def _row(head: list[str], cells: list[str]) -> str:
    name = f"{head[0]} {cells[0]}"
    clauses = (f"{name} {column} {cell}" for column, cell in zip(head[1:], cells[1:], strict=True))
    return "，".join(" ".join(clause.split()) for clause in clauses)
