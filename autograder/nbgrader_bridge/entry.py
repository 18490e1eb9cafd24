"""One student's line for the gradebook, and the `autograded` folder that belongs to it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.converters import Autograde
from nbgrader.converters.base import BaseConverter
from nbgrader.utils import compute_checksum, determine_grade, find_all_files, is_grade, is_solution, rmtree

from autograder.exercise import Exercise
from autograder.files import write_whole
from autograder.nbgrader_bridge.preprocessors import NotGraded, fill_notebook
from autograder.nbgrader_bridge.rebuild import read_handed_in, rebuilt_notebook
from autograder.record import Record, read_record


@dataclass(frozen=True)
class Entry:
    """What reaches the gradebook for one student: scores by grade id, comments by solution id, when it was handed in."""

    student: str
    record: Record
    notebook: NotebookNode
    scores: dict[str, float | None]
    comments: dict[str, str | None]
    timestamp: datetime | None


def read_entry(coursedir: Any, exercise: Exercise, release: NotebookNode, student: str) -> Entry:
    """Make a student's entry from the Record on disk and the file that it is of.

    Args:
        coursedir: nbgrader's `CourseDirectory`.
        exercise: what was asked.
        release: the release notebook as the gradebook knows it.
        student: nbgrader's id.

    Raises:
        NotGraded: if there is no Record of exactly this file.
    """
    folder = Path(coursedir.format_path(coursedir.submitted_directory, student, exercise.slug))
    record_path = Path(coursedir.root) / "records" / exercise.slug / f"{student}.json"
    try:
        record = read_record(record_path)
        submission = read_handed_in(folder / f"{exercise.slug}.ipynb", exercise)
    except (OSError, ValueError) as error:
        raise NotGraded(f"{student}: {error}") from None
    if record.status != "graded" or record.sha256 != submission.sha256:
        raise NotGraded(f"{student}: {record.error or 'the file changed after it was graded'}")
    notebook = rebuilt_notebook(submission, exercise, release)
    fill_notebook(notebook, exercise, record)
    return Entry(student, record, notebook, _scores(notebook), _comments(notebook), _timestamp(coursedir, folder))


def _scores(notebook: NotebookNode) -> dict[str, float | None]:
    """By nbgrader's own reading of the cells."""
    return {cell.metadata.nbgrader.grade_id: determine_grade(cell)[0] for cell in notebook.cells if is_grade(cell)}


def _comments(notebook: NotebookNode) -> dict[str, str | None]:
    """As nbgrader's `SaveAutoGrades` comments on solution cells that were left as they were."""
    flags = {cell.metadata.nbgrader.grade_id: cell for cell in notebook.cells if is_solution(cell)}
    return {
        name: "No response." if cell.metadata.nbgrader.get("checksum") == compute_checksum(cell) else None
        for name, cell in flags.items()
    }


def _timestamp(coursedir: Any, folder: Path) -> datetime | None:
    try:
        found: datetime | None = coursedir.get_existing_timestamp(str(folder))
    except (AttributeError, ValueError, OSError):  # nbgrader 0.9.6 calls a method that it lacks
        raise NotGraded(f"{folder / 'timestamp.txt'}: no time that nbgrader can read") from None
    return found


def write_autograded(converter: Autograde, slug: str, entry: Entry) -> None:
    """Write a student's `autograded` folder as nbgrader does, the notebook last: where it is, everything is.

    Args:
        converter: nbgrader's own, for its paths, settings and permissions.
        slug: the exercise.
        entry: from `read_entry`.

    Raises:
        OSError: if something cannot be written.
    """
    folder = Path(converter._format_dest(slug, entry.student))
    if folder.exists():
        rmtree(str(folder))
    folder.mkdir(parents=True)
    BaseConverter.init_assignment(converter, slug, entry.student)
    _copy_given(converter, slug, folder)
    text = nbformat.writes(entry.notebook).rstrip("\n") + "\n"
    unseen = folder / f".{slug}.ipynb.part"
    write_whole(unseen, text.encode("utf-8"))
    converter.set_permissions(slug, entry.student)
    unseen.replace(folder / f"{slug}.ipynb")


def _copy_given(converter: Autograde, slug: str, folder: Path) -> None:
    """Put the course's own files over the student's copies of them."""
    coursedir = converter.coursedir
    source = Path(coursedir.format_path(coursedir.source_directory, ".", slug))
    kept: Iterable[str] = converter.exclude_overwriting.get(slug, [])
    own = {os.path.join(source, name) for name in kept}  # noqa: PTH118  (compared as nbgrader spells them)
    for path in find_all_files(str(source), [*coursedir.ignore, "*.ipynb"]):
        if path not in own:
            target = folder / Path(path).relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            shutil.copy(path, target)
