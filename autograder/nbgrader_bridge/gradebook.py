"""The fast way into the gradebook: Records first, then one writer, many students in a transaction.

What is written is what `nbgrader autograde` writes, cell by cell and file by file: scores and comments are read from the same notebooks by
nbgrader's own functions, late penalties come from its own plugin, files from its own converter. What is saved are nbgrader's dozen
connections and commits for each student. Scores and comments given by hand are never touched.

The grades come first, the `autograded` notebook after them: a writer that is killed in between is known by the missing (or older)
notebook, and the next one catches up.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from nbformat import NotebookNode
from nbgrader.api import Gradebook, InvalidEntry, MissingEntry, SubmittedAssignment
from nbgrader.apps import NbGrader
from nbgrader.apps.api import NbGraderAPI
from nbgrader.converters import Autograde
from nbgrader.preprocessors import AssignLatePenalties, OverwriteCells
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from autograder.errors import UsageError
from autograder.exercise import Exercise, load
from autograder.nbgrader_bridge.config import AUTOGRADE, EXPORTER, SANITIZE
from autograder.nbgrader_bridge.entry import Entry, read_entry, write_autograded
from autograder.nbgrader_bridge.preprocessors import NotGraded
from autograder.nbgrader_bridge.rows import write_rows
from autograder.notebook import release_notebook
from autograder.record import read_record

_STUDENTS_A_TRANSACTION = 50
_SECONDS_BETWEEN_MESSAGES = 60
_OTHER_SETTINGS = ("pre_convert_hook", "post_convert_hook")
_T = TypeVar("_T")


def to_stderr(message: str) -> None:
    """Tell whoever sits before the terminal."""
    print(message, file=sys.stderr, flush=True)


def write_gradebook(
    course: Path, slug: str, students: Iterable[str], say: Callable[[str], None] = to_stderr
) -> list[str]:
    """Bring Records into the course's gradebook and write the `autograded/` notebooks.

    Beside the students given, all those are written whose Record is newer than what the gradebook has, as after a run that was ended.

    Args:
        course: the course's folder; the Records are in it.
        slug: the exercise.
        students: whose grades are new.
        say: told when there is something to wait for, and why a student could not be written.

    Returns:
        The students for whom it failed; their earlier grades stay.

    Raises:
        UsageError: if this is no course of ours, its cells are not the exercise's, or a file cannot be written.
    """
    writer = _Writer(course.resolve(), load(slug), say)
    wanted = list(dict.fromkeys([*students, *writer.behind()]))
    if not wanted:
        return []
    release = writer.release()
    failed: list[str] = []
    for start in range(0, len(wanted), _STUDENTS_A_TRANSACTION):
        failed += writer.write(wanted[start : start + _STUDENTS_A_TRANSACTION], release)
    return failed


class _Writer:
    """Writes one exercise's grades into one course."""

    def __init__(self, course: Path, exercise: Exercise, say: Callable[[str], None]) -> None:
        self.course, self.exercise, self.say = course, exercise, say
        self.api = _api(course)
        self.converter = Autograde(coursedir=self.api.coursedir, parent=self.api)
        self.converter.log.setLevel(logging.CRITICAL)
        self.penalties = AssignLatePenalties(parent=self.api)
        self.penalties.init_plugin()
        self._tell_of_other_settings()

    def behind(self) -> list[str]:
        """Students with a Record whose grade is not in the gradebook: no rows there, or a missing or older notebook."""
        slug = self.exercise.slug
        records = {path.stem: path for path in sorted((self.course / "records" / slug).glob("*.json"))}
        handed_in = {s: path for s, path in records.items() if (self.course / "submitted" / s / slug).is_dir()}
        if not handed_in:
            return []
        known = self._with_gradebook(lambda gradebook: _students_with_rows(gradebook, slug))
        return [s for s, path in handed_in.items() if not (s in known and self._is_current(s, path)) and _graded(path)]

    def _is_current(self, student: str, record: Path) -> bool:
        notebook = Path(self.converter._format_dest(self.exercise.slug, student)) / f"{self.exercise.slug}.ipynb"
        return notebook.is_file() and notebook.stat().st_mtime_ns >= record.stat().st_mtime_ns

    def release(self) -> NotebookNode:
        """The release notebook with the points and check cells that the gradebook has, as nbgrader's `OverwriteCells` gives them."""
        slug = self.exercise.slug
        self._with_gradebook(self._ensure_assignment)
        names = {"notebook": slug, "assignment": slug, "db_url": self.api.coursedir.db_url}
        overwrite = OverwriteCells(parent=self.api)
        overwrite.log.setLevel(logging.CRITICAL)
        notebook, _ = self._patiently(
            lambda: overwrite.preprocess(release_notebook(self.exercise), {"nbgrader": names})
        )
        return notebook

    def _ensure_assignment(self, gradebook: Gradebook) -> None:
        """Make the release and the assignment's cells in the gradebook if nobody has yet; refuse cells of another exercise."""
        slug, exercise = self.exercise.slug, self.exercise
        try:
            found = {cell.name for cell in gradebook.find_notebook(slug, slug).grade_cells}
        except MissingEntry:
            with _in_folder(self.course):
                result = self.api.generate_assignment(slug, force=True)
            if not result["success"]:
                raise UsageError(f"nbgrader generate_assignment {slug} failed: {_last_line(result)}") from None
            return
        wanted = {f"check-{function.cell}" for function in exercise.functions}
        wanted |= {exercise.written.name} if exercise.written else set()
        if found != wanted:
            raise UsageError(
                f"{self.course}: the gradebook's cells of {slug} are not the exercise's "
                f"({', '.join(sorted(found ^ wanted))}); build a new course for the changed exercise"
            )

    def write(self, students: list[str], release: NotebookNode) -> list[str]:
        """Write some students in one transaction, then their notebooks; gives those that failed."""
        entries, failed = self._entries(students, release)
        if entries:
            create = self.converter.create_student
            rows = lambda gradebook: write_rows(gradebook, self.exercise, entries, self.penalties, create)  # noqa: E731
            failed += self._with_gradebook(rows)
        for entry in entries:
            if entry.student not in failed:
                self._write_files(entry)
        return failed

    def _entries(self, students: list[str], release: NotebookNode) -> tuple[list[Entry], list[str]]:
        entries, failed = [], []
        for student in students:
            try:
                entries.append(read_entry(self.api.coursedir, self.exercise, release, student))
            except NotGraded as error:
                self.say(str(error))
                failed.append(student)
        return entries, failed

    def _write_files(self, entry: Entry) -> None:
        try:
            write_autograded(self.converter, self.exercise.slug, entry)
        except OSError as error:
            where = error.filename or self.course / "autograded" / entry.student
            raise UsageError(
                f"{where}: cannot be written ({error.strerror}); records and grades are kept, run the same command again"
            ) from None

    def _with_gradebook(self, work: Callable[[Gradebook], _T]) -> _T:
        """Do something with the gradebook, all of it or nothing."""
        return self._patiently(lambda: self._once(work))

    def _once(self, work: Callable[[Gradebook], _T]) -> _T:
        coursedir = self.api.coursedir
        with _in_folder(self.course), Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
            return work(gradebook)

    def _patiently(self, work: Callable[[], _T]) -> _T:
        """Do something again and again while another program keeps the gradebook locked."""
        told = 0.0
        while True:
            try:
                with _quiet("tornado.application"):
                    return work()
            except (OperationalError, InvalidEntry) as error:
                if "database is locked" not in str(error):
                    raise
            if not told or time.monotonic() - told > _SECONDS_BETWEEN_MESSAGES:
                told = time.monotonic()
                self.say(f"{self.course}: the gradebook is locked by another program; waiting (what is graded is kept)")
            time.sleep(1)

    def _tell_of_other_settings(self) -> None:
        ours = {
            "exporter_class": EXPORTER,
            "sanitize_preprocessors": list(SANITIZE),
            "autograde_preprocessors": list(AUTOGRADE),
        }
        settings = self.api.config.Autograde
        changed = [name for name, value in ours.items() if settings.get(name) != value]
        changed += [name for name in _OTHER_SETTINGS if name in settings]
        if changed:
            self.say(
                f"{self.course}: nbgrader_config.py sets Autograde.{', Autograde.'.join(changed)}, which only "
                "`nbgrader autograde` follows"
            )


