"""The reference's answers from memory and from a file are those that it gives itself, call after call."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from autograder.checks.failure import NotRun
from autograder.checks.memo import MemoSession
from autograder.checks.recorded import RecordedSession, RecordingSession, read_answers, write_answers
from autograder.sandbox.session import LocalSession
from autograder.sandbox.wire import Decoder, Encoder
from autograder.sandbox.worker import Worker

PROGRAM = "seen = []\ndef count(x):\n    seen.append(x)\n    return len(seen)\ndef twice(x): return 2 * x\n"
FRESH = Encoder().frame({"op": "fresh"})


class Counting(LocalSession):
    """A session in this process that counts what it is asked."""

    def __init__(self) -> None:
        worker = Worker()
        worker.load([{"cell": "c", "source": PROGRAM, "label": "c", "first_line": 1}])
        super().__init__(worker)
        self.asked = self.closed = 0

    def ask(self, frame: bytes, seconds: float | None = None) -> bytes:
        self.asked += 1
        return super().ask(frame, seconds)

    def close(self) -> None:
        self.closed += 1


def call(session: Any, function: str, x: int) -> Any:
    frame = Encoder().frame({"op": "call", "target": function, "args": [x], "kwargs": {}})
    return Decoder().value(session.ask(frame))["ok"]["value"]


def test_a_sequence_of_calls_that_is_known_is_not_run_again() -> None:
    inner = Counting()
    memo = MemoSession(inner)
    for _ in range(3):
        memo.begin_check()
        assert [call(memo, "twice", x) for x in (3, 4)] == [6, 8]
    assert inner.asked == 3  # once fresh, and each call once
    assert memo.confinement == {"level": "none", "layers": {}}
    memo.close()
    assert inner.closed == 1


def test_before_an_unknown_call_those_answered_from_memory_are_played() -> None:
    inner = Counting()
    memo = MemoSession(inner)
    memo.begin_check()
    call(memo, "count", 1)
    memo.begin_check()
    assert call(memo, "count", 1) == 1
    assert inner.asked == 2
    assert call(memo, "count", 5) == 3  # the first was played again, for this session keeps its list
    assert inner.asked == 5


def test_a_full_memory_is_emptied_and_answers_are_still_right() -> None:
    memo = MemoSession(Counting(), most=2)
    for _ in range(2):
        memo.begin_check()
        assert [call(memo, "twice", x) for x in range(5)] == [0, 2, 4, 6, 8]


def test_recorded_answers_are_given_back_and_an_unknown_sequence_is_not_run(tmp_path: Path) -> None:
    inner = Counting()
    recording = RecordingSession(inner)
    recording.begin_check(FRESH)
    assert [call(recording, "twice", x) for x in (1, 2)] == [2, 4]
    assert recording.confinement["level"] == "none"
    recording.close()
    assert inner.closed == 1
    write_answers(tmp_path / "deep" / "answers.json", recording.answers, hidden=7)
    answers, hidden = read_answers(tmp_path / "deep" / "answers.json")
    assert (answers, hidden) == (recording.answers, 7)
    recorded = RecordedSession(answers)
    assert recorded.confinement["level"] == "none"
    for _ in range(2):
        recorded.begin_check()
        assert [call(recorded, "twice", x) for x in (1, 2)] == [2, 4]
    with pytest.raises(NotRun, match="at grading only"):
        call(recorded, "twice", 3)
    recorded.close()
