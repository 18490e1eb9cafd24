"""`moodle`: an offline grading worksheet an exercise, which Moodle's assignment imports.

Format: Moodle docs, "Assignment settings: Offline grading worksheet" (mod/assign/feedback/offline): the column Identifier holds
"Participant <number>"; grade and feedback comments are read from the columns Grade and "Feedback comments".
"""

from __future__ import annotations

from autograder.exercise import Exercise
from autograder.record import Record
from autograder.report.class_records import ClassRecords
from autograder.report.exports.table import to_csv
from autograder.report.feedback_page import next_step
from autograder.report.pages import points
from autograder.roster import Person

_HEADER = (
    "Identifier",
    "Full name",
    "Email address",
    "Status",
    "Grade",
    "Maximum Grade",
    "Grade can be changed",
    "Last modified (submission)",
    "Last modified (grade)",
    "Feedback comments",
)


def moodle_files(class_records: ClassRecords) -> dict[str, str]:
    """`moodle-<slug>.csv` for each exercise."""
    return {f"moodle-{exercise.slug}.csv": _worksheet(class_records, exercise) for exercise in class_records.exercises}


def _worksheet(class_records: ClassRecords, exercise: Exercise) -> str:
    rows = [
        _row(person, exercise, class_records.record(person.student, exercise.slug)) for person in class_records.people
    ]
    return to_csv([_HEADER, *rows])


def _row(person: Person, exercise: Exercise, record: Record | None) -> list[str]:
    graded = record is not None and record.status == "graded"
    status = "Submitted for grading" if record is not None else "No submission"
    grade = points(record.points) if record is not None and graded else ""
    comments = _comments(record) if record is not None and graded else ""
    identity = [_identifier(person), person.shown, person.ids.get("email", "")]
    return [*identity, status, grade, points(exercise.points), "Yes", "-", "-", comments]


def _identifier(person: Person) -> str:
    """Moodle's own number for the student; without one in the roster, the folder's name, which Moodle will refuse to match."""
    number = person.ids.get("moodle_id", "")
    return f"Participant {number}" if number.isdigit() else number or person.student


def _comments(record: Record) -> str:
    step = next_step(record)
    return f"{step.zh}\n{step.en}" if step is not None else ""