def _graded(record: Path) -> bool:
    try:
        return read_record(record).status == "graded"
    except (OSError, ValueError):
        return False


def _students_with_rows(gradebook: Gradebook, slug: str) -> set[str]:
    try:
        assignment = gradebook.find_assignment(slug)
    except MissingEntry:
        return set()
    wanted = select(SubmittedAssignment.student_id).where(SubmittedAssignment.assignment_id == assignment.id)
    return set(gradebook.db.scalars(wanted))


@contextmanager
def _in_folder(course: Path) -> Iterator[None]:
    """nbgrader looks for its configuration in the working folder, and for the program `alembic` on the PATH."""
    folder, path = Path.cwd(), os.environ.get("PATH", os.defpath)
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{path}"
    os.chdir(course)
    try:
        yield
    finally:
        os.chdir(folder)
        os.environ["PATH"] = path


@contextmanager
def _quiet(name: str) -> Iterator[None]:
    """Without the tracebacks that nbgrader logs before it raises."""
    logger = logging.getLogger(name)
    before = logger.disabled
    logger.disabled = True
    try:
        yield
    finally:
        logger.disabled = before


def _api(course: Path) -> NbGraderAPI:
    """nbgrader's API on a course; loading its configuration also makes the submissions ready (`prepare.py`)."""
    app = NbGrader()
    with _in_folder(course):
        app.load_config_file()
    app.config.NbGrader.log_level = logging.ERROR
    api = NbGraderAPI(config=app.config)
    if Path(api.coursedir.root).resolve() != course:
        raise UsageError(
            f"{course}: no nbgrader_config.py of ours in it; build a course with `plm course build {course}`"
        )
    return api


def _last_line(result: dict[str, Any]) -> str:
    lines = str(result.get("error") or result.get("log") or "").strip().splitlines()
    return lines[-1] if lines else "no message"
