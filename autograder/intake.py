"""Finds what was handed in: which file of which student, in a course as nbgrader lays it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UsageError
from autograder.handed_in import WORK, choose
from autograder.stand_in import stands_for


@dataclass(frozen=True)
class Submitted:
    """A file that a student handed in."""

    course: Path
    student: str
    slug: str
    path: Path

    @property
    def record_path(self) -> Path:
        """Where its Record is kept."""
        return self.course / "records" / self.slug / f"{self.student}.json"

    @property
    def name(self) -> str:
        """What its Record calls it."""
        return f"{self.student}/{self.slug}/{self.path.name}"


def submission_file(folder: Path, slug: str, endings: tuple[str, ...] = (*WORK, ".zip")) -> Path | None:
    """The file in a student's folder that is graded, of those with these endings.

    `<slug>.ipynb` before `<slug>.py` before `<slug>.zip` as `plm pack` makes it; otherwise (a renamed file) the only notebook there,
    the only script, or the only zip. A stand-in counts as the file that it names.
    """
    files = [path for path in folder.iterdir() if path.is_file()] if folder.is_dir() else []
    found = choose(files, slug, endings)
    return found and (stands_for(found) or found)


def find_submissions(course: Path, slugs: Sequence[str]) -> list[Submitted]:
    """All submissions of a course to these exercises, by exercise and student.

    Raises:
        UsageError: if the folder is no course.
    """
    submitted = course / "submitted"
    if not submitted.is_dir():
        raise UsageError(f"{course}: no folder `submitted` in it; build a course with `plm course build {course}`")
    found = []
    for slug in slugs:
        for student in sorted(path for path in submitted.iterdir() if (path / slug).is_dir()):
            path = submission_file(student / slug, slug)
            if path is not None:
                found.append(Submitted(course, student.name, slug, path))
    return found
