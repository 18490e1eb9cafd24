"""A notebook's cells into the student's program and written text, by the release's structure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from autograder.exercise import Exercise
from autograder.submission.cells import RawCell
from autograder.submission.model import Notes
from autograder.submission.pieces import Asked, Piece
from autograder.submission.source import dropped_cell_magic, parses, without_fences
from autograder.submission.stub import SETUP, StubCell, check_cell_id, check_cell_source, stub_cells
from autograder.submission.written import answer, cell_answer, joined_answers

_CHECK_LINE = re.compile(r"\s*+(?:#.*|from autograder\.cell import \w+|check_cell\(.*\))?\s*$")


class Release:
    """What the release notebook has under which id."""

    def __init__(self, exercise: Exercise) -> None:
        self.stubs = {stub.id: stub for stub in stub_cells(exercise)}
        self.by_name = {stub.name: stub for stub in self.stubs.values() if stub.name is not None}
        self.ids = {name.replace(".", "-"): name for name in self.by_name}
        self.checks = {check_cell_id(f): (f.name, _essence(check_cell_source(exercise, f))) for f in exercise.functions}
        self.written = exercise.written.name if exercise.written else None

    def id_of(self, cell: RawCell) -> str | None:
        """The id under which the release knows a cell: the first that it carries, in the order of trust."""
        for found in cell.ids:
            known = found.replace(".", "-")
            if known in self.stubs or known in self.checks:
                return known
        return None

    @property
    def written_task(self) -> StubCell | None:
        """The text cell right before the written part."""
        pairs = pairwise(self.stubs.values())
        return next((task for task, stub in pairs if stub.name == self.written and task.kind == "markdown"), None)

    @property
    def texts(self) -> list[str]:
        """The task's own texts."""
        return [stub.source.strip() for stub in self.stubs.values() if stub.kind == "markdown"]

    def is_text(self, stub_id: str | None) -> bool:
        """Whether an id is that of a cell with the task's text."""
        return stub_id in self.stubs and self.stubs[stub_id].kind == "markdown"


@dataclass
class Sorted:
    """A notebook's cells by what they are for."""

    code: list[Piece] = field(default_factory=list)
    written: list[RawCell] = field(default_factory=list)
    prose: list[tuple[str | None, RawCell]] = field(default_factory=list)
    checks: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)


def sort_cells(cells: list[RawCell], release: Release, asked: Asked, notes: Notes) -> Sorted:
    """Tell code, written text, the task's own text and check cells apart."""
    found = Sorted()
    for cell in cells:
        known = release.id_of(cell)
        name = release.ids.get(known) if known else None
        if known in release.checks:
            _take_check(cell, known, release, found, notes)
        elif name is not None and name == release.written:
            found.written.append(cell)
            found.named.add(name)
        elif name is not None:
            found.named.add(name)
            found.code.append(_retyped(cell, name, notes))
        else:
            _take_unnamed(cell, known, release, asked, found)
    _take_code_in_prose(found, asked, notes)
    _note_dropped(found.code, asked, notes)
    return found


def _take_check(cell: RawCell, known: str, release: Release, found: Sorted, notes: Notes) -> None:
    function, source = release.checks[known]
    found.checks.add(function)
    if _essence(cell.source) != source:
        notes.add(
            f"{function} 的检查单元格被改动过；检查单元格的内容不参与评分",
            f"the check cell of {function} was edited; what stands in check cells does not count",
        )


def _essence(source: str) -> str:
    """Code without comments, blank lines and spaces at the line's ends."""
    lines = (line.rstrip() for line in source.split("\n"))
    return "\n".join(line for line in lines if line and not line.lstrip().startswith("#"))


def _retyped(cell: RawCell, name: str, notes: Notes) -> Piece:
    if cell.kind == "code":
        return Piece(name, cell.place, cell.source)
    notes.add(
        f"单元格 {name} 的类型不是代码，已按代码读取",
        f"the cell {name} is not a code cell; it was read as code",
    )
    return Piece(name, cell.place, without_fences(cell.source))


def _take_unnamed(cell: RawCell, known: str | None, release: Release, asked: Asked, found: Sorted) -> None:
    if cell.kind != "code":
        found.prose.append((known, cell))
        return
    if known is not None and release.is_text(known) and cell.source.strip() == release.stubs[known].source.strip():
        return
    if not all(_CHECK_LINE.match(line) for line in cell.source.split("\n")):
        found.code.append(Piece(_name_by_content(cell.source, release, asked), cell.place, cell.source))


