"""`csv`: a row for each student and exercise, for a spreadsheet or a script."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from autograder.record import Record
from autograder.report.class_records import ClassRecords
from autograder.report.pages import points
from autograder.roster import Person

_HEADER = ("student", "name", "exercise", "points", "max_points", "status", "code", "written", "written_to_review")
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def csv_files(class_records: ClassRecords) -> dict[str, str]:
    """`grades.csv`; a student without a submission has a row with empty points."""
    rows = [
        _row(person, exercise.slug, exercise.points, class_records.record(person.student, exercise.slug))
        for person in class_records.people
        for exercise in class_records.exercises
    ]
    return {"grades.csv": to_csv([_HEADER, *rows])}


def to_csv(rows: Iterable[Sequence[str]]) -> str:
    """Rows as CSV text (RFC 4180: quoted where needed, CRLF)."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def defused(text: str) -> str:
    """Text that a spreadsheet takes for text: an apostrophe goes before what it would take for a formula.

    Example:
        >>> defused("=1+1"), defused("Ana")
        ("'=1+1", 'Ana')
    """
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _row(person: Person, slug: str, most: float, record: Record | None) -> list[str]:
    named = [defused(person.student), defused(person.name), slug]
    if record is None:
        return [*named, "", points(most), "missing", "", "", ""]
    if record.status == "error":
        return [*named, "", points(most), "error", "", "", ""]
    written = record.written
    code = sum(function.points for function in record.functions.values())
    parts = [points(code), points(written.points) if written else "", _yes(written.needs_review) if written else ""]
    return [*named, points(record.points), points(record.max_points), record.status, *parts]


def _yes(value: bool) -> str:
    return "yes" if value else "no"
