"""What `grade.py` decides, with sessions in this very process: which code may run, what a fault of ours is, what points come to."""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from autograder import grade
from autograder.checks.recorded import write_answers
from autograder.checks.runner import HarnessError
from autograder.exercise import Exercise, Function, Limits, load
from autograder.grade import PUBLIC, Grader, function_result, reference_worker
from autograder.record import CheckResult
from autograder.release.answers import record_answers
from autograder.sandbox.session import LocalSession, SessionDied
from autograder.sandbox.wire import Decoder
from autograder.sandbox.worker import Worker
from autograder.submission import read_submission
from autograder.template import make_exercise
from autograder.text import Text
from tests.relevance import OVERFLOWS, RIGHT

MANIFEST = "\n[written]\nname = 'ANALYSIS'\npoints = 3\n"


class Here(LocalSession):
    """A session in this process that says how well it is confined; loading takes as many seconds as a test says."""

    def __init__(self, confinement: dict[str, Any], dies: bool, loading: float) -> None:
        super().__init__(Worker())
        self._said = confinement
        self._dies = dies
        self._loading = loading
        self.waits: list[tuple[str, float | None]] = []
        self.closed = 0

    @property
    def confinement(self) -> dict[str, Any]:
        return self._said

    def ask(self, frame: bytes, seconds: float | None = None) -> bytes:
        request = Decoder().value(frame)
        self.waits.append((request["op"], seconds))
        too_long = seconds is not None and request["op"] == "load" and self._loading > seconds
        if self._dies or (too_long and not request["definitions_only"]):
            raise SessionDied("time")
        return super().ask(frame, seconds)

    def close(self) -> None:
        self.closed += 1


class Sessions:
    """A server whose sessions are here; whether it was started before them, what they may use, whether it was closed."""

    def __init__(self) -> None:
        self.confinement: dict[str, Any] = {"level": "full", "layers": {"landlock": "on"}}
        self.opened: list[Here] = []
        self.limits: list[Limits] = []
        self.started = self.closed = 0
        self.fault: Exception | None = None
        self.first_dies = False
        self.loading = 0.0

    def start(self) -> None:
        self.started += 1

    def session(self, limits: Limits) -> Here:
        assert self.started
        if self.fault is not None:
            raise self.fault
        self.limits.append(limits)
        self.opened.append(Here(self.confinement, self.first_dies and not self.opened, self.loading))
        return self.opened[-1]

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def sessions(monkeypatch: pytest.MonkeyPatch) -> Sessions:
    made = Sessions()
    monkeypatch.setattr(grade, "open_server", lambda: made)
    return made


@pytest.fixture
def softmax(tmp_path: Path) -> Exercise:
    make_exercise("softmax", tmp_path)
    return load("softmax", tmp_path)


@pytest.fixture
def written(softmax: Exercise) -> Exercise:
    """The same exercise with a written part, which a teaching assistant reads."""
    manifest = softmax.folder / "exercise.toml"
    manifest.write_text(manifest.read_text(encoding="utf-8") + MANIFEST, encoding="utf-8")
    stub = softmax.stub.read_text(encoding="utf-8")
    softmax.stub.write_text(f'{stub}\n# %% plm="ANALYSIS"\nANALYSIS = """"""\n', encoding="utf-8")
    return load("softmax", softmax.home)


def shares(record: Any) -> dict[str, bool | None]:
    return {check.id: check.passed for check in record.functions["softmax"].checks}


def test_a_right_answer_gets_everything_and_the_record_says_what_was_graded(
    sessions: Sessions, softmax: Exercise
) -> None:
    with Grader() as grader:
        record = grader.grade(RIGHT.encode(), "ana.py", softmax)
    assert (record.points, record.max_points, record.status, record.error) == (5, 5, "graded", None)
    assert (record.exercise, record.submission, record.version) == ("softmax", "ana.py", softmax.key)
    assert record.sha256 == hashlib.sha256(RIGHT.encode()).hexdigest()
    assert record.confinement == sessions.confinement
    assert record.written is None
    assert sessions.limits[0] == softmax.limits


