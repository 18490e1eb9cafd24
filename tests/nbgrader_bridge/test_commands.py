"""What nbgrader's other commands make of a graded course, and what students get to see."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from autograder.exercise import Exercise
from autograder.notebook import release_notebook
from tests.nbgrader_bridge.conftest import REAL, SENTINEL, Course, nbgrader, what_would_run
from tests.nbgrader_bridge.test_parity import STUDENTS


@pytest.fixture(scope="module")
def feedback(fast: Course) -> Path:
    """The folder with the class's feedback."""
    made = nbgrader(fast.folder, "generate_feedback", "polysemy")
    assert made.returncode == 0, made.stderr
    return fast.folder / "feedback"


def page(feedback: Path, student: str) -> str:
    return (feedback / student / "polysemy" / "polysemy.html").read_text(encoding="utf-8")


def test_generate_assignment_gives_exactly_the_notebook_built_from_the_stub(
    released: Course, polysemy: Exercise
) -> None:
    made = nbformat.read(released.folder / "release" / "polysemy" / "polysemy.ipynb", as_version=4)
    built = release_notebook(polysemy)
    assert [(c.cell_type, c.source) for c in made.cells] == [(c.cell_type, c.source) for c in built.cells]


def test_the_release_holds_no_line_of_the_reference(released: Course, polysemy: Exercise) -> None:
    text = (released.folder / "release" / "polysemy" / "polysemy.ipynb").read_text(encoding="utf-8")
    body = [line.strip() for line in polysemy.reference.read_text(encoding="utf-8").splitlines()]
    code = [line for line in body if line.startswith(("return ", "if ", "for ", "raise ")) and len(line) > 25]
    assert len(code) > 10
    assert not [line for line in code if line in text]


def test_every_student_has_feedback_with_titles_reasons_and_hints(feedback: Path) -> None:
    assert len(list(feedback.glob("*/polysemy/polysemy.html"))) == STUDENTS
    for said in (
        "the hidden check of token_span",
        "look again at token_span",
        "line 3: return 1 / 0",
        "再看看 token_span",
    ):
        assert said in page(feedback, "half-done")
    assert "gave &lt;b&gt;0.0&lt;/b&gt;" in page(feedback, "half-done")


def test_nothing_that_students_get_holds_what_is_not_theirs(feedback: Path, fast: Course) -> None:
    assert SENTINEL in (fast.folder / "records" / "polysemy" / "half-done.json").read_text(encoding="utf-8")
    for folder in (feedback, fast.folder / "release", fast.folder / "autograded"):
        files = [path for path in folder.rglob("*") if path.is_file()]
        assert files
        assert not [path for path in files if SENTINEL.encode() in path.read_bytes()]


def test_feedback_on_a_real_grade_has_not_one_line_of_a_hidden_check(feedback: Path, polysemy: Exercise) -> None:
    lines = {line.strip() for line in polysemy.checks("hidden").read_text(encoding="utf-8").splitlines()}
    source = {line for line in lines if len(line) > 30 and not line.startswith(("zh=", "en=", '"""', "#"))}
    assert len(source) > 100
    assert not [line for line in source if line in page(feedback, REAL)]


def test_what_a_student_writes_does_not_run_in_a_readers_browser(feedback: Path) -> None:
    shown = page(feedback, "hostile")
    assert "<strong>words</strong>" in shown
    assert "alert(1)" in shown
    assert what_would_run(shown) == []


def test_the_gradebook_is_exported_by_nbgraders_own_command(fast: Course) -> None:
    made = nbgrader(fast.folder, "export")
    assert made.returncode == 0, made.stderr
    lines = (fast.folder / "grades.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + STUDENTS
    late = next(line for line in lines if ",late," in line).split(",")
    assert float(late[-3]) == 2.0
    assert float(late[-2]) == float(late[-4]) - 2.0


def test_validate_tells_a_student_which_cells_fail(class_folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "polysemy.ipynb"
    target.write_bytes((class_folder / "submitted" / "half-done" / "polysemy" / "polysemy.ipynb").read_bytes())
    said = nbgrader(tmp_path, "validate", target.name).stdout
    assert "VALIDATION FAILED ON 3 CELL(S)" in said, said
    assert 'check_cell("polysemy", "sense_separation")' in said
    assert 'check_cell("polysemy", "token_span")' not in said
