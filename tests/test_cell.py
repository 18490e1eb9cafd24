"""The self-check that a notebook's grade cells call."""

from __future__ import annotations

from typing import Any

import pytest

from autograder.cell import ChecksFailed, check_cell
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
