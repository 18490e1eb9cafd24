"""Where a machine cannot confine student code, nothing untrusted is run unless somebody said that it may be."""

from __future__ import annotations

from typing import Any

import pytest

from autograder.errors import UsageError
from autograder.exercise import Exercise
from autograder.explain import explain
from autograder.grade import Grader
from autograder.sandbox.session import ForkedSession

_BARE = {"level": "none", "layers": {"landlock": "refused: ENOSYS landlock", "rlimits": "on"}}
_ANSWER = b"def parse_marked(marked): return (marked, 0, 1)\n"


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Sessions that say they are not confined; what was sent to them."""
    sent: list[bytes] = []
    ask = ForkedSession.ask

    def noted(session: ForkedSession, frame: bytes, seconds: float | None = None) -> bytes:
        sent.append(frame)
        return ask(session, frame, seconds)

    monkeypatch.setattr(ForkedSession, "confinement", property(lambda session: _BARE))
    monkeypatch.setattr(ForkedSession, "ask", noted)
    return sent


def _grade(grader: Grader, exercise: Exercise) -> Any:
    return grader.grade(_ANSWER, "student.py", exercise, only=frozenset({"parse_marked"}))


def test_without_the_option_no_student_code_runs_and_the_record_names_the_layer_and_why(
    grader: Grader, polysemy: Exercise, bare_machine: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grader, "_unconfined", False)
    record = _grade(grader, polysemy)
    assert record.status == "error"
    assert "landlock refused: ENOSYS" in record.error
    assert "--unconfined" in record.error
    assert bare_machine == []


def test_with_the_option_it_is_graded_and_the_record_says_how(
    grader: Grader, polysemy: Exercise, bare_machine: list[bytes]
) -> None:
    record = _grade(grader, polysemy)
    assert record.status == "graded"
    assert record.confinement["level"] == "none"
    assert bare_machine


def test_an_explanation_that_would_run_it_unconfined_is_one_line_unless_it_may(
    grader: Grader, polysemy: Exercise, bare_machine: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = (_ANSWER, "student.py", polysemy, grader, ["parse_marked.repeated_word"])
    assert [found.result.passed for found in explain(*asked)] == [False]
    bare_machine.clear()
    monkeypatch.setattr(grader, "_unconfined", False)
    with pytest.raises(UsageError, match="--unconfined"):
        explain(*asked)
    assert bare_machine == []