def test_points_are_the_passed_share_and_a_failed_checks_calls_are_diagnosed(
    sessions: Sessions, softmax: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    def named(diagnosis: Any, results: dict[str, CheckResult], calls: dict[str, Any]) -> dict[str, CheckResult]:
        return {
            id_: replace(result, misconception="no_shift" if id_ in calls else None) for id_, result in results.items()
        }

    monkeypatch.setattr(grade.Diagnosis, "name", named)
    with Grader() as grader:
        record = grader.grade(OVERFLOWS.encode(), "ana.py", softmax)
    # Shares 1, 1, 2 and 1 of five points; the check of share 2 fails.
    assert record.points == 3
    large = next(check for check in record.functions["softmax"].checks if check.id == "softmax.large")
    assert (large.passed, large.misconception) == (False, "no_shift")
    assert [check.misconception for check in record.functions["softmax"].checks].count(None) == 3


def test_only_what_is_asked_for_is_run(sessions: Sessions, written: Exercise) -> None:
    with Grader() as grader:
        public = grader.grade(RIGHT.encode(), "ana.py", written, PUBLIC)
        nothing = grader.grade(RIGHT.encode(), "ana.py", written, only=frozenset(("other",)))
    assert shares(public) == {"softmax.equal": True, "softmax.temperature": True}
    assert public.written is None
    assert shares(nothing) == {}
    assert nothing.functions["softmax"].points == 0


def test_the_written_part_is_scored_when_everything_is_graded(sessions: Sessions, written: Exercise) -> None:
    with Grader() as grader:
        record = grader.grade(f"{RIGHT}\nANALYSIS = 'a few words'\n".encode(), "ana.py", written)
    assert record.written is not None
    assert (record.written.points, record.written.max_points, record.written.needs_review) == (0, 3, True)


def test_what_cannot_be_read_fails_every_check_with_the_reason_and_opens_no_session(
    sessions: Sessions, softmax: Exercise
) -> None:
    with Grader() as grader:
        record = grader.grade(b"\x89PNG\r\n", "ana.ipynb", softmax)
    assert (record.status, record.points) == ("graded", 0)
    assert set(shares(record).values()) == {False}
    checks = record.functions["softmax"].checks
    assert {check.visibility for check in checks} == {"public", "hidden"}
    assert [check.share for check in checks] == [1, 1, 2, 1]
    assert all(check.reason is not None and check.reason.en for check in checks)
    assert sessions.opened == []


def test_every_session_is_closed_and_so_is_the_server(sessions: Sessions, softmax: Exercise) -> None:
    with Grader() as grader:
        grader.grade(RIGHT.encode(), "ana.py", softmax)
        grader.grade(RIGHT.encode(), "bo.py", softmax)
        runner = grader.bench(softmax).runner
        assert sessions.closed == 0
    assert [session.closed for session in sessions.opened] == [1, 1]
    assert sessions.closed == 1
    assert runner._thread is None


def test_an_exercise_is_set_up_once_and_again_when_it_changes(sessions: Sessions, softmax: Exercise) -> None:
    with Grader() as grader:
        first = grader.bench(softmax)
        assert grader.bench(load("softmax", softmax.home)) is first
        with softmax.reference.open("a", encoding="utf-8") as file:
            file.write("\nMORE = 1\n")
        assert grader.bench(load("softmax", softmax.home)) is not first
        assert first.hidden_checks == 2


@pytest.mark.parametrize("fault", [RuntimeError("no fork"), OSError("no memory"), HarnessError("a check broke")])
def test_a_fault_of_ours_is_an_error_and_no_zero(sessions: Sessions, softmax: Exercise, fault: Exception) -> None:
    sessions.fault = fault
    with Grader() as grader:
        record = grader.grade(RIGHT.encode(), "ana.py", softmax)
    assert record.status == "error"
    assert record.error is not None and str(fault) in record.error
    assert type(fault).__name__ in record.error
    assert (record.points, record.max_points) == (0, 5)


def test_what_is_public_names_the_call_and_what_is_hidden_does_not(sessions: Sessions, softmax: Exercise) -> None:
    halves = "def softmax(scores, temperature=1.0):\n    return [0.25] * len(scores)\n"
    with Grader() as grader:
        record = grader.grade(halves.encode(), "ana.py", softmax)
        unwritten = grader.grade(softmax.stub.read_bytes(), "bo.py", softmax)
    told = {check.id: check.reason.en for check in record.functions["softmax"].checks if check.reason is not None}
    assert told["softmax.equal"].endswith(" (the call: softmax([0.0, 0.0]))")
    assert told["softmax.temperature"].endswith(" (the call: softmax([1.0, 2.0, 3.0], 0.5))")
    assert "call" not in told["softmax.large"]
    assert all("call" not in check.reason.en for check in unwritten.functions["softmax"].checks if check.reason)


@pytest.mark.parametrize("broken", ["def other(:\n    pass", "def other():\nreturn 1", "x = (1,"])
def test_a_syntax_error_is_told_whatever_the_checks_say(sessions: Sessions, softmax: Exercise, broken: str) -> None:
    with Grader() as grader:
        record = grader.grade(f"# %%\n{RIGHT}\n# %%\n{broken}\n".encode(), "ana.py", softmax)
        right = grader.grade(RIGHT.encode(), "bo.py", softmax)
    assert record.points == 5
    line = len(RIGHT.split("\n")) + 3
    assert record.notes[0].en.startswith(f"script: a syntax error in line {line} (")
    assert record.notes[0].en.endswith("); this code was not loaded")
    assert right.notes == ()


def _with_check(exercise: Exercise, body: str) -> Exercise:
    """The exercise with one more hidden check."""
    path = exercise.checks("hidden")
    marker = '@check("softmax.more", function="softmax", zh="更多", en="more")'
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}\n\n{marker}\ndef test_more(student: Student) -> None:\n    {body}\n", encoding="utf-8")
    return load(exercise.slug, exercise.home)


