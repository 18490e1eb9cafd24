"""Building a course, and building it again over a running one."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from autograder.errors import UsageError
from autograder.exercise import Exercise
from autograder.nbgrader_bridge.course import build_course
from autograder.nbgrader_bridge.stand_in import stands_for, write_stand_in
from autograder.notebook import release_notebook
from tests.nbgrader_bridge.conftest import Course


def test_generate_assignment_gives_exactly_the_notebook_built_from_the_stub(stock: Course, polysemy: Exercise) -> None:
    made = nbformat.read(stock.folder / "release" / "polysemy" / "polysemy.ipynb", as_version=4)
    built = release_notebook(polysemy)
    assert [(c.cell_type, c.source) for c in made.cells] == [(c.cell_type, c.source) for c in built.cells]


def test_the_release_holds_no_line_of_the_reference(stock: Course, polysemy: Exercise) -> None:
    released = (stock.folder / "release" / "polysemy" / "polysemy.ipynb").read_text(encoding="utf-8")
    body = [line.strip() for line in polysemy.reference.read_text(encoding="utf-8").splitlines()]
    code = [line for line in body if line.startswith(("return ", "if ", "for ", "raise ")) and len(line) > 25]
    assert len(code) > 10
    assert not [line for line in code if line in released]


def test_building_again_keeps_submissions_and_settings_below_the_line(tmp_path: Path) -> None:
    build_course(tmp_path, ["polysemy"])
    config = tmp_path / "nbgrader_config.py"
    config.write_text(config.read_text(encoding="utf-8") + "c.Exchange.root = 'x'\n", encoding="utf-8")
    (tmp_path / "submitted" / "li").mkdir()
    before = config.read_text(encoding="utf-8")
    build_course(tmp_path, ["polysemy"])
    assert config.read_text(encoding="utf-8") == before
    assert (tmp_path / "submitted" / "li").is_dir()


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(UsageError, match="not empty and no course"):
        build_course(tmp_path, ["polysemy"])


def test_a_stand_in_names_only_files_beside_it(tmp_path: Path) -> None:
    script, notebook = tmp_path / "hw.py", tmp_path / "polysemy.ipynb"
    script.touch()
    write_stand_in(notebook, script)
    assert stands_for(notebook) == script
    for name in ("../hw.py", "/etc/passwd", "polysemy.ipynb", "absent.py", ""):
        notebook.write_text(f'{{"cells": [], "metadata": {{"plm_stands_for": "{name}"}}}}', encoding="utf-8")
        assert stands_for(notebook) is None
