"""The fast way into the gradebook: Records first, then nbgrader's own `Autograde` once, in this process, as the only writer.

Points, comments, manual scores, late penalties and the `autograded/` notebooks come from the same code as with
`nbgrader autograde`; what is saved is a process and an import of torch for each call, since the Records are there already.
"""

from __future__ import annotations

import logging
import os
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps import NbGrader
from nbgrader.apps.api import NbGraderAPI
from nbgrader.converters import Autograde
from nbgrader.converters.base import NbGraderException
from sqlalchemy.exc import SAWarning

from autograder.errors import UsageError
from autograder.nbgrader_bridge.config import prepare_submissions


def write_gradebook(course: Path, slug: str, students: Iterable[str]) -> list[str]:
    """Bring the grades of these students into the course's gradebook and write their `autograded/` notebooks.

    Args:
        course: the course's folder; the Records of these students are in it.
        slug: the exercise.
        students: whose grades are new.

    Returns:
        The students for whom it failed; their earlier grades stay.
    """
    course, students = course.resolve(), list(students)
    if not students:
        return []
    prepare_submissions(course)
    with _in_folder(course):
        api = _api(course)
        _ensure_assignment(api, slug)
        return [student for student in students if not _autograde(api, slug, student)]


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


def _api(course: Path) -> NbGraderAPI:
    app = NbGrader()
    app.load_config_file()
    app.config.NbGrader.log_level = logging.ERROR
    api = NbGraderAPI(config=app.config)
    if Path(api.coursedir.root).resolve() != course:
        raise UsageError(
            f"{course}: no nbgrader_config.py of ours in it; build a course with `plm course build {course}`"
        )
    return api


def _ensure_assignment(api: NbGraderAPI, slug: str) -> None:
    """Make the release and the assignment's cells in the gradebook, if nobody has yet."""
    with Gradebook(api.coursedir.db_url, api.coursedir.course_id) as gradebook:
        try:
            gradebook.find_notebook(slug, slug)
            return
        except MissingEntry:
            pass
    result = api.generate_assignment(slug, force=True)
    if not result["success"]:
        raise UsageError(f"nbgrader generate_assignment {slug} failed: {_last_line(result)}")


def _autograde(api: NbGraderAPI, slug: str, student: str) -> bool:
    coursedir: Any = api.coursedir
    before = coursedir.assignment_id, coursedir.student_id
    coursedir.assignment_id, coursedir.student_id = slug, student
    converter = Autograde(coursedir=coursedir, parent=api)
    converter.force = True
    converter.log.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SAWarning)  # nbgrader's own order of adding rows, harmless
            converter.start()
    except NbGraderException:
        return False
    finally:
        coursedir.assignment_id, coursedir.student_id = before
    return True


def _last_line(result: dict[str, Any]) -> str:
    lines = str(result.get("error") or result.get("log") or "").strip().splitlines()
    return lines[-1] if lines else "no message"