def test_a_value_that_breaks_a_check_costs_that_check_and_no_more(sessions: Sessions, softmax: Exercise) -> None:
    """The reference's value does not break it, so the check is sound."""
    fragile = _with_check(softmax, "assert 1 / len(student.softmax([0.0])) > 0")
    nothing = "def softmax(scores, temperature=1.0):\n    return [] if len(scores) == 1 else None\n"
    with Grader() as grader:
        record = grader.grade(nothing.encode(), "ana.py", fragile)
        right = grader.grade(RIGHT.encode(), "bo.py", fragile)
    assert record.status == "graded"
    more = next(check for check in record.functions["softmax"].checks if check.id == "softmax.more")
    assert more.passed is False
    assert more.reason is not None
    assert "returned a value of type list" in more.reason.en
    assert "ZeroDivisionError" not in more.reason.en, "the check is hidden"
    assert right.points == 5


def test_without_the_reference_a_check_that_was_released_is_sound(sessions: Sessions, softmax: Exercise) -> None:
    """The students' edition: the reference has passed the check before its answers were packed."""
    path = softmax.checks("public")
    text = path.read_text(encoding="utf-8").replace(
        "expect.close(student.softmax([0.0, 0.0])", "expect.close(student.softmax([0.0, 0.0])[:2]"
    )
    path.write_text(text, encoding="utf-8")
    recorded = record_answers(load("softmax", softmax.home))
    write_answers(softmax.answers, recorded.answers, recorded.hidden)
    softmax.reference.unlink()
    with Grader() as grader:
        record = grader.grade(b"def softmax(scores, temperature=1.0):\n    return None\n", "ana.py", softmax, PUBLIC)
        right = grader.grade(RIGHT.encode(), "bo.py", softmax, PUBLIC)
    assert record.status == "graded"
    reasons = [check.reason.en for check in record.functions["softmax"].checks if check.reason is not None]
    assert len(reasons) == 2
    assert all("None" in reason and "is the `return` missing?" in reason for reason in reasons)
    assert right.points == 5


def test_a_check_that_breaks_on_the_reference_too_is_an_error_of_ours(sessions: Sessions, softmax: Exercise) -> None:
    broken = _with_check(softmax, "student.softmax([0.0]) / 0")
    with Grader() as grader:
        record = grader.grade(RIGHT.encode(), "ana.py", broken)
    assert record.status == "error"
    assert record.error is not None
    assert "HarnessError" in record.error


def test_a_machine_that_does_not_confine_runs_nothing_and_says_which_layers_lack(
    sessions: Sessions, softmax: Exercise
) -> None:
    sessions.confinement = {
        "level": "none",
        "layers": {"landlock": "refused: old", "rlimits": "on", "seccomp": "refused: no"},
    }
    with Grader() as grader:
        record = grader.grade(RIGHT.encode(), "ana.py", softmax)
    assert record.error is not None
    assert "(landlock refused: old; seccomp refused: no); nothing was run" in record.error
    assert "--unconfined (PLM_UNCONFINED=1)" in record.error
    assert [session.closed for session in sessions.opened] == [1]


@pytest.mark.parametrize(("level", "unconfined"), [("none", True), ("partial", False)])
def test_it_may_run_where_somebody_said_so_or_most_layers_hold(
    sessions: Sessions, softmax: Exercise, level: str, unconfined: bool
) -> None:
    sessions.confinement = {"level": level, "layers": {}}
    with Grader(unconfined=unconfined) as grader:
        record = grader.grade(RIGHT.encode(), "ana.py", softmax)
    assert (record.points, record.confinement["level"]) == (5, level)


