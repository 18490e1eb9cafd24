"""The self-check that a notebook's grade cells call."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

import autograder
from autograder.cell import ChecksFailed, check, check_cell, share_passed
from autograder.errors import UsageError
from autograder.exercise import Exercise


@pytest.fixture
def notebook(polysemy: Exercise) -> dict[str, Any]:
    """The names of a kernel in which the reference solution was run."""
    names: dict[str, Any] = {}
    exec(compile(polysemy.reference.read_text(encoding="utf-8"), "reference", "exec"), names)
    return names


def test_a_right_function_gives_its_points_as_a_plain_float(notebook: dict[str, Any]) -> None:
    points = check_cell("polysemy", "parse_marked", namespace=notebook)
    assert type(points) is float
    assert points == 2.0


def test_a_wrong_function_raises_and_says_what_was_wrong(
    notebook: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    notebook["parse_marked"] = lambda marked: (marked, 0, 1)
    with pytest.raises(ChecksFailed):
        check_cell("polysemy", "parse_marked", lang="en", namespace=notebook)
    assert "public checks passed; more run at grading" in capsys.readouterr().out


def test_a_function_that_is_not_there_is_said_to_be_missing(notebook: dict[str, Any]) -> None:
    del notebook["token_span"]
    with pytest.raises(ChecksFailed, match="was not found"):
        check_cell("polysemy", "token_span", lang="en", namespace=notebook)


def test_nothing_is_written_to_standard_error(notebook: dict[str, Any], capfd: pytest.CaptureFixture[str]) -> None:
    check_cell("polysemy", "word_vector", namespace=notebook)
    assert capfd.readouterr().err == ""


def test_all_functions_of_an_exercise_are_checked_by_its_name_and_one_by_its_own(
    notebook: dict[str, Any], polysemy: Exercise, capsys: pytest.CaptureFixture[str]
) -> None:
    check("polysemy", lang="en", namespace=notebook)
    said = capsys.readouterr().out
    assert [line for line in said.splitlines() if line.startswith("polysemy.")] == [
        f"polysemy.{function.name}" for function in polysemy.functions
    ]
    assert "✗" not in said
    del notebook["parse_marked"]
    check("polysemy.parse_marked", lang="en", namespace=notebook)
    assert "parse_marked was not found" in capsys.readouterr().out


def test_a_name_that_is_no_function_is_answered_with_those_there_are(notebook: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=r"polysemy has no function 'parse'; it has parse_marked, token_span"):
        check("polysemy.parse", lang="en", namespace=notebook)
    with pytest.raises(UsageError, match="没有名为 'polisemy' 的练习"):
        check("polisemy", namespace=notebook)


def test_the_package_itself_offers_the_same_check() -> None:
    with pytest.raises(UsageError, match=r"没有名为 'polisemy' 的练习.*（是不是 polysemy？）"):
        autograder.check("polisemy.parse_marked")
    with pytest.raises(UsageError, match=r"polysemy has no function 'word_vectr'.* \(did you mean word_vector\?\)"):
        autograder.check("polysemy.word_vectr", "en")


def test_a_failed_check_shows_its_reason_alone_in_a_notebook() -> None:
    assert ChecksFailed("title: reason")._render_traceback_() == ["ChecksFailed: title: reason"]


def test_without_a_namespace_the_running_notebooks_own_names_are_checked(
    notebook: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "__main__", SimpleNamespace(**notebook))
    assert check_cell("polysemy", "parse_marked") == 2.0
    check("polysemy.parse_marked", lang="en")
    assert capsys.readouterr().out.count("parse_marked") == 1


def test_the_share_that_a_trusting_grader_would_give_counts_hidden_checks_too(notebook: dict[str, Any]) -> None:
    assert share_passed("polysemy", "parse_marked", notebook) == 1.0
    notebook["parse_marked"] = lambda marked: (marked, 0, 1)
    assert share_passed("polysemy", "parse_marked", notebook) < 1.0
