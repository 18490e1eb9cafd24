"""What a failed check tells of the call that it is about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from autograder.checks.caller import Caller
from autograder.checks.expect import equal
from autograder.checks.failure import CheckFailed
from autograder.checks.marker import Check
from autograder.checks.outcome import excused_by, failed, result_of
from autograder.text import Text
from tests.checks.local import student_of

PROGRAM = """
def double(x): return 2 * x
def quadruple(x): return double(x) + x
def refuses(x): raise ValueError("no")
def unwritten(x): raise NotImplementedError
class Net:
    def __init__(self, size=1): self.size = size
    def forward(self, x): return x
    def __call__(self, x): return self.forward(x)
"""


@pytest.fixture
def student() -> Caller:
    """A program in this process."""
    return student_of(PROGRAM)


def told(student: Caller, function: str, attempt: Callable[[Caller], Any], secret: bool | None = None) -> str:
    with pytest.raises(CheckFailed) as caught:
        attempt(student)
    check = Check(f"{function}.x", function, Text("题", "title"), 1.0, (), secret)
    reason = failed(check, "public", caught.value, student, reveal=False).reason
    assert reason is not None
    return reason.en


def test_the_call_told_is_the_checks_own_functions_and_not_a_helpers(student: Caller) -> None:
    def attempt(student: Caller) -> None:
        got = student.quadruple(3)
        equal(got, student.double(student.double(3)))

    assert told(student, "quadruple", attempt).endswith(" (the call: quadruple(3))")


def test_what_raised_is_told_whosever_function_it_is(student: Caller) -> None:
    def attempt(student: Caller) -> None:
        student.quadruple(3)
        student.refuses(4)

    assert told(student, "quadruple", attempt).endswith(" (the call: refuses(4))")


def test_no_call_is_told_where_the_checks_function_was_not_called(student: Caller) -> None:
    assert "call" not in told(student, "refuses", lambda student: equal(student.double(1), 3))


def test_of_what_is_not_written_no_call_is_told_even_where_a_helper_is_tried_after_it(student: Caller) -> None:
    def attempt(student: Caller) -> None:
        try:
            student.unwritten(2)
        except CheckFailed:
            student.double(2)
            raise

    assert "call" not in told(student, "unwritten", attempt)
    assert "call" not in told(student, "unwritten", lambda student: student.unwritten(2))


def test_of_a_function_that_is_not_there_or_not_written_no_call_is_told(student: Caller) -> None:
    assert "the call" not in told(student, "absent", lambda student: student.absent(1))


def test_of_a_secret_check_nothing_is_told(student: Caller) -> None:
    assert "double(" not in told(student, "double", lambda student: equal(student.double(1), 3), secret=True)


def test_calls_of_the_check_before_are_forgotten(student: Caller) -> None:
    student.quadruple(5)
    student.begin_check()
    assert "call" not in told(student, "quadruple", lambda student: equal(student.double(1), 3))


def test_of_an_object_the_call_that_made_it_is_told_with_the_call_of_it(student: Caller) -> None:
    assert told(student, "Net.forward", lambda student: equal(student.Net(size=2).call(3), 4)).endswith(
        " (the call: Net(size=2)(3))"
    )


def test_of_an_object_that_was_only_looked_at_what_made_it_is_told(student: Caller) -> None:
    assert told(student, "Net.forward", lambda student: equal(student.Net(size=2).attr("size"), 3)).endswith(
        " (the call: Net(size=2))"
    )


def test_a_failure_is_excused_where_a_check_that_it_builds_on_has_not_passed() -> None:
    own, other = (Check(f"{name}.x", name, Text("题", f"of {name}"), 1.0, (), None) for name in ("own", "other"))
    own = replace(own, builds_on=(other.id, "not.collected"))
    assert excused_by(own, {}) is None
    for passed in (True, False, None):
        excuse = excused_by(own, {other.id: result_of(other, "public", passed)})
        assert (excuse and excuse.en) == (None if passed else "not judged because “of other” did not pass")
