"""Percent-format scripts (`# %%`) as cells; also what `jupyter nbconvert --to script` writes (`# In[3]:`).

Jupytext reads the same format, but importing it takes longer than a student's whole self-check should; a test holds the two together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

MARKER = re.compile(r"^#[ \t]*(?:%%(?P<rest>[ \t\[].*)?|In ?\[[\d* ]*\]:?)[ \t]*$", re.MULTILINE)
_NAME = re.compile(r'\bplm="(?P<plm>[^"\n]*)"|"grade_id": ?"(?P<grade_id>[^"\n]*)"')


@dataclass(frozen=True)
class PercentCell:
    """One cell of a script: its name in the release (if any), its kind, its text, and the number of its first line."""

    name: str | None
    kind: Literal["code", "markdown"]
    source: str
    first_line: int


def percent_cells(text: str) -> list[PercentCell]:
    """The cells of a script; none if it has no marker. What stands before the first marker is no cell.

    Example:
        >>> percent_cells('# %% plm="setup"\\nimport torch\\n')[0].name
        'setup'
    """
    marks = list(MARKER.finditer(text))
    ends = [*(mark.start() for mark in marks[1:]), len(text)][: len(marks)]
    cells, line, seen = [], 1, 0
    for mark, end in zip(marks, ends, strict=True):
        line += text.count("\n", seen, mark.start())
        seen = mark.start()
        cells.append(_cell(mark["rest"] or "", text[mark.end() + 1 : end], line + 1))
    return cells


def _cell(options: str, body: str, first_line: int) -> PercentCell:
    found = _NAME.search(options)
    name = (found["plm"] or found["grade_id"]) if found else None
    markdown = re.match(r"[^\[\n]*\[(markdown|md)\]", options) is not None
    leading = len(body) - len(body.lstrip("\n"))
    source = body.strip("\n")
    if markdown:
        return PercentCell(name, "markdown", _uncommented(source), first_line + leading)
    return PercentCell(name, "code", source, first_line + leading)


def _uncommented(source: str) -> str:
    """Markdown text, which scripts hold as comments or as one string."""
    for quotes in ('"""', "'''"):
        if source.startswith(quotes) and source.rstrip().endswith(quotes) and len(source) >= 6:
            return source.rstrip()[3:-3].strip("\n")
    lines = [line.removeprefix("#").removeprefix(" ") if line.startswith("#") else line for line in source.split("\n")]
    return "\n".join(lines).strip("\n")
