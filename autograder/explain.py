"""Every check of one submission with all that a teaching assistant may know: inputs, what came, what the reference gives."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from autograder.checks.caller import Caller, Observer
from autograder.checks.runner import HarnessError, Job
from autograder.errors import UsageError
from autograder.exercise import Exercise
from autograder.grade import EVERYTHING, Grader, NotConfined
from autograder.models.handles import Handle
from autograder.record import CheckResult
from autograder.submission import read_submission

_MOST_NUMBERS = 8
_MOST_CHARACTERS = 400


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


def shown_request(request: dict[str, Any]) -> str:
    """A request as a call in Python's own writing."""
    target = request["target"] if isinstance(request["target"], str) else "object"
    name = f"{target}.{request['method']}" if request["op"] == "remote" else target
    arguments = [shown(value) for value in request["args"]]
    arguments += [f"{key}={shown(value)}" for key, value in request["kwargs"].items()]
    return f"{name}({', '.join(arguments)})"


def shown_response(response: dict[str, Any]) -> str:
    """What came of a call."""
    if "died" in response:
        return f"the process ended ({response['died']})"
    if "error" in response:
        return f"{response['error']['type']}: {shown(response['error']['message'])}"
    ok = response["ok"]
    return shown(ok["value"]) if "value" in ok else f"not plain data: {ok['not_plain']}"


def shown(value: Any) -> str:
    """A value in one line; long ones are cut."""
    if isinstance(value, torch.Tensor | np.ndarray):
        flat = torch.as_tensor(value).detach().reshape(-1)
        numbers = ", ".join(f"{number:.6g}" for number in flat[:_MOST_NUMBERS].tolist())
        more = ", …" if flat.numel() > _MOST_NUMBERS else ""
        return f"{type(value).__name__}{list(value.shape)} [{numbers}{more}]"
    if isinstance(value, Handle):
        options = ", ".join(f"{key}={option!r}" for key, option in value.options.items() if option not in (None, False))
        return f"<{value.kind} {value.name}{' ' + options if options else ''}>"
    if isinstance(value, dict):
        return _cut("{" + ", ".join(f"{shown(key)}: {shown(item)}" for key, item in value.items()) + "}")
    if isinstance(value, list | tuple):
        inside = ", ".join(shown(item) for item in value)
        return _cut(f"[{inside}]" if isinstance(value, list) else f"({inside})")
    if value is None or isinstance(value, str | int | float):
        return _cut(repr(value))
    return f"<{getattr(value, 'type', type(value).__name__)}>"


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else text[: _MOST_CHARACTERS - 1] + "…"
