"""A class in a terminal: every student of a small one, the numbers of a large one, and no Record kept in memory."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from autograder.batch import Outcome
from autograder.exercise import load
from autograder.intake import Submitted
from autograder.record import CheckResult, FunctionResult, Record, write_record
from autograder.report import terminal
from autograder.report.terminal import print_class
from autograder.text import Text


def handed_in(course: Path, count: int, errors: int = 0) -> list[Outcome]:
    """Students with 1, 2, 3, ... of 6 points, again and again."""
    exercise = load("polysemy")
    outcomes = []
    for number in range(count):
        functions = {"parse_marked": FunctionResult(float(number % 6 + 1), 6.0, ())}
        submitted = Submitted(course, f"s{number:05}", "polysemy", course / "x.py")
        record = Record(
            "polysemy", submitted.name, "", exercise.key, "graded", None, functions, None, {"level": "full"}, 0.1
        )
        write_record(record, submitted.record_path)
        outcomes.append(Outcome(submitted, True, "the disk was full" if number < errors else None))
    return outcomes


def printed(outcomes: list[Outcome]) -> str:
    console = Console(file=io.StringIO(), width=200)
    print_class(outcomes, "en", console)
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def test_each_student_of_a_small_class_has_a_row_and_an_error_is_told(tmp_path: Path) -> None:
    text = printed(handed_in(tmp_path, 4, errors=1))
    assert [text.count(f"s0000{number}") for number in range(4)] == [2, 1, 1, 1]
    assert "the disk was full" in text


def test_a_class_that_no_terminal_holds_is_told_in_numbers(tmp_path: Path) -> None:
    text = printed(handed_in(tmp_path, 600, errors=3))
    assert "600 submissions, mean 3.5 of 6 points, 3 errors, 0 written parts to be read" in text.replace("\n", " ")
    assert "s00000" not in text


def test_nothing_is_printed_of_nobody() -> None:
    assert printed([]) == ""


def test_the_outcome_gives_the_earlier_record_with_the_new_error(tmp_path: Path) -> None:
    one = handed_in(tmp_path, 1)[0]
    assert one.record().error is None
    assert replace(one, error="the server is gone").record().error == "the server is gone"
    assert replace(one, error="the server is gone").record().points == 1.0
    assert terminal.reasons(replace(one, error="the server is gone").record(), "en") == ["the server is gone"]


def test_nothing_of_a_long_reason_without_spaces_is_cut() -> None:
    reason = "没有判它所依赖的函数见前面没有通过的检查在这里" * 12
    check = CheckResult("f.a", Text("一个很长很长的标题" * 6, "title"), "public", False, 1.0, Text(reason, "reason"))
    record = Record("f", "f.py", "", "1", "graded", None, {"f": FunctionResult(0.0, 1.0, (check,))}, None, {}, 0.0)
    console = Console(file=io.StringIO(), width=100)
    terminal.print_record(record, "zh", console)
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert "…" not in shown
    assert sum(shown.count(character) for character in "没有判它所依赖") == sum(
        reason.count(c) for c in "没有判它所依赖"
    )
