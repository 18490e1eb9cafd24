"""A tiny exercise, a notebook to change by hand, and what a submission comes to."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from autograder.exercise import Exercise, load
from autograder.submission import Submission

MANIFEST = """
slug = "tiny"
version = 1
title.zh = "小练习"
title.en = "Tiny"
[[functions]]
name = "double"
signature = "(x)"
points = 2
[[functions]]
name = "halve"
signature = "(x)"
points = 2
[[functions]]
name = "Head.forward"
signature = "(self, x)"
points = 3
[written]
name = "ANALYSIS"
points = 3
"""

STUB = '''# %% [markdown]
# # 小练习 · Tiny

# %% plm="setup"
import math

# %% plm="double"


def double(x):
    """两倍。 Twice x."""
    raise NotImplementedError


# %% plm="halve"


def halve(x):
    """一半。 Half of x."""
    raise NotImplementedError


# %% plm="Head.forward"


class Head:
    """A head."""

    def __init__(self, weight):
        self.weight = weight

    def forward(self, x):
        """加权。 Weighted."""
        raise NotImplementedError


# %% [markdown]
# ## 分析 · Analysis
#
# 写一段话。 Write a paragraph.

# %% plm="ANALYSIS"
ANALYSIS = """"""

# %% [markdown]
# ## 画图 · Figures

# %%
DRAW = False
'''

REFERENCE = '''"""The tiny reference."""

from __future__ import annotations

import functools
from fractions import Fraction

TWO = 2

# %% plm="double"


def double(x: float) -> float:
    """Twice x."""
    # A comment before the first statement.
    return _times(x, TWO)


def _times(x: float, factor: float) -> float:
    return x * factor


# %% plm="halve"


@functools.lru_cache
def halve(x: float) -> float:
    """Half of x."""
    return float(_times(Fraction(x), Fraction(1, TWO)))


# %% plm="Head.forward"


class Head:
    """A head."""

    def __init__(self, weight: float) -> None:
        self.weight = weight

    def forward(self, x: float) -> float:
        """Weighted."""
        if x < 0:
            return 0.0

        return double(self.weight * x) / TWO


# %% plm="ANALYSIS"
ANALYSIS = """The answer."""
'''


def make_tiny(home: Path) -> Exercise:
    """An exercise with two functions, a method and a written part, whose files lie under `home`."""
    folder = home / "assignments" / "tiny"
    folder.mkdir(parents=True)
    (home / "reference").mkdir()
    (folder / "exercise.toml").write_text(MANIFEST, encoding="utf-8")
    (folder / "tiny.py").write_text(STUB, encoding="utf-8")
    (home / "reference" / "tiny.py").write_text(REFERENCE, encoding="utf-8")
    return load("tiny", home)


class Book:
    """A notebook that a student has: the release, changed by hand."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        for cell in data.get("cells", []):
            cell["source"] = "".join(cell["source"])

    @property
    def cells(self) -> list[dict[str, Any]]:
        return self.data["cells"]

    def index(self, name: str) -> int:
        return next(i for i, cell in enumerate(self.cells) if cell.get("id") == name)

    def cell(self, name: str) -> dict[str, Any]:
        return self.cells[self.index(name)]

    def write(self, name: str, source: str) -> None:
        self.cell(name)["source"] = source

    def insert(self, name: str, *cells: dict[str, Any], before: bool = False) -> None:
        place = self.index(name) + (not before)
        self.cells[place:place] = cells

    def copy_of(self, name: str, source: str) -> dict[str, Any]:
        """A copy as JupyterLab makes it: with nbgrader's metadata, and an id of its own."""
        return {**copy.deepcopy(self.cell(name)), "id": f"copy-{len(self.cells)}", "source": source}

    def delete(self, name: str) -> None:
        del self.cells[self.index(name)]

    def without_metadata(self) -> None:
        for cell in self.cells:
            cell["metadata"] = {}
            cell.pop("id", None)

    def content(self) -> bytes:
        return json.dumps(self.data, ensure_ascii=False).encode()


def code(source: str) -> dict[str, Any]:
    """A code cell of the student's own."""
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source}


def prose(source: str) -> dict[str, Any]:
    """A text cell of the student's own."""
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def run(submission: Submission) -> dict[str, Any]:
    """The names that the program defines, run chunk by chunk as the sandbox does; only for this project's own examples."""
    namespace: dict[str, Any] = {}
    for chunk in submission.chunks:
        try:
            exec(compile(chunk.source, chunk.label, "exec"), namespace)
        except (SyntaxError, NameError):
            continue
    return namespace


def notes(submission: Submission) -> str:
    """All notes in English, one a line."""
    return "\n".join(note.en for note in submission.notes)


def why_unreadable(submission: Submission) -> str:
    """The English sentence on why nothing was read; there is a Chinese one too, and nothing else."""
    assert submission.unreadable is not None
    assert any("\u4e00" <= character <= "\u9fff" for character in submission.unreadable.zh)
    assert (submission.chunks, submission.written, submission.cells) == ((), "", {})
    return submission.unreadable.en


def by_words(value: object) -> str:
    """A test's name by its texts alone: bytes of a zip hold the time, and workers have to agree on names."""
    return value if isinstance(value, str) else "file"
