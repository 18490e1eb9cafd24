"""Every check of one submission with all that a teaching assistant may know: inputs, what came, what the reference gives."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from autograder.checks.caller import Caller, Observer
from autograder.checks.runner import HarnessError, Job
from autograder.checks.shown import shown_request, shown_response
from autograder.errors import UsageError
from autograder.exercise import Exercise
from autograder.grade import EVERYTHING, Grader, NotConfined
from autograder.record import CheckResult
from autograder.submission import read_submission


@dataclass(frozen=True)
class ShownCall:
    """One call: as Python would write it, and what came."""

    call: str
    result: str


@dataclass
class Explained:
    """One check's result with the calls that were made in it, to the student's functions and to the reference."""

    id: str
    result: CheckResult | None = None
    student: list[ShownCall] = field(default_factory=list)
    reference: list[ShownCall] = field(default_factory=list)


def explain(
    content: bytes, name: str, exercise: Exercise, grader: Grader, checks: Iterable[str] | None = None
) -> list[Explained]:
    """Run a submission's checks again and keep everything that went over the wall.

    Args:
        content: the bytes of the notebook or script.
        name: what it is called.
        exercise: what was asked.
        grader: runs it.
        checks: the ids of the checks to run; all of them if None.

    Raises:
        UsageError: if a check is unknown, the submission cannot be read, or this machine does not confine it and it must.
    """
    submission = read_submission(content, name, exercise)
    if submission.unreadable is not None:
        raise UsageError(f"{name}: {submission.unreadable.en}")
    bench = grader.bench(exercise)
    ids = _known(checks, [check.id for check, _ in bench.runner.checks], exercise)
    log = _Log()
    box = grader.box(submission, exercise)
    student = Caller(box.session, box.fresh, box.line, box.why_missing, log.observer("student"))
    reference = bench.reference_caller(log.observer("reference"))
    deadline = time.monotonic() + exercise.limits.submission_seconds
    job = Job(student, reference, EVERYTHING, deadline, ids=ids, reveal=True, begin=log.begin, is_sound=bench.is_sound)
    try:
        results = bench.diagnosis.name(bench.runner.run(job), job.calls)
    except HarnessError as error:
        if isinstance(error.__cause__, NotConfined):
            raise UsageError(str(error.__cause__)) from None
        raise
    finally:
        box.drop()
    return [log.explained(check_id, result) for check_id, result in results.items()]


class _Log:
    """Sorts calls by the check in which they were made."""

    def __init__(self) -> None:
        self._checks: dict[str, Explained] = {}
        self._current: Explained | None = None

    def begin(self, check_id: str) -> None:
        self._current = self._checks[check_id] = Explained(check_id)

    def observer(self, side: str) -> Observer:
        def observe(request: dict[str, Any], response: dict[str, Any]) -> None:
            if self._current is not None:
                getattr(self._current, side).append(ShownCall(shown_request(request), shown_response(response)))

        return observe

    def explained(self, check_id: str, result: CheckResult) -> Explained:
        found = self._checks.get(check_id) or Explained(check_id)
        found.result = result
        return found


def _known(checks: Iterable[str] | None, known: list[str], exercise: Exercise) -> frozenset[str] | None:
    if checks is None:
        return None
    for check in checks:
        if check not in known:
            raise UsageError(f"{exercise.slug} has no check {check!r}; its checks are {', '.join(known)}")
    return frozenset(checks)
