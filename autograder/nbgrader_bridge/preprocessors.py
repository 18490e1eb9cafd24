"""What runs inside nbgrader's `Autograde` in place of a kernel."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool

from autograder.batch import Graded, grade_submitted
from autograder.exercise import Exercise, load
from autograder.intake import Submitted
from autograder.record import FunctionResult, Record
from autograder.report.feedback import function_html, function_text
from autograder.sandbox import UNCONFINED
from autograder.stand_in import stands_for


class NotGraded(Exception):
    """An error of ours: the earlier grade stays, and nbgrader reports this submission and goes on with the next."""


class GradeCells(NbGraderPreprocessor):  # type: ignore[misc]
    """Writes each function's result into its check cell: what was checked, and last the points as a plain float."""

    unconfined = Bool(False, help="Grade even where this machine cannot confine student code.").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        """Fill a rebuilt notebook with its Record's results.

        Raises:
            NotGraded: if the fault is ours.
        """
        if self.unconfined:
            os.environ[UNCONFINED] = "1"
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
                grade.auto_score, suggested = suggestion(record, grade.max_score)
                grade.needs_manual_grade = suggested or grade.manual_score is not None
                gradebook.db.commit()
        return nb, resources


def suggestion(record: Record, cell_points: float) -> tuple[float | None, bool]:
    """The written part's suggested score in a cell worth `cell_points`, and whether somebody should look at it."""
    if record.written is None:
        return None, True
    return scaled(record.written.points, record.written.max_points, cell_points), record.written.needs_review


def fill_notebook(nb: NotebookNode, exercise: Exercise, record: Record) -> None:
    """Write a Record's results into the check cells of a rebuilt notebook.

    Raises:
        NotGraded: if the Record has no usable points for a function.
    """
    results = {f"check-{function.cell}": record.functions[function.name] for function in exercise.functions}
    for cell in nb.cells:
        if cell.cell_type == "code":
            flags = cell.metadata.get("nbgrader", {})
            grade_id = flags.get("grade_id")
            cell.outputs = _outputs(results[grade_id], flags["points"]) if grade_id in results else []
            cell.execution_count = None


def _outputs(result: FunctionResult, cell_points: float) -> list[NotebookNode]:
    shown = {"text/html": function_html(result), "text/plain": function_text(result)}
    points = scaled(result.points, result.max_points, cell_points)
    outputs = [
        {"output_type": "display_data", "data": shown, "metadata": {}},
        {
            "output_type": "execute_result",
            "data": {"text/plain": repr(points)},
            "metadata": {},
            "execution_count": None,
        },
    ]
    return [nbformat.from_dict(output) for output in outputs]  # nbformat's own makers validate each: half of the time


def scaled(points: float, most: float, cell_points: float) -> float:
    """Points in a cell that the course's gradebook counts `cell_points`, between 0 and that.

    An instructor may weigh a cell otherwise than the exercise does. nbgrader loses a submission whose score is above the cell's
    points, and gives full points for what is no number from 0 up (NaN, a negative one).

    Raises:
        NotGraded: for points that are no finite number.

    Example:
        >>> scaled(2.0, 4.0, 8.0)
        4.0
    """
    if not (math.isfinite(points) and math.isfinite(most)):
        raise NotGraded(f"points {points!r} of {most!r}")
    if most <= 0:
        return 0.0
    exact = float(points) if most == cell_points else round(points * cell_points / most, 2)
    return min(max(exact, 0.0), float(cell_points))


def _graded(coursedir: Any, names: dict[str, str]) -> Graded:
    """The Record of a submission, from the course's records if it is valid there."""
    course, slug = Path(coursedir.root), names["assignment"]
    source = (
        Path(coursedir.format_path(coursedir.submitted_directory, names["student"], slug))
        / f"{names['notebook']}.ipynb"
    )
    submitted = Submitted(course, names["student"], slug, stands_for(source) or source)
    return grade_submitted(submitted)