def test_no_check_begins_when_the_submissions_time_is_used_up(
    sessions: Sessions, softmax: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.monotonic
    with Grader() as grader:
        grader.grade(RIGHT.encode(), "warm.py", softmax)
        late = softmax.limits.submission_seconds
        monkeypatch.setattr(sessions, "start", lambda: None)
        clock: Callable[[], float] = iter([now(), now()] + [now() + 2 * late] * 50).__next__
        monkeypatch.setattr("autograder.grade.time.monotonic", clock)
        record = grader.grade(RIGHT.encode(), "ana.py", softmax)
    assert set(shares(record).values()) == {None}
    assert {check.reason.en for check in record.functions["softmax"].checks if check.reason} == {
        "not run: the submission's time is used up"
    }
    assert late <= record.seconds < 3 * late


def test_a_program_is_waited_for_as_long_as_the_exercise_gives_loading_and_no_call_is(
    sessions: Sessions, softmax: Exercise
) -> None:
    exercise = replace(softmax, limits=replace(softmax.limits, load_seconds=7.25))
    with Grader() as grader:
        assert grader.grade(RIGHT.encode(), "ana.py", exercise).points == 5
    (session,) = sessions.opened
    assert session.waits[0] == ("load", 7.25)
    assert not [op for op, seconds in session.waits[1:] if seconds == 7.25]


@pytest.mark.parametrize(("seconds", "stopped"), [(9.0, True), (11.0, False)])
def test_a_program_that_takes_ten_seconds_to_load_is_stopped_by_that_limit_and_no_other(
    seconds: float, stopped: bool, sessions: Sessions, softmax: Exercise
) -> None:
    sessions.loading = 10.0
    for other in (1.0, 3600.0):
        limits = replace(softmax.limits, load_seconds=seconds, call_seconds=other, submission_seconds=3600.0)
        with Grader() as grader:
            record = grader.grade(RIGHT.encode(), "ana.py", replace(softmax, limits=limits))
        assert record.points == 5
        assert any("did not finish in time" in note.en for note in record.notes) == stopped


def test_a_records_seconds_are_those_of_the_clock_to_the_millisecond(
    sessions: Sessions, softmax: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Grader() as grader:
        grader.bench(softmax)
        monkeypatch.setattr(grade, "time", SimpleNamespace(monotonic=iter([100.0, 101.23456]).__next__))
        record = grader.grade(b"\x00", "ana.ipynb", softmax)
    assert record.seconds == 1.235
    assert json.loads(json.dumps(record.to_json()))["seconds"] == 1.235


def test_a_note_on_how_the_file_was_read_or_run_reaches_the_record(sessions: Sessions, softmax: Exercise) -> None:
    sessions.first_dies = True
    with Grader() as grader:
        record = grader.grade(f"{RIGHT}\n%matplotlib inline\n".encode(), "ana.py", softmax)
        read = read_submission(f"{RIGHT}\n%matplotlib inline\n".encode(), "ana.py", softmax)
    assert record.points == 5
    assert record.notes[: len(read.notes)] == read.notes
    assert any("only the definitions" in note.en for note in record.notes)


def test_a_reference_that_does_not_load_names_its_file_and_fault(sessions: Sessions, softmax: Exercise) -> None:
    softmax.reference.write_text("import math\n1 / 0\n", encoding="utf-8")
    with pytest.raises(HarnessError, match=r"softmax\.py: ZeroDivisionError: division by zero"):
        reference_worker(softmax)


def test_without_reference_and_answers_the_fault_is_ours(sessions: Sessions, softmax: Exercise) -> None:
    shutil.rmtree(softmax.reference.parent)
    with Grader() as grader:
        record = grader.grade(RIGHT.encode(), "ana.py", softmax)
    assert record.status == "error"
    assert record.error is not None and str(softmax.answers) in record.error


def checked(name: str, passed: bool | None, share: float = 1.0) -> CheckResult:
    return CheckResult(name, Text("一", "one"), "public", passed, share)


@pytest.mark.parametrize(
    ("results", "points"),
    [
        ([checked("f.a", True), checked("f.b", False)], 2.5),
        ([checked("f.a", True, 2), checked("f.b", None)], 3.33),
        ([checked("f.a", True), checked("g.a", False)], 5.0),
        ([checked("f.sub.a", True), checked("f.a", False)], 0.0),
        ([checked("f.a", True, 0.0)], 0.0),
        ([], 0.0),
    ],
)
def test_a_functions_points_are_its_passed_shares_of_its_own_checks(results: list[CheckResult], points: float) -> None:
    result = function_result(Function("f", "()", 5.0), results)
    assert (result.points, result.max_points) == (points, 5.0)
    assert all(check.id.rsplit(".", 1)[0] == "f" for check in result.checks)