def _name_by_content(source: str, release: Release, asked: Asked) -> str | None:
    """The name of a cell that lost its metadata: the one function that it defines, or the setup cell's if that is its text."""
    defined = asked.defined_in(source)
    if len(defined) == 1:
        return next(iter(defined))
    return SETUP if source.strip() == release.by_name[SETUP].source.strip() else None


def _take_code_in_prose(found: Sorted, asked: Asked, notes: Notes) -> None:
    """Count a text cell as code if it is Python and defines a function that no code cell defines."""
    defined = {function for piece in found.code for function in asked.defined_in(piece.text)}
    for entry in list(found.prose):
        source = without_fences(entry[1].source)
        new = asked.defined_in(source) - defined
        if new and parses(source):
            found.prose.remove(entry)
            names = ", ".join(sorted(new))
            found.code.append(Piece(next(iter(new)) if len(new) == 1 else None, entry[1].place, source))
            notes.add(f"{names} 写在文本单元格里，已按代码读取", f"{names} stands in a text cell; it was read as code")
    found.code.sort(key=lambda piece: piece.place)


def _note_dropped(pieces: list[Piece], asked: Asked, notes: Notes) -> None:
    for piece in pieces:
        magic = dropped_cell_magic(piece.text)
        if magic is not None and (names := ", ".join(sorted(asked.defined_in(piece.text)))):
            notes.add(
                f"{names} 所在的单元格以 %%{magic} 开头，不作为 Python 运行，因此不算",
                f"the cell with {names} begins with %%{magic}, so it is not run as Python and does not count",
            )


def written_in_cells(found: Sorted, release: Release, notes: Notes) -> str:
    """The written part's text in the notebook's cells; empty if they hold none."""
    name = release.written
    if name is None:
        return ""
    parts = [text for cell in found.written if (text := cell_answer(cell.source, name))]
    if len(set(parts)) > 1:
        notes.add(
            f"{name} 有 {len(parts)} 个单元格，文字按顺序合并",
            f"{name} has {len(parts)} cells; their texts were put together in order",
        )
    return joined_answers(parts) or _written_beside(found, release, notes)


def _written_beside(found: Sorted, release: Release, notes: Notes) -> str:
    """Text that stands beside the untouched (or deleted) written cell: in new text cells, or added to the task's own text."""
    before, place = _task_before(found, release)
    if before is None:
        return ""
    own = {cell.place for cell in found.written}
    run = {cell.place: cell for known, cell in found.prose if known is None}
    parts = [_added(place[1].source, before.source)] if place else []
    position = place[0] + 1 if place else min(own, default=0) + 1
    while position in run or position in own:
        if position in run and not _is_task(run[position], release):
            parts.append(answer(run[position].source))
        position += 1
    text = joined_answers(parts)
    if text:
        notes.add(
            f"{release.written} 的单元格是空的；旁边文本单元格里的文字作为回答",
            f"the cell of {release.written} is empty; the text in the cells beside it counts as the answer",
        )
    return text


def _task_before(found: Sorted, release: Release) -> tuple[StubCell | None, tuple[int, RawCell] | None]:
    """The task's text cell right before the written part: in the release, and (place, cell) in the notebook."""
    before = release.written_task
    if before is None:
        return None, None
    for known, cell in found.prose:
        if known == before.id or (known is None and cell.source.strip().startswith(before.source.strip())):
            return before, (cell.place, cell)
    return before, None


def _added(text: str, task: str) -> str:
    """What a student wrote below the task's text in the task's own cell."""
    text, task = text.strip(), task.strip()
    return answer(text[len(task) :]) if text.startswith(task) else ""


def _is_task(cell: RawCell, release: Release) -> bool:
    return cell.source.strip() in release.texts


def with_setup(pieces: list[Piece], found: Sorted, release: Release, notes: Notes) -> list[Piece]:
    """The program with the release's setup cell put back in front if it was deleted."""
    if any(piece.name == SETUP for piece in pieces):
        return pieces
    if found.named:
        notes.add(
            "准备单元格（导入）被删除了，已按原样补上",
            "the setup cell (imports) was deleted; the original was put back",
        )
    return [Piece(SETUP, 0, release.by_name[SETUP].source), *pieces]
