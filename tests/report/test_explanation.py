"""An explanation in a terminal and for a machine: every call of both sides, long lists cut, and the way to see it again."""

from __future__ import annotations

import io

from rich.console import Console

from autograder.explain import Explained, ShownCall
from autograder.record import CheckResult
from autograder.report.explanation import explanation_json, print_explanation
from autograder.text import Text


def explained(passed: bool | None, calls: int = 1) -> Explained:
    reason = None if passed else Text("应为 2", "2 was expected")
    hint = None if passed else Text("从 1 数起", "count from 1")
    result = CheckResult(
        "f.count",
        Text("数数", "counts"),
        "hidden",
        passed,
        1.0,
        reason,
        "counts_from_0",
        hint,
        0.1,
        ("f, 2: return [0]",),
    )
    student = [ShownCall(f"f({n})", f"[{n}]") for n in range(calls)]
    return Explained("f.count", result, student, [ShownCall("f(7)", "8")])


def printed(*checks: Explained) -> str:
    file = io.StringIO()
    print_explanation(checks, ["plm", "explain", "my course", "li", "x"], "en", Console(file=file, width=200))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def test_a_failed_check_tells_reason_hint_line_calls_and_how_to_run_it_alone() -> None:
    assert printed(explained(False)).splitlines() == [
        "✗ f.count  counts  (hidden)",
        "    2 was expected",
        "    count from 1",
        "    f, 2: return [0]",
        "    student: f(0) → [0]",
        "    reference: f(7) → 8",
        "    to run it alone: plm explain 'my course' li x --check f.count",
    ]


def test_a_check_that_passed_tells_its_calls_alone() -> None:
    text = printed(explained(True))
    assert text.startswith("✓ f.count")
    assert "student: f(0) → [0]" in text
    assert "to run it alone" not in text and "expected" not in text


def test_of_many_calls_the_first_are_shown_and_the_rest_counted() -> None:
    text = printed(explained(False, calls=15))
    assert "student: f(11) → [11]" in text
    assert "f(12)" not in text
    assert "student: … 3" in text


def test_what_a_student_returns_gives_no_orders_to_the_terminal() -> None:
    check = explained(False)
    check.student[0] = ShownCall("f('[red]')", "'\x1b[2J[bold]x[/bold]'")
    text = printed(check)
    assert "\x1b" not in text
    assert "f('[red]')" in text and "[bold]x[/bold]" in text


def test_a_machine_reads_the_same_in_one_language() -> None:
    failed, passed = explanation_json([explained(False), explained(True)], "zh")
    assert (failed["id"], failed["passed"], failed["title"], failed["reason"]) == ("f.count", False, "数数", "应为 2")
    assert failed["misconception"] == "counts_from_0"
    assert failed["student"] == [{"call": "f(0)", "result": "[0]"}]
    assert failed["reference"] == [{"call": "f(7)", "result": "8"}]
    assert (passed["passed"], passed["reason"]) == (True, None)
