"""Bytes to Submission."""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from autograder.exercise import Exercise
from autograder.submission.cells import notebook_cells
from autograder.submission.decoding import decode
from autograder.submission.model import Chunk, Kind, Notes, Submission, Unreadable
from autograder.submission.notebook import Release, Sorted, sort_cells, with_setup, written_in_cells
from autograder.submission.percent import percent_cells
from autograder.submission.pieces import Asked, Piece, join_split, text_of, without_stubs
from autograder.submission.script import script_pieces
from autograder.submission.source import Problem, parse, without_magics
from autograder.submission.stub import SETUP
from autograder.submission.written import answer, assigned, exported_answer, joined_answers, presentable
from autograder.submission.zipped import is_zip, unzipped


def read_submission(content: bytes, name: str, exercise: Exercise) -> Submission:
    """Read what was handed in, as data: nothing of it is run, and nothing in it can make this raise.

    Args:
        content: the file's bytes; of a zip, as `plm pack` makes it, the notebook or script in it is read.
        name: the file's name; what the file is, is decided by its content.
        exercise: what was asked.

    Returns:
        The program in pieces, the written text, and notes; `unreadable` says why where nothing could be read.

    Raises:
        UsageError: if the exercise's own stub cannot be read.

    Example:
        >>> read_submission(b"def parse_marked(marked): ...", "a.py", load("polysemy")).chunks[0].cell
        'script'
    """
    digest = hashlib.sha256(content).hexdigest()
    notes = Notes()
    release, asked = Release(exercise), Asked(exercise)
    try:
        file, content = unzipped(content, exercise.slug, notes) if is_zip(content) else (name, content)
        text, by_name = decode(content, notes), _kind_by_name(file)
        kind = _kind(text, by_name, asked)
        _note_kind(kind, by_name, notes)
        reader = _Notebook if kind == "notebook" else _Script
        return replace(reader(release, asked, notes).read(text, file, digest), name=name)
    except Unreadable as reason:
        return Submission(name, digest, _kind_by_name(name), unreadable=reason.text, notes=notes.all())


def _kind_by_name(name: str) -> Kind:
    return "notebook" if name.lower().endswith(".ipynb") else "script"


def _kind(text: str, by_name: Kind, asked: Asked) -> Kind:
    """By content: JSON is a notebook, Python a script; the name decides where the content does not."""
    if re.match(r"\s*\{", text) and (by_name == "notebook" or '"cells"' in text or '"nbformat"' in text):
        return "notebook"
    if by_name == "script" or asked.defined_in(text):
        return "script"
    tree = parse(without_magics(text))
    is_program = isinstance(tree, ast.Module) and any(not isinstance(node, ast.Expr) for node in tree.body)
    return "script" if is_program else "notebook"


def _note_kind(kind: Kind, by_name: Kind, notes: Notes) -> None:
    if kind == "script" and by_name == "notebook":
        notes.add(
            "文件名以 .ipynb 结尾，内容却是 Python 脚本，已按脚本读取",
            "the file is called .ipynb but holds a Python script; it was read as one",
        )
    if kind == "notebook" and by_name == "script":
        notes.add(
            "文件名不以 .ipynb 结尾，内容却是笔记本，已按笔记本读取",
            "the file is not called .ipynb but holds a notebook; it was read as one",
        )


class _Reader:
    """What notebooks and scripts have in common."""

    def __init__(self, release: Release, asked: Asked, notes: Notes) -> None:
        self._release = release
        self._asked = asked
        self._notes = notes

    def _written_in_code(self, pieces: Sequence[Piece]) -> str:
        if self._release.written is None:
            return ""
        literal = assigned([piece.source for piece in pieces], self._release.written)
        if literal is None:
            return ""
        if not literal.exact:
            self._notes.add(
                f"{self._release.written} 不是一个完整的字符串常量，已按代码里的字面文字读取",
                f"{self._release.written} is not a plain string; its text was taken as it stands in the code",
            )
        return answer(literal.text)

    def _chosen(self, pieces: Sequence[Piece], written: str) -> dict[str, str]:
        """For each named cell, what the student wrote: its last definition's cell, or just the definition if the cell has another name."""
        chosen = {}
        for name in self._release.by_name:
            text = next((t for piece in reversed(pieces) if (t := self._text(piece, name)) is not None), None)
            if text is None:
                text = next((piece.text for piece in reversed(pieces) if piece.name == name), None)
            if text is not None:
                chosen[name] = text
        if self._release.written and written:
            chosen[self._release.written] = written
        return chosen

    def _text(self, piece: Piece, name: str) -> str | None:
        text = text_of(piece, name, self._asked)
        return piece.text if text is not None and piece.name == name else text

    def _note_fullwidth(self, pieces: Sequence[Piece], labels: Sequence[str]) -> None:
        for piece, label in zip(pieces, labels, strict=True):
            problem = piece.tree
            if isinstance(problem, Problem) and (
                found := re.match(r"invalid (?:non-printable )?character (.*)", problem.message)
            ):
                line = problem.line + piece.first_line - 1
                self._notes.add(
                    f"{label} 第 {line} 行有 Python 不认识的字符（全角标点或特殊空格）：{found[1]}",
                    f"{label}, line {line}: a character that Python does not know (full-width punctuation, a special space): {found[1]}",
                )


