"""The notebooks that are built from a stub: ids, points, and that nbgrader makes the release out of the source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jupytext
import nbformat
import pytest
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.preprocessors import ClearSolutions

from autograder.errors import UsageError
from autograder.exercise import Exercise, load, slugs
from autograder.notebook import CLEAR_SOLUTIONS, notebook_bytes, release_notebook, source_notebook, stub_cells
from tests.submission.tiny import STUB, make_tiny


def cleared(notebook: Any) -> Any:
    """What nbgrader leaves of a source notebook."""
    return ClearSolutions(**CLEAR_SOLUTIONS).preprocess(notebook, {})[0]


@pytest.fixture
def tiny(tmp_path: Path) -> Exercise:
    return make_tiny(tmp_path)


@pytest.fixture(params=["tiny", *slugs()])
def exercise(request: pytest.FixtureRequest, tiny: Exercise) -> Exercise:
    return tiny if request.param == "tiny" else load(request.param)


def test_a_stub_is_read_as_jupytext_reads_it(exercise: Exercise) -> None:
    notebook = jupytext.reads(exercise.stub.read_text(encoding="utf-8"), fmt="py:percent")
    expected = [(cell.metadata.get("plm"), cell.cell_type, cell.source.strip("\n")) for cell in notebook.cells]
    assert [(cell.name, cell.kind, cell.source) for cell in stub_cells(exercise)] == expected


def test_nbgrader_makes_the_release_out_of_the_source_cell_by_cell(exercise: Exercise) -> None:
    made, release = cleared(source_notebook(exercise)), release_notebook(exercise)
    assert [cell.source for cell in made.cells] == [cell.source for cell in release.cells]
    assert notebook_bytes(made) == notebook_bytes(release)


def test_the_source_notebook_holds_a_whole_solution(exercise: Exercise) -> None:
    code = [
        c.source
        for c in source_notebook(exercise).cells
        if c.cell_type == "code" and c.id[:5] not in ("check", "free-")
    ]
    namespace: dict[str, Any] = {}
    for source in code:
        exec(source, namespace)
    assert {function.name.split(".")[0] for function in exercise.functions} <= set(namespace)
    assert not any("raise NotImplementedError" in source for source in code)


def test_the_solution_of_the_tiny_source_notebook_works_at_every_cell(tiny: Exercise) -> None:
    cells = {cell.id: cell.source for cell in source_notebook(tiny).cells}
    namespace: dict[str, Any] = {}
    exec(cells["setup"], namespace)
    exec(cells["double"], namespace)
    assert namespace["double"](4) == 8
    exec(cells["halve"], namespace)
    assert namespace["halve"](4) == 2.0
    assert namespace["halve"].cache_info().misses == 1
    exec(cells["Head-forward"], namespace)
    assert namespace["Head"](3).forward(2) == 6


def test_both_notebooks_are_valid_for_jupyter_and_for_nbgrader(exercise: Exercise) -> None:
    for notebook in (release_notebook(exercise), source_notebook(exercise)):
        nbformat.validate(notebook)
        MetadataValidator().validate_nb(notebook)


def test_every_function_has_a_solution_cell_and_behind_it_a_locked_check_cell(exercise: Exercise) -> None:
    cells = release_notebook(exercise).cells
    places = {cell.id: place for place, cell in enumerate(cells)}
    for function in exercise.functions:
        solution, check = cells[places[function.cell]], cells[places[function.cell] + 1]
        assert check.metadata.nbgrader.grade_id == f"check-{function.cell}"
        assert check.metadata.nbgrader.points == function.points
        assert (check.metadata.nbgrader.grade, check.metadata.nbgrader.locked) == (True, True)
        assert (solution.metadata.nbgrader.solution, solution.metadata.nbgrader.grade) == (True, False)


def test_the_points_of_the_notebook_are_the_manifests(exercise: Exercise) -> None:
    metadata = [cell.metadata.get("nbgrader", {}) for cell in release_notebook(exercise).cells]
    assert sum(m["points"] for m in metadata if m.get("grade")) == exercise.points


def test_the_written_part_is_a_text_cell_graded_by_hand(tiny: Exercise) -> None:
    cell = next(cell for cell in release_notebook(tiny).cells if cell.id == "ANALYSIS")
    assert cell.cell_type == "markdown"
    assert (cell.metadata.nbgrader.grade, cell.metadata.nbgrader.solution, cell.metadata.nbgrader.points) == (
        True,
        True,
        3,
    )


def test_the_release_has_not_a_line_of_the_reference(tiny: Exercise) -> None:
    release = notebook_bytes(release_notebook(tiny)).decode()
    assert not [word for word in ("_times", "Fraction", "The answer.", "BEGIN SOLUTION") if word in release]


def test_every_build_gives_the_same_bytes(exercise: Exercise) -> None:
    for build in (release_notebook, source_notebook):
        assert notebook_bytes(build(exercise)) == notebook_bytes(build(exercise))


def test_a_stub_without_a_function_of_the_manifest_is_refused(tiny: Exercise) -> None:
    tiny.stub.write_text(STUB.replace('plm="halve"', 'plm="halves"'), encoding="utf-8")
    with pytest.raises(UsageError, match="halves"):
        release_notebook(tiny)
