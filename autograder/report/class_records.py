"""All Records of a course, with the students' names: what the pages and exports of a class are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UsageError
from autograder.exercise import Exercise, load
from autograder.record import Record, read_record
from autograder.roster import ROSTER, Person, read_roster


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


def _submitted(course: Path) -> list[str]:
    folder = course / "submitted"
    return [path.name for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []


def _read(path: Path) -> Record:
    try:
        return read_record(path)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: not a whole Record ({error}); delete it and run `plm grade` again") from None