class _Notebook(_Reader):
    def read(self, text: str, name: str, digest: str) -> Submission:
        cells = notebook_cells(text, self._notes)
        found = sort_cells(cells, self._release, self._asked, self._notes)
        pieces = join_split(found.code)
        self._note_joined(found.code, pieces)
        pieces = without_stubs(pieces, self._asked)
        self._note_copies(pieces)
        self._note_missing_functions(found, pieces)
        pieces = with_setup(pieces, found, self._release, self._notes)
        written = written_in_cells(found, self._release, self._notes) or self._written_in_code(pieces)
        written = presentable(written, self._notes)
        if not written and found.named and self._release.written not in (*found.named, None):
            self._note_deleted(self._release.written)
        labels = _labels(pieces)
        self._note_fullwidth(pieces, labels)
        chunks = tuple(
            Chunk(piece.name or f"extra-{piece.place}", piece.source, label)
            for piece, label in zip(pieces, labels, strict=True)
        )
        chosen = self._chosen(pieces, written)
        return Submission(name, digest, "notebook", chunks, written, chosen, self._notes.all())

    def _note_joined(self, before: Sequence[Piece], after: Sequence[Piece]) -> None:
        old = {piece.place: piece for piece in before}
        for piece in after:
            if piece.text != old[piece.place].text:
                label = piece.name or f"extra-{piece.place}"
                self._notes.add(
                    f"单元格 {label} 被拆开了，已按顺序接回",
                    f"the cell {label} had been split; its parts were joined in order",
                )

    def _note_copies(self, pieces: Sequence[Piece]) -> None:
        for name, count in Counter(piece.name for piece in pieces if piece.name).items():
            if count > 1:
                self._notes.add(
                    f"有 {count} 个单元格是 {name}；都会按顺序运行，最后一个修改过的为准",
                    f"{count} cells are called {name}; they run in order, the last edited one counts",
                )

    def _note_missing_functions(self, found: Sorted, pieces: Sequence[Piece]) -> None:
        present = found.named | {name for piece in pieces for name in self._asked.defined_in(piece.source)}
        present |= {name for piece in pieces for s in piece.statements for name in self._asked.bound_by(s)}
        functions = [name for name in self._release.by_name if name not in (*present, SETUP, self._release.written)]
        if len(functions) == len(self._release.checks):
            self._notes.add(
                "笔记本里没有本练习的任何函数；提交的是不是别的练习？",
                "the notebook has none of this exercise's functions: is it that of another exercise?",
            )
            return
        for name in functions:
            self._note_deleted(name)
        self._note_missing_checks(found)

    def _note_deleted(self, name: str | None) -> None:
        self._notes.add(f"单元格 {name} 被删除了", f"the cell {name} was deleted")

    def _note_missing_checks(self, found: Sorted) -> None:
        all_checks = {function for function, _ in self._release.checks.values()}
        if found.checks and found.checks != all_checks:
            names = ", ".join(sorted(all_checks - found.checks))
            self._notes.add(
                f"{names} 的检查单元格被删除了；评分不受影响",
                f"the check cells of {names} were deleted; grading is not affected by it",
            )


class _Script(_Reader):
    def read(self, text: str, name: str, digest: str) -> Submission:
        pieces = without_stubs(script_pieces(text, self._asked), self._asked)
        label = _clean(PurePath(name).name)
        self._note_fullwidth(pieces, [label] * len(pieces))
        written = self._written_in_code([p for p in pieces if p.parsable]) or self._written_in_marked_cells(text)
        written = written or self._written_in_code([Piece(None, 1, text)]) or self._written_in_comments(text)
        written = presentable(written, self._notes)
        chunks = tuple(Chunk(p.name or "script", p.source, f"{label}{p.suffix}", p.first_line) for p in pieces)
        chosen = self._chosen(pieces, written)
        setup = next((cell.source for cell in percent_cells(text) if cell.name == SETUP), None)
        if setup is not None:
            chosen[SETUP] = setup
        return Submission(name, digest, "script", chunks, written, chosen, self._notes.all())

    def _written_in_marked_cells(self, text: str) -> str:
        """The written part's markdown cell in a script that jupytext made from the notebook."""
        cells = [cell for cell in percent_cells(text) if cell.kind == "markdown" and cell.name == self._release.written]
        return joined_answers(answer(cell.source) for cell in cells if cell.name is not None)

    def _written_in_comments(self, text: str) -> str:
        task = self._release.written_task
        return exported_answer(text, task.source, set(self._release.texts) - {task.source}) if task else ""


def _labels(pieces: Sequence[Piece]) -> list[str]:
    """What tracebacks call the pieces of a notebook, each one once."""
    seen: Counter[str] = Counter()
    labels = []
    for piece in pieces:
        base = f"cell {piece.name or piece.place}"
        seen[base] += 1
        labels.append(base if seen[base] == 1 else f"{base} ({seen[base]})")
    return labels


def _clean(label: str) -> str:
    return re.sub(r"[\x00-\x1f<>\ud800-\udfff]", "_", label)[:80] or "script"
