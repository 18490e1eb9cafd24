"""The cells of an exercise's stub, and what stands in the cells that the build adds: the release's structure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from autograder.errors import UsageError
from autograder.exercise import Exercise, Function
from autograder.submission.percent import PercentCell, percent_cells
from autograder.text import Text

PLACEHOLDER = "*（在这里写，中文或英文。 Write here, in Chinese or English.）*"
"""What stands in the written part's cell until a student writes there."""

SETUP = "setup"


@dataclass(frozen=True)
class StubCell:
    """One cell of the stub.

    `name` is the function's name, `setup` or the written part's name, and None for text and free cells. `id` is the cell's id in
    the notebook, where functions have no dots.
    """

    name: str | None
    id: str
    kind: Literal["code", "markdown"]
    source: str


def stub_cells(exercise: Exercise) -> list[StubCell]:
    """Read the cells of `assignments/<slug>/<slug>.py`.

    Raises:
        UsageError: if there is no stub, or if it lacks a cell that the manifest asks for, has one twice or has one of another name.

    Example:
        >>> [cell.name for cell in stub_cells(load("polysemy"))][1:4]
        ['setup', None, 'parse_marked']
    """
    try:
        text = exercise.stub.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(
            Text(
                f"{exercise.stub}：练习的作业模板读不了（{error.strerror}）",
                f"{exercise.stub}: the exercise has no readable stub ({error.strerror})",
            )
        ) from None
    cells = list(_with_ids(_parsed(text)))
    _refuse_other_names(cells, exercise)
    return cells


@lru_cache(maxsize=32)
def _parsed(text: str) -> tuple[PercentCell, ...]:
    return tuple(percent_cells(text))


def _with_ids(cells: tuple[PercentCell, ...]) -> Iterator[StubCell]:
    counts = {"text": 0, "free": 0}
    for cell in cells:
        if cell.name is not None:
            yield StubCell(cell.name, cell.name.replace(".", "-"), cell.kind, cell.source)
            continue
        prefix = "text" if cell.kind == "markdown" else "free"
        counts[prefix] += 1
        yield StubCell(None, f"{prefix}-{counts[prefix]}", cell.kind, cell.source)


def _refuse_other_names(cells: list[StubCell], exercise: Exercise) -> None:
    found = sorted(cell.name for cell in cells if cell.name is not None)
    written = [exercise.written.name] if exercise.written else []
    wanted = sorted([SETUP, *(function.name for function in exercise.functions), *written])
    if found != wanted:
        raise UsageError(
            Text(
                f"{exercise.stub}：其中有名字的单元格是 {found}，练习说明文件要求的是 {wanted}",
                f"{exercise.stub}: its named cells are {found}, but the manifest asks for {wanted}",
            )
        )


def check_cell_id(function: Function) -> str:
    """The grade id of a function's locked check cell."""
    return f"check-{function.cell}"


def check_cell_source(exercise: Exercise, function: Function) -> str:
    """What stands in the locked check cell behind a function."""
    return (
        f"# 自动检查，请勿改动 · Automatic checks, please leave as they are（{function.points:g} 分 / points）\n"
        "from autograder.cell import check_cell\n\n"
        f'check_cell("{exercise.slug}", "{function.name}")'
    )
