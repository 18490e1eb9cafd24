"""`plm new`: a new exercise is right in all its parts, and `plm selftest` says what is missing of one that is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.errors import UsageError
from autograder.exercise import Exercise, Function, load
from autograder.grade import Grader, function_result
from autograder.selftest import Row, build_matrix
from autograder.template import make_exercise


@pytest.fixture
def new(tmp_path: Path) -> Exercise:
    """An exercise as `plm new` makes it."""
    make_exercise("relevance", tmp_path)
    return load("relevance", tmp_path)


@pytest.fixture
def problems(grader: Grader) -> Callable[[Exercise], list[str]]:
    """What `plm selftest` says is wrong, line by line."""

    def said(exercise: Exercise) -> list[str]:
        parts = list(build_matrix(exercise, grader))
        rows = [f"{row.kind} {row.name} {p}" for row in parts if isinstance(row, Row) for p in row.problems]
        return [part for part in parts if not isinstance(part, Row)] + rows

    return said


def test_a_new_exercise_passes_its_own_matrix(new: Exercise, grader: Grader) -> None:
    rows = list(build_matrix(new, grader))
    assert all(isinstance(row, Row) and not row.problems for row in rows)
    assert [(row.kind, row.points) for row in rows if isinstance(row, Row)] == [
        ("reference", 5),
        ("stub", 0),
        ("misconception", 3),
        ("variant", 5),
    ]


def test_its_name_stands_wherever_a_name_belongs(new: Exercise) -> None:
    for path in new.home.rglob("*"):
        assert "SLUG" not in path.name
        assert path.is_dir() or "SLUG" not in path.read_text(encoding="utf-8")


def test_each_missing_file_is_named(new: Exercise, problems: Callable[[Exercise], list[str]]) -> None:
    new.reference.unlink()
    new.checks("hidden").unlink()
    assert problems(new) == [
        f"{new.reference} is missing: the reference solution",
        f"{new.checks('hidden')} is missing: the hidden checks",
    ]


def test_each_lacking_part_is_named(new: Exercise, problems: Callable[[Exercise], list[str]]) -> None:
    (new.folder / "task.en.md").unlink()
    new.hints.unlink()
    for path in (*new.variants, *new.misconceptions):
        path.unlink()
    assert problems(new) == [
        f"{new.folder / 'task.en.md'} is missing",
        f"{new.home / 'reference' / 'variants' / 'relevance'} holds no variant: a right solution, built otherwise",
        f"{new.hints} has no hint for softmax",
        f"{new.mistakes} holds no misconception of softmax",
    ]


def test_a_slip_in_a_file_is_named_with_its_place(new: Exercise, problems: Callable[[Exercise], list[str]]) -> None:
    new.stub.write_text("def softmax(scores, temperature=1.0)\n    raise NotImplementedError\n", encoding="utf-8")
    assert problems(new) == [f"{new.stub}, line 1: expected ':'"]


CHECKS, MANIFEST, MISTAKE = "checks/public/relevance.py", "exercise.toml", "misconceptions/relevance/no_shift.py"
SLIPS = [
    (CHECKS, '"softmax.equal"', '"equal"', "check equal should be called softmax.<what>"),
    (
        CHECKS,
        '"softmax.equal", function="softmax"',
        '"maximum.equal", function="maximum"',
        "check maximum.equal is for maximum, ",
    ),
    (CHECKS, '"softmax.equal", function', '"softmax.equal", share=0, function', "check softmax.equal lacks a title"),
    (
        CHECKS,
        '"softmax.equal", function',
        '"softmax.equal", needs=["softmax.x"], function',
        "needs softmax.x, which does not exist",
    ),
    (CHECKS, '"softmax.equal", function', '"softmax.equal", needs=["softmax.equal"], function', "in a cycle"),
    (CHECKS, '"softmax.equal"', '"softmax.temperature"', "two checks have the same id"),
    (
        MANIFEST,
        "temperature=1.0",
        "temperature=2.0",
        "softmax(scores, temperature=1.0) is (scores, temperature=2.0) in the manifest",
    ),
    (
        MANIFEST,
        '# [written]\n# name = "ANALYSIS"\n# points',
        '[written]\nname = "ANALYSIS"\npoints',
        "does not define ANALYSIS",
    ),
    (
        MANIFEST,
        "points = 5",
        'points = 5\n\n[[functions]]\nname = "other"\nsignature = "()"\npoints = 1',
        "does not define other",
    ),
    (MISTAKE, '"softmax",', '"softmax", "maximum",', "names maximum, which is no function of the exercise"),
    (MISTAKE, '"zh": "你', '"zh": "", "en": "no", "": "你', "lacks a hint in one language"),
    (
        MISTAKE,
        "math.exp(score / temperature)",
        "math.exp((score - max(scores)) / temperature)",
        "fails nothing but names softmax",
    ),
    ("reference/relevance.py", "weight / total", "weight", "has "),
    ("reference/relevance.py", "import math", "import maths", "No module named 'maths'"),
    ("assignments/relevance/relevance.py", "raise NotImplementedError", "return [0.5, 0.5]", "the untouched stub has "),
]


@pytest.mark.parametrize(("file", "old", "new_text", "said"), SLIPS, ids=[said for *_, said in SLIPS])
def test_a_slip_of_each_kind_is_named(
    file: str, old: str, new_text: str, said: str, new: Exercise, problems: Callable[[Exercise], list[str]]
) -> None:
    path = new.folder / file if file == MANIFEST else new.home / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new_text, 1), encoding="utf-8")
    assert any(said in problem for problem in problems(load("relevance", new.home)))


def test_a_broken_reference_is_an_error_of_ours_and_nobodys_grade(new: Exercise, grader: Grader) -> None:
    new.reference.write_text("def softmax(scores, temperature=1.0): return 1 / 0\n1 / 0\n", encoding="utf-8")
    record = grader.grade(b"x = 1", "mine.py", new)
    assert record.status == "error"
    assert "ZeroDivisionError" in str(record.error)


def test_a_file_that_cannot_be_read_has_no_points_and_every_check_says_why(new: Exercise, grader: Grader) -> None:
    record = grader.grade(b'{"cells": [', "mine.ipynb", new)
    assert (record.status, record.points) == ("graded", 0)
    results = record.functions["softmax"].checks
    assert [check.passed for check in results] == [False] * 4
    assert "large scores do not overflow" in {check.title.en for check in results}
    assert len({check.reason.en for check in results if check.reason}) == 1


def test_a_function_without_checks_has_no_points() -> None:
    assert function_result(Function("softmax", "(scores)", 5), []).points == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("import nothing_of_this_name", "No module named 'nothing_of_this_name'"),
        ("def test_unmarked(student): pass", "test_unmarked: no @check(...)"),
    ],
)
def test_checks_that_cannot_be_collected_are_named(
    line: str, said: str, new: Exercise, problems: Callable[[Exercise], list[str]]
) -> None:
    path = new.checks("public")
    path.write_text(f"{path.read_text(encoding='utf-8')}\n\n{line}\n", encoding="utf-8")
    assert [said in line for line in problems(new)] == [True]


def test_a_misconception_without_its_literals_is_named(
    new: Exercise, problems: Callable[[Exercise], list[str]]
) -> None:
    new.misconceptions[0].write_text('"""Wrong."""\n', encoding="utf-8")
    assert problems(new)[-1].startswith(f"{new.misconceptions[0]}: FUNCTIONS and HINT must be literals")


@pytest.mark.parametrize("slug", ["Attention", "2nd", "multi-head", "class", ""])
def test_a_name_that_cannot_be_one_is_refused(slug: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="an exercise's name is a Python name"):
        make_exercise(slug, tmp_path)


def test_a_taken_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"polysemy: .* has an exercise of this name"):
        make_exercise("polysemy", tmp_path)


def test_nothing_is_written_over(tmp_path: Path) -> None:
    there = tmp_path / "reference" / "mine.py"
    there.parent.mkdir()
    there.write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="is there already; nothing was written"):
        make_exercise("mine", tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [there]
