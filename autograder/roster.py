"""Who is in a class: `roster.csv` in the course's folder, and what other systems call each student."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from pathlib import Path

from autograder.errors import UsageError

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
