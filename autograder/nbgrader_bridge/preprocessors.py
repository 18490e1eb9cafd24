"""What runs inside nbgrader's `Autograde` in place of a kernel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.batch import Graded, grade_submitted
from autograder.exercise import Exercise, load
from autograder.intake import Submitted
from autograder.nbgrader_bridge.stand_in import stands_for
from autograder.record import FunctionResult, Record
from autograder.report.feedback import function_html, function_text


class NotGraded(Exception):
    """An error of ours: the earlier grade stays, and nbgrader reports this submission and goes on with the next."""


class GradeCells(NbGraderPreprocessor):  # type: ignore[misc]
    """Writes each function's result into its check cell: what was checked, and last the points as a plain float."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        """Fill a rebuilt notebook with its Record's results.

        Raises:
            NotGraded: if the fault is ours.
        """
        graded = _graded(self.parent.parent.coursedir, resources["nbgrader"])
        if graded.record.error is not None:
            raise NotGraded(f"{graded.submitted.name}: {graded.record.error}")
        resources["nbgrader"]["record"] = graded.record
        fill_notebook(nb, load(graded.submitted.slug), graded.record)
        return nb, resources


class SuggestWrittenPoints(NbGraderPreprocessor):  # type: ignore[misc]
    """Puts the written part's suggested points where a teaching assistant sees them; a score given by hand stays."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        """Write the suggestion of the Record that `GradeCells` found."""
        names, record = resources["nbgrader"], resources["nbgrader"]["record"]
        exercise = load(record.exercise)
        if exercise.written and record.written:
            with Gradebook(names["db_url"]) as gradebook:
                grade = gradebook.find_grade(
                    exercise.written.name, names["notebook"], names["assignment"], names["student"]
                )
                suggest(grade, record)
                gradebook.db.commit()
        return nb, resources


def suggest(grade: Any, record: Record) -> None:
    """Set a written cell's suggested score and whether somebody should look at it."""
    assert record.written is not None
    grade.auto_score = record.written.points
    grade.needs_manual_grade = record.written.needs_review or grade.manual_score is not None


def fill_notebook(nb: NotebookNode, exercise: Exercise, record: Record) -> None:
    """Write a Record's results into the check cells of a rebuilt notebook."""
    results = {f"check-{function.cell}": record.functions[function.name] for function in exercise.functions}
    for cell in nb.cells:
        if cell.cell_type == "code":
            grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
            cell.outputs = _outputs(results[grade_id]) if grade_id in results else []
            cell.execution_count = None


def _outputs(result: FunctionResult) -> list[NotebookNode]:
    points = min(max(float(result.points), 0.0), float(result.max_points))
    shown = {"text/html": function_html(result), "text/plain": function_text(result)}
    return [
        nbformat.v4.new_output("display_data", data=shown),
        nbformat.v4.new_output("execute_result", data={"text/plain": repr(points)}),
    ]


def _graded(coursedir: Any, names: dict[str, str]) -> Graded:
    """The Record of a submission, from the course's records if it is valid there."""
    course, slug = Path(coursedir.root), names["assignment"]
    source = (
        Path(coursedir.format_path(coursedir.submitted_directory, names["student"], slug))
        / f"{names['notebook']}.ipynb"
    )
    submitted = Submitted(course, names["student"], slug, stands_for(source) or source)
    return grade_submitted(submitted)
