"""Rows of nbgrader's gradebook for many students at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from nbgrader.api import Comment, Grade, Gradebook, Student, SubmittedAssignment, SubmittedNotebook, new_uuid
from nbgrader.preprocessors import AssignLatePenalties
from sqlalchemy import select
from sqlalchemy.orm import load_only

from autograder.exercise import Exercise
from autograder.nbgrader_bridge.entry import Entry
from autograder.nbgrader_bridge.preprocessors import suggestion


@dataclass(frozen=True)
class Asked:
    """An assignment's rows: ids of the assignment, its notebook and its cells (by id, their names and points)."""

    assignment: str
    notebook: str
    graded: dict[str, tuple[str, float]]
    commented: dict[str, str]


@dataclass(frozen=True)
class Rows:
    """One student's rows."""

    submission: Any
    notebook: Any
    grades: list[Any]
    comments: list[Any]


def asked(gradebook: Gradebook, slug: str) -> Asked:
    """What the gradebook knows of an exercise.

    Raises:
        MissingEntry: if `nbgrader generate_assignment` has not run.
    """
    notebook = gradebook.find_notebook(slug, slug)
    graded = {cell.id: (cell.name, float(cell.max_score)) for cell in notebook.grade_cells}
    return Asked(notebook.assignment.id, notebook.id, graded, {cell.id: cell.name for cell in notebook.solution_cells})


def write_rows(
    gradebook: Gradebook,
    exercise: Exercise,
    entries: Sequence[Entry],
    penalties: AssignLatePenalties,
    create_students: bool = True,
) -> list[str]:
    """Write students' scores, comments, times and late penalties in one transaction.

    What nbgrader's `Autograde.init_assignment`, `SaveAutoGrades`, our `SuggestWrittenPoints` and nbgrader's `AssignLatePenalties` do.

    Args:
        gradebook: an open one.
        exercise: what was asked.
        entries: one for each student.
        penalties: nbgrader's own, with its plugin made.
        create_students: whether students that the gradebook does not know are added.

    Returns:
        Students who are not in the gradebook and were not to be added.
    """
    known, students = asked(gradebook, exercise.slug), [entry.student for entry in entries]
    strangers = _strangers(gradebook, students)
    refused = [] if create_students else strangers
    gradebook.db.add_all(Student(id=student) for student in strangers if student not in refused)
    rows = _existing(gradebook, known, students)
    for entry in entries:
        if entry.student not in refused:
            found = rows.get(entry.student) or rows.setdefault(entry.student, _new(gradebook, known, entry.student))
            _fill(found, entry, known, exercise)
    gradebook.db.flush()
    for student, found in rows.items():
        _penalise(gradebook, found, student, penalties)
    gradebook.db.commit()
    return refused


def _strangers(gradebook: Gradebook, students: Sequence[str]) -> list[str]:
    found = set(gradebook.db.scalars(select(Student.id).where(Student.id.in_(students))))
    return [student for student in students if student not in found]


def _existing(gradebook: Gradebook, known: Asked, students: Sequence[str]) -> dict[str, Rows]:
    """The rows of those who have some; only plain columns, since nbgrader's sums cost a query each."""
    notebooks = (
        select(SubmittedNotebook, SubmittedAssignment)
        .join(SubmittedAssignment, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .where(SubmittedNotebook.notebook_id == known.notebook, SubmittedAssignment.student_id.in_(students))
        .options(
            load_only(SubmittedNotebook.id, SubmittedNotebook.late_submission_penalty),
            load_only(SubmittedAssignment.id, SubmittedAssignment.student_id, SubmittedAssignment.timestamp),
        )
    )
    found = {notebook.id: (notebook, submission) for notebook, submission in gradebook.db.execute(notebooks)}
    grades = _of(gradebook, Grade, found, [Grade.auto_score, Grade.manual_score, Grade.needs_manual_grade])
    comments = _of(gradebook, Comment, found, [Comment.auto_comment])
    return {
        submission.student_id: Rows(submission, notebook, grades[number], comments[number])
        for number, (notebook, submission) in found.items()
    }


def _of(gradebook: Gradebook, kind: Any, notebooks: Iterable[str], columns: list[Any]) -> dict[str, list[Any]]:
    """Grades or comments by the notebook that they belong to."""
    by_notebook: dict[str, list[Any]] = {number: [] for number in notebooks}
    wanted = select(kind).where(kind.notebook_id.in_(by_notebook))
    for row in gradebook.db.scalars(wanted.options(load_only(kind.id, kind.notebook_id, kind.cell_id, *columns))):
        by_notebook[row.notebook_id].append(row)
    return by_notebook


def _new(gradebook: Gradebook, known: Asked, student: str) -> Rows:
    """A submission's rows, as nbgrader's `add_submission` makes them."""
    submission = SubmittedAssignment(id=new_uuid(), assignment_id=known.assignment, student_id=student)
    notebook = SubmittedNotebook(id=new_uuid(), notebook_id=known.notebook, assignment_id=submission.id)
    grades = [Grade(cell_id=cell, notebook_id=notebook.id) for cell in known.graded]
    comments = [Comment(cell_id=cell, notebook_id=notebook.id) for cell in known.commented]
    gradebook.db.add_all([submission, notebook, *grades, *comments])
    return Rows(submission, notebook, grades, comments)


def _fill(rows: Rows, entry: Entry, known: Asked, exercise: Exercise) -> None:
    if entry.timestamp is not None:
        rows.submission.timestamp = entry.timestamp
    for grade in rows.grades:
        name, most = known.graded[grade.cell_id]
        grade.auto_score, doubtful = entry.scores[name], entry.scores[name] is None
        if exercise.written and name == exercise.written.name and entry.record.written:
            grade.auto_score, doubtful = suggestion(entry.record, most)
        grade.needs_manual_grade = doubtful or grade.manual_score is not None
    for comment in rows.comments:
        comment.auto_comment = entry.comments[known.commented[comment.cell_id]]


def _penalise(gradebook: Gradebook, rows: Rows, student: str, penalties: AssignLatePenalties) -> None:
    """As nbgrader's `AssignLatePenalties` does."""
    rows.notebook.late_submission_penalty = None
    late = rows.submission.total_seconds_late
    if late > 0:
        gradebook.db.flush()
        gradebook.db.expire(rows.notebook)
        penalty = penalties.plugin_inst.late_submission_penalty(student, rows.notebook.score, late)
        if penalty is not None:
            rows.notebook.late_submission_penalty = penalties._check_late_penalty(rows.notebook, penalty)
