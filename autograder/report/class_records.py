"""All Records of a course, with the students' names: what the pages and exports of a class are made from."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from autograder.errors import UsageError
from autograder.exercise import Exercise, load
from autograder.record import Record, read_record

ROSTER = "roster.csv"


@dataclass(frozen=True)
class Person:
    """One student: the name of the folder in `submitted/`, and what other systems know the student by."""

    student: str
    name: str = ""
    ids: dict[str, str] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        """The name, or where none is known the folder's."""
        return self.name or self.student


@dataclass(frozen=True)
class ClassRecords:
    """A course's exercises, its students in order, and the Record of each pair that has one."""

    course: Path
    exercises: tuple[Exercise, ...]
    people: tuple[Person, ...]
    records: dict[tuple[str, str], Record]

    def record(self, student: str, slug: str) -> Record | None:
        """One student's Record of one exercise."""
        return self.records.get((student, slug))

    def of(self, slug: str) -> list[tuple[Person, Record]]:
        """All Records of an exercise, in the order of the students."""
        return [(person, record) for person in self.people if (record := self.record(person.student, slug)) is not None]


def load_class(course: Path, slugs: Sequence[str]) -> ClassRecords:
    """Read a course's Records.

    Args:
        course: the course's folder.
        slugs: the exercises.

    Raises:
        UsageError: if there is no Record yet, or a Record or the roster cannot be read.
    """
    records: dict[tuple[str, str], Record] = {}
    for slug in slugs:
        for path in sorted((course / "records" / slug).glob("*.json")):
            if not path.name.endswith(".error.json"):
                records[path.stem, slug] = _read(path)
    if not records:
        raise UsageError(f"{course}: no records yet; grade the course first with `plm grade {course}`")
    known = {person.student: person for person in read_roster(course / ROSTER)}
    names = sorted({*known, *_submitted(course), *(student for student, _ in records)})
    people = tuple(known.get(name, Person(name)) for name in names)
    return ClassRecords(course, tuple(load(slug) for slug in slugs), people, records)


def read_roster(path: Path) -> list[Person]:
    """The students that `roster.csv` names; none where there is no such file.

    Its first row names the columns: `student` (the folder's name in `submitted/`) is needed, `name` and all others
    (`email`, `canvas_id`, `sis_id`, `login`, `section`, `moodle_id`, `gradescope_sid`, `git`) are as they come.

    Raises:
        UsageError: if the file is no such table.
    """
    if not path.is_file():
        return []
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path}: cannot be read as a CSV table in UTF-8 ({error})") from None
    if rows and "student" not in rows[0]:
        raise UsageError(f"{path}: its first row has no column `student` (the folder's name in submitted/)")
    return [_person(path, number, row) for number, row in enumerate(rows, start=2)]


def _person(path: Path, number: int, row: dict[str, str | None]) -> Person:
    values = {key: (value or "").strip() for key, value in row.items() if isinstance(key, str)}
    student = values.pop("student", "")
    if not student or "/" in student or student in (".", ".."):
        raise UsageError(f"{path}: row {number} has no usable name in the column `student`")
    return Person(student, values.pop("name", ""), {key: value for key, value in values.items() if value})


def _submitted(course: Path) -> list[str]:
    folder = course / "submitted"
    return [path.name for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []


def _read(path: Path) -> Record:
    try:
        return read_record(path)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: not a whole Record ({error}); delete it and run `plm grade` again") from None
