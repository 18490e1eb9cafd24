"""What reaches nbgrader's gradebook, by its own commands and by ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from nbgrader.api import Gradebook

from autograder.cli.courses import grade_class
from autograder.exercise import Exercise
from autograder.record import read_record
from tests.nbgrader_bridge.conftest import Course, nbgrader

Cell = tuple[str, str]


def cells(course: Course) -> dict[Cell, tuple[Any, ...]]:
    """Every grade of a gradebook, by student and cell."""
    with Gradebook(f"sqlite:///{course.folder}/gradebook.db") as gradebook:
        return {
            (submission.student.id, grade.name): (
                grade.auto_score, grade.manual_score, bool(grade.needs_manual_grade), grade.failed_tests, grade.max_score,
            )
            for submission in gradebook.assignment_submissions("polysemy")
            for notebook in submission.notebooks
            for grade in notebook.grades
        }  # fmt: skip


def test_both_ways_give_the_same_gradebook_cell_by_cell(stock: Course, fast: Course) -> None:
    one, other = cells(stock), cells(fast)
    assert len(one) == 7 * 7
    assert one == other


def test_partial_points_reach_the_gradebook_function_by_function(stock: Course, polysemy: Exercise) -> None:
    for student in ("right-notebook", "half-done", "no-json", "right-script", "renamed"):
        record = read_record(stock.folder / "records" / "polysemy" / f"{student}.json")
        for function in polysemy.functions:
            assert cells(stock)[student, f"check-{function.cell}"][0] == record.functions[function.name].points


def test_scripts_and_renamed_notebooks_earn_what_they_are_worth(stock: Course) -> None:
    assert cells(stock)["right-script", "check-token_span"][0] == 4
    assert cells(stock)["renamed", "check-token_span"][0] == 4


def test_a_duplicated_grade_cell_costs_neither_the_student_nor_the_class(stock: Course) -> None:
    assert cells(stock)["duplicated-grade-cell", "check-sense_separation"][0] == 3


def test_a_deleted_cell_leaves_the_maximum_as_it_was(stock: Course) -> None:
    assert cells(stock)["deleted-cell", "check-sense_separation"][0] == 0
    assert sum(row[-1] for (student, _), row in cells(stock).items() if student == "deleted-cell") == 20


def test_a_file_that_is_no_json_has_zero_and_a_reason(stock: Course) -> None:
    record = read_record(stock.folder / "records" / "polysemy" / "no-json.json")
    assert record.status == "graded"
    assert all(row[0] == 0 for (student, _), row in cells(stock).items() if student == "no-json")
    assert all("cut off" in c.reason.en for f in record.functions.values() for c in f.checks if c.reason)


def test_no_grade_cell_has_anything_on_standard_error_and_each_ends_in_a_plain_float(stock: Course) -> None:
    for path in stock.folder.glob("autograded/*/polysemy/polysemy.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            flags = cell["metadata"].get("nbgrader", {})
            if flags.get("grade") and cell["cell_type"] == "code":
                assert [output["output_type"] for output in cell["outputs"]] == ["display_data", "execute_result"]
                assert 0 <= float("".join(cell["outputs"][-1]["data"]["text/plain"])) <= flags["points"]


def test_a_score_given_by_hand_survives_grading_again(fast: Course) -> None:
    with Gradebook(f"sqlite:///{fast.folder}/gradebook.db") as gradebook:
        grade = gradebook.find_grade("ANALYSIS", "polysemy", "polysemy", "half-done")
        grade.manual_score = 2.5
        comment = gradebook.find_comment("ANALYSIS", "polysemy", "polysemy", "half-done")
        comment.manual_comment = "说得好"
        gradebook.db.commit()
    grade_class(fast.folder, ["polysemy"], workers=1, force=True)
    assert cells(fast)["half-done", "ANALYSIS"][1] == 2.5
    with Gradebook(f"sqlite:///{fast.folder}/gradebook.db") as gradebook:
        assert gradebook.find_comment("ANALYSIS", "polysemy", "polysemy", "half-done").manual_comment == "说得好"


def test_the_feedback_page_has_titles_and_not_one_line_of_a_hidden_check(stock: Course, polysemy: Exercise) -> None:
    made = nbgrader(stock.folder, "generate_feedback", "polysemy", "--student", "half-done")
    assert made.returncode == 0, made.stderr
    page = (stock.folder / "feedback" / "half-done" / "polysemy" / "polysemy.html").read_text(encoding="utf-8")
    record = read_record(stock.folder / "records" / "polysemy" / "half-done.json")
    for check in record.functions["cosine_similarity"].checks:
        assert check.title.zh in page
    lines = {line.strip() for line in polysemy.checks("hidden").read_text(encoding="utf-8").splitlines()}
    source = {line for line in lines if len(line) > 30 and not line.startswith(("zh=", "en=", '"""', "#"))}
    assert len(source) > 100
    assert not [line for line in source if line in page]


def test_the_gradebook_is_exported_by_nbgraders_own_command(stock: Course) -> None:
    made = nbgrader(stock.folder, "export")
    assert made.returncode == 0, made.stderr
    assert "right-script" in (stock.folder / "grades.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("solved", [False, True])
def test_validate_on_the_students_side_tells_failing_from_passing(stock: Course, solved: bool, tmp_path: Path) -> None:
    source = stock.folder / ("submitted/right-notebook" if solved else "release") / "polysemy" / "polysemy.ipynb"
    target = tmp_path / "polysemy.ipynb"
    target.write_bytes(source.read_bytes())
    said = nbgrader(tmp_path, "validate", target.name)
    assert ("Success! Your notebook passes all the tests." in said.stdout) is solved, said.stdout + said.stderr
