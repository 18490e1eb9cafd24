"""What a check found, as a result that may be shown: passed, not run and why, or failed and what is told of it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from autograder.checks.caller import Call, Caller
from autograder.checks.expect import kind
from autograder.checks.failure import CheckFailed, clean
from autograder.checks.marker import Check
from autograder.checks.shown import shown_call
from autograder.exercise import definition_of
from autograder.record import CheckResult, Visibility
from autograder.text import Text

_MOST_OF_A_CALL = 160


def result_of(check: Check, visibility: Visibility, passed: bool | None, **more: Any) -> CheckResult:
    """A check's result."""
    return CheckResult(check.id, check.title, visibility, passed, check.share, **more)


def blocked_by(check: Check, results: Mapping[str, CheckResult], deadline: float) -> Text | None:
    """Why a check is not run: one that it needs did not pass, or the time is used up; None if it is."""
    for other in _not_passed(check.needs, results):
        return Text(f"没有运行，因为「{other.title.zh}」没有通过", f"not run because “{other.title.en}” did not pass")
    if time.monotonic() > deadline:
        return Text("没有运行：这份作业已用完总时间", "not run: the submission's time is used up")
    return None


def excused_by(check: Check, results: Mapping[str, CheckResult]) -> Text | None:
    """Why a check that failed is not judged: one that it builds on did not pass, and the mistake may be there; None if it is."""
    for other in _not_passed(check.builds_on, results):
        return Text(f"没有判，因为「{other.title.zh}」没有通过", f"not judged because “{other.title.en}” did not pass")
    return None


def _not_passed(ids: Iterable[str], results: Mapping[str, CheckResult]) -> Iterator[CheckResult]:
    return (results[id_] for id_ in ids if id_ in results and not results[id_].passed)


def failed(
    check: Check, visibility: Visibility, failure: CheckFailed, student: Caller, reveal: bool, **shown: Any
) -> CheckResult:
    """A failed check's result; of a secret one nothing is told of inputs and values, unless everything is to be revealed."""
    secret = visibility == "hidden" if check.secret is None else check.secret
    reason = failure.closed if secret and not reveal else _with_call(failure.open, check, student)
    return result_of(check, visibility, False, reason=reason, student_trace=failure.trace, **shown)


def unusable(call: Call, error: BaseException) -> CheckFailed:
    """What a check could not go on with: no tensor where it computes with one, no number where it compares one."""
    value = call.response.get("ok", {}).get("value")
    got = kind(value) if value is not None else Text(" None（是不是忘了 return？）", "None (is the `return` missing?)")
    zh = f"{call.function} 返回的不是题目要求的那种值，没法继续检查：得到{got.zh}"
    en = f"{call.function} did not return what the task asks for, and the check could not go on: it returned {got.en}"
    why = clean(f"{type(error).__name__}: {error}", 160)
    return CheckFailed(Text(zh, en), Text(f"{zh}（{why}）", f"{en} ({why})"))


def _with_call(reason: Text, check: Check, student: Caller) -> Text:
    """The reason and the call that it is about: the one that raised, else the last of the check's own function.

    What a check calls besides (an earlier function of the student's, to judge this one by) is at fault only where it raises.
    """
    errors = {call.function: call.response.get("error", {}).get("type") for call in student.calls}
    last = next(reversed(student.asked), "")
    function = last if student.waits or errors.get(last) else definition_of(check.function)
    if function not in student.asked or errors.get(function) in ("Missing", "NotImplementedError"):
        return reason
    call = clean(shown_call(*student.asked[function]), _MOST_OF_A_CALL)
    return Text(f"{reason.zh}（调用：{call}）", f"{reason.en} (the call: {call})")
