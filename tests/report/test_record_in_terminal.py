"""One Record in a terminal: what fails many functions alike is explained once."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from autograder.record import CheckResult, FunctionResult, Record, WrittenResult
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


def facet(title: str, points: float, missing: Text | None = None) -> dict[str, object]:
    both = {"zh": title, "en": f"{title} in English"}
    return {"title": both, "points": points, "max_points": 0.4, "found": None, "missing": missing and missing.to_json()}


def written(lang: Lang, *, needs_review: bool) -> str:
    facets = {"a": facet("低温", 0.4), "b": facet("中温", 0.0, Text("没有找到", "not found"))}
    part = WrittenResult(0.4, 0.8, facets, needs_review, None, 0.6)
    console = Console(file=io.StringIO(), width=160)
    print_record(Record("sampling", "x", "", "", "graded", None, {}, part, {}, 0.0), lang, console)
    return str(console.file.getvalue())  # type: ignore[attr-defined]


def test_a_facet_that_lost_points_is_named_with_the_reason_and_one_that_did_not_is_not() -> None:
    said = written("zh", needs_review=True)
    assert "中温" in said and "没有找到" in said
    assert "低温" not in said
    assert "中温 in English" in written("en", needs_review=True)


def test_a_suggested_score_is_said_to_be_one() -> None:
    assert "待助教确认" in written("zh", needs_review=True)
    assert "a teaching assistant settles it" in written("en", needs_review=True)
    assert "待助教确认" not in written("zh", needs_review=False)
