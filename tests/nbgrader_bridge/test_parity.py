"""What reaches nbgrader's gradebook by its own commands, and that our writer brings the same there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook

from autograder.exercise import Exercise
from autograder.record import read_record
from autograder.stand_in import stands_for
from tests.nbgrader_bridge.conftest import HOSTILE, REAL, Course

Cell = tuple[str, str]
STUDENTS = 14


def grades(course: Course) -> dict[Cell, tuple[Any, ...]]:
    """Every grade, by student and cell."""
    with course.gradebook() as gradebook:
        return {
            (submission.student.id, grade.name): (
                grade.auto_score, grade.manual_score, grade.extra_credit, grade.score, grade.max_score,
                bool(grade.needs_manual_grade), bool(grade.failed_tests), grade.cell_type,
            )
            for submission in gradebook.assignment_submissions("polysemy")
            for notebook in submission.notebooks
            for grade in notebook.grades
        }  # fmt: skip


def comments(course: Course) -> dict[Cell, tuple[str | None, str | None]]:
    """Every comment, by student and cell."""
    with course.gradebook() as gradebook:
        return {
            (submission.student.id, comment.name): (comment.auto_comment, comment.manual_comment)
            for submission in gradebook.assignment_submissions("polysemy")
            for notebook in submission.notebooks
            for comment in notebook.comments
        }


def submissions(course: Course) -> dict[str, tuple[Any, ...]]:
    """Every submission: its sums, its time, its penalty."""
    with course.gradebook() as gradebook:
        return {one.student.id: _sums(gradebook, one) for one in gradebook.assignment_submissions("polysemy")}


def _sums(gradebook: Gradebook, one: Any) -> tuple[Any, ...]:
    notebook = one.notebooks[0]
    return (
        one.timestamp, one.extension, one.score, one.max_score, one.code_score, one.written_score,
        bool(one.needs_manual_grade), one.late_submission_penalty, notebook.late_submission_penalty, notebook.flagged,
        len(one.notebooks), len(gradebook.students),
    )  # fmt: skip


def files(course: Course) -> dict[str, tuple[int, bytes]]:
    """Every file under `autograded`, with its mode."""
    root = course.folder / "autograded"
    found = (path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): (path.stat().st_mode, path.read_bytes()) for path in found}


def auto(course: Course, student: str, cell: str) -> Any:
    return grades(course)[student, cell][0]


def test_both_ways_give_the_same_gradebook_cell_by_cell(stock: Course, fast: Course) -> None:
    assert len(grades(stock)) == STUDENTS * 7
    assert grades(fast) == grades(stock)
    assert len(comments(stock)) == STUDENTS * 7
    assert comments(fast) == comments(stock)
    assert len(submissions(stock)) == STUDENTS
    assert submissions(fast) == submissions(stock)


def test_both_ways_leave_the_same_files(stock: Course, fast: Course) -> None:
    assert len([name for name in files(stock) if name.endswith(".ipynb")]) == STUDENTS
    assert files(fast) == files(stock)


def test_points_reach_the_gradebook_function_by_function(stock: Course, polysemy: Exercise) -> None:
    seen = grades(stock)
    scores = set()
    for path in (stock.folder / "records" / "polysemy").iterdir():
        record = read_record(path)
        for function in polysemy.functions:
            assert seen[path.stem, f"check-{function.cell}"][0] == record.functions[function.name].points
            scores.add(record.functions[function.name].points / function.points)
    assert {0.0, 0.25, 0.5, 0.75, 1.0} <= scores


def test_a_packed_and_renamed_notebook_is_graded_for_what_it_is_worth(stock: Course, polysemy: Exercise) -> None:
    for function in polysemy.functions:
        assert auto(stock, REAL, f"check-{function.cell}") == function.points


def test_what_is_no_notebook_has_a_grade_and_a_reason_and_stays_as_it_was(stock: Course, class_folder: Path) -> None:
    reasons = {
        "no-json": "cut off",
        "pdf": "this is a PDF file",
        "nothing": "clearly the one",
        "two-files": "clearly the one",
    }
    for student, reason in reasons.items():
        assert (student, "check-token_span") in grades(stock)
        notebook = stock.folder / "autograded" / student / "polysemy" / "polysemy.ipynb"
        assert reason in nbformat.read(notebook, 4).cells[0].source
    for file in ("pdf/polysemy/homework.pdf", "two-files/polysemy/a.ipynb", "no-json/polysemy/polysemy.ipynb"):
        assert (stock.folder / "submitted" / file).read_bytes() == (class_folder / "submitted" / file).read_bytes()
    named = stands_for(stock.folder / "submitted" / "pdf" / "polysemy" / "polysemy.ipynb")
    assert named is not None and named.name == "homework.pdf"


def test_a_student_whose_grading_was_killed_is_graded(stock: Course, polysemy: Exercise) -> None:
    record = read_record(stock.folder / "records" / "polysemy" / "half-done.json")
    assert auto(stock, "half-done", "check-token_span") == record.functions["token_span"].points > 0


def test_nothing_of_the_students_notebook_but_text_is_believed(stock: Course, polysemy: Exercise) -> None:
    assert {row[4] for (student, _), row in grades(stock).items() if student == "陈静"} == {2.0, 3.0, 4.0}
    notebook = nbformat.read(stock.folder / "autograded" / "陈静" / "polysemy" / "polysemy.ipynb", 4)
    assert notebook.metadata.kernelspec.name == "python3"
    cells = [cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("locked")]
    assert len(cells) == len(polysemy.functions)
    assert all(cell.source != "100.0" and cell.metadata.nbgrader.points <= 4 for cell in cells)


def test_structure_does_not_depend_on_duplicated_and_deleted_cells(stock: Course) -> None:
    for student in ("duplicated-grade-cell", "deleted-cell", "old-format"):
        rows = [row for (who, _), row in grades(stock).items() if who == student]
        assert len(rows) == 7
        assert sum(row[4] for row in rows) == 20


def test_the_written_part_is_suggested_and_waits_for_a_person(stock: Course) -> None:
    assert grades(stock)["right-notebook", "ANALYSIS"][:2] == (1.5, None)
    assert grades(stock)["right-notebook", "ANALYSIS"][5] is True
    assert grades(stock)["right-notebook", "check-token_span"][5] is False


def test_what_was_left_untouched_is_said_to_be(stock: Course) -> None:
    assert comments(stock)["hostile", "token_span"] == ("No response.", None)
    assert comments(stock)["right-notebook", "token_span"] == (None, None)


def test_late_days_cost_what_the_instructors_plugin_says(stock: Course) -> None:
    assert submissions(stock)["late"][8] == 2.0
    assert submissions(stock)["right-notebook"][8] is None


def test_no_grade_cell_has_anything_on_standard_error_and_each_ends_in_a_plain_float(stock: Course) -> None:
    for path in stock.folder.glob("autograded/*/polysemy/polysemy.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            flags = cell["metadata"].get("nbgrader", {})
            if flags.get("grade") and cell["cell_type"] == "code":
                assert [output["output_type"] for output in cell["outputs"]] == ["display_data", "execute_result"]
                assert 0 <= float("".join(cell["outputs"][-1]["data"]["text/plain"])) <= flags["points"]


def test_the_students_answer_is_kept_as_it_was_written(stock: Course) -> None:
    notebook = nbformat.read(stock.folder / "autograded" / "hostile" / "polysemy" / "polysemy.ipynb", 4)
    assert next(cell for cell in notebook.cells if cell.id == "ANALYSIS").source == HOSTILE
