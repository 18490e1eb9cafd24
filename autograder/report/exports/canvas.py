"""`canvas`: a gradebook file that Canvas imports.

Format: Canvas Instructor Guide, "How do I import grades in the Gradebook?": the columns Student, ID, SIS User ID, SIS Login ID and
Section, one column an assignment, and a second row that begins with "Points Possible" (Canvas indents it by four spaces).
"""

from __future__ import annotations

from autograder.report.class_records import ClassRecords
from autograder.report.exports.table import to_csv
from autograder.report.pages import points
from autograder.roster import Person

_COLUMNS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_POINTS_POSSIBLE = "    Points Possible"


def canvas_files(class_records: ClassRecords) -> dict[str, str]:
    """`canvas.csv`; names are written as they are, since Canvas matches students by its own ids."""
    exercises = class_records.exercises
    header = [*_COLUMNS, *(exercise.slug for exercise in exercises)]
    possible = [_POINTS_POSSIBLE, "", "", "", "", *(points(exercise.points) for exercise in exercises)]
    rows = [[*_identity(person), *_grades(class_records, person)] for person in class_records.people]
    return {"canvas.csv": to_csv([header, possible, *rows])}


def _identity(person: Person) -> list[str]:
    ids = person.ids
    login = ids.get("login", person.student)
    return [person.shown, ids.get("canvas_id", ""), ids.get("sis_id", ""), login, ids.get("section", "")]


def _grades(class_records: ClassRecords, person: Person) -> list[str]:
    """Points by exercise; empty where there is none, which Canvas takes for "no grade" and not for 0."""
    records = (class_records.record(person.student, exercise.slug) for exercise in class_records.exercises)
    return [points(record.points) if record is not None and record.status == "graded" else "" for record in records]
