"""Building a course, building it again over a running one, and making ready what was handed in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from nbconvert.filters import markdown2html

from autograder.errors import UsageError
from autograder.nbgrader_bridge.config import being_autograded
from autograder.nbgrader_bridge.course import build_course
from autograder.nbgrader_bridge.prepare import clear_half_done, prepare_submissions
from autograder.nbgrader_bridge.safe_markdown import safe_markdown2html
from autograder.stand_in import is_stand_in, stands_for, write_stand_in
from tests.nbgrader_bridge.conftest import hand_in, what_would_run


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "course"
    build_course(folder, ["polysemy"])
    return folder


def test_building_again_keeps_submissions_and_what_somebody_changed(tmp_path: Path) -> None:
    build_course(tmp_path, ["polysemy"])
    config, readme = tmp_path / "nbgrader_config.py", tmp_path / "README.md"
    config.write_text(config.read_text(encoding="utf-8") + "c.Exchange.root = 'x'\n", encoding="utf-8")
    readme.write_text("ours", encoding="utf-8")
    (tmp_path / "submitted" / "li").mkdir()
    before = config.read_text(encoding="utf-8")
    build_course(tmp_path, ["polysemy"])
    assert config.read_text(encoding="utf-8") == before
    assert readme.read_text(encoding="utf-8") == "ours"
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
    for name in ("../hw.py", "/etc/passwd", "polysemy.ipynb", "absent.py", "", "a\0b", 3, None, ["hw.py"]):
        notebook.write_text(json.dumps({"cells": [], "metadata": {"plm_stands_for": name}}), encoding="utf-8")
        assert stands_for(notebook) is None


@pytest.mark.parametrize(
    ("files", "named"),
    [
        (["polysemy.py", "other.ipynb"], "polysemy.py"),
        (["作业.ipynb"], "作业.ipynb"),
        (["polysemy.zip"], "polysemy.zip"),
        (["polysemy.zip", "polysemy.py", "task.zh.md"], "polysemy.py"),
        (["polysemy.ipynb.txt", "timestamp.txt", "task.zh.md"], "polysemy.ipynb.txt"),
        (["a.ipynb", "b.ipynb"], None),
        (["a.pdf", "b.docx"], None),
        ([], None),
    ],
)
def test_a_stand_in_names_the_file_that_counts(
    built: Path, tmp_path: Path, files: list[str], named: str | None
) -> None:
    course = tmp_path / "course"
    build_course(course, ["polysemy"])
    (course / "submitted" / "li" / "polysemy").mkdir(parents=True)
    for name in files:
        hand_in(course, "li", name, b"x")
    prepare_submissions(course)
    notebook = course / "submitted" / "li" / "polysemy" / "polysemy.ipynb"
    found = stands_for(notebook)
    assert is_stand_in(notebook)
    assert (found.name if found else None) == named


def test_what_is_handed_in_later_takes_the_place_of_a_stand_in(tmp_path: Path) -> None:
    build_course(tmp_path, ["polysemy"])
    first = hand_in(tmp_path, "li", "homework.ipynb", b"1")
    notebook = first.with_name("polysemy.ipynb")
    prepare_submissions(tmp_path)
    first.rename(first.with_name("homework 2.ipynb"))
    prepare_submissions(tmp_path)
    assert stands_for(notebook) == first.with_name("homework 2.ipynb")
    script = hand_in(tmp_path, "li", "polysemy.py", b"2")
    prepare_submissions(tmp_path)
    assert stands_for(notebook) == script
    notebook.write_bytes(b"the real one")
    prepare_submissions(tmp_path)
    assert notebook.read_bytes() == b"the real one"


def test_a_students_own_notebook_is_never_replaced(tmp_path: Path) -> None:
    build_course(tmp_path, ["polysemy"])
    for content in (b"", b"\xff\xfe", b'{"metadata": {"plm_stands_for": "x.py"}, "cells": [1]}', b"{", b"[]"):
        notebook = hand_in(tmp_path, "li", "polysemy.ipynb", content)
        prepare_submissions(tmp_path)
        assert notebook.read_bytes() == content


def test_an_instructors_own_assignments_are_left_alone(tmp_path: Path) -> None:
    build_course(tmp_path, ["polysemy"])
    (tmp_path / "source" / "quiz").mkdir()
    (tmp_path / "source" / "quiz" / "quiz.ipynb").touch()
    script = hand_in(tmp_path, "li", "quiz.py", b"x", slug="quiz")
    prepare_submissions(tmp_path)
    assert list(script.parent.iterdir()) == [script]
    assert being_autograded(["autograde", "quiz"]) == []


def test_only_what_has_no_result_is_taken_for_half_done(tmp_path: Path) -> None:
    for student, text in (
        ("done", '"output_type": "execute_result"'),
        ("half", r'"\"output_type\": \"execute_result\""'),
    ):
        folder = tmp_path / "autograded" / student / "polysemy"
        folder.mkdir(parents=True)
        (folder / "polysemy.ipynb").write_text(text, encoding="utf-8")
    (tmp_path / "autograded" / "empty" / "polysemy").mkdir(parents=True)
    clear_half_done(tmp_path, "polysemy")
    assert [path.parent.name for path in (tmp_path / "autograded").glob("*/polysemy")] == ["done"]


def test_the_exercise_is_found_on_nbgraders_command_line() -> None:
    assert being_autograded(["autograde", "polysemy", "--student", "li", "--force"]) == ["polysemy"]
    assert being_autograded(["autograde", "--assignment=polysemy"]) == ["polysemy"]
    assert being_autograded(["generate_feedback", "polysemy"]) == []


RUNS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt&#58;alert(1))",
    "<a href='data:text/html,alert(1)'>a</a>",
    "<svg onload=alert(1)>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "x <p style='background:url(javascript:alert(1))'>y</p>",
)


@pytest.mark.parametrize("source", RUNS)
def test_markdown_that_would_run_is_only_shown(source: str) -> None:
    assert what_would_run(markdown2html(source)) != []
    assert what_would_run(safe_markdown2html(source)) == []


def test_harmless_markdown_stays_what_it_is() -> None:
    html = safe_markdown2html("# 题\n\n**a** < b, $x<y$, `x<y`\n\n| a |\n|---|\n| 1 |\n\n[l](https://example.org)")
    for part in (
        "<strong>a</strong> &lt; b",
        "<code>x&lt;y</code>",
        "<td>1</td>",
        'href="https://example.org"',
        "$x&lt;y$",
    ):
        assert part in html
