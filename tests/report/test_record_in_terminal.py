"""One Record in a terminal: what fails many functions alike is explained once."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from autograder.record import CheckResult, FunctionResult, Record
from autograder.report.terminal import print_record
from autograder.text import Lang, Text


def failing(function: str, name: str) -> FunctionResult:
    said = f"{function}: NameError: name '{name}' is not defined"
    check = CheckResult(
        f"{function}.x", Text("题", "title"), "public", False, reason=Text(f"{said}。要 import", f"{said}. Import it")
    )
    return FunctionResult(0.0, 1.0, (check,))


@pytest.mark.parametrize(("lang", "why", "again"), [("zh", "要 import", "同上"), ("en", "Import it", "as above")])
def test_a_missing_name_is_explained_at_the_first_function(lang: Lang, why: str, again: str) -> None:
    functions = {"f": failing("f", "np"), "g": failing("g", "np"), "h": failing("h", "torch")}
    console = Console(file=io.StringIO(), width=160)
    print_record(Record("polysemy", "x", "", "", "graded", None, functions, None, {}, 0.0), lang, console)
    said = console.file.getvalue()  # type: ignore[attr-defined]
    assert (said.count(why), said.count(again)) == (2, 1)
    assert "name 'torch' is not defined" in said
