"""Self-check inside a running notebook: the cell behind each function calls this.

It runs the public checks of one function on what is defined in this kernel, in this process (a student runs their own code here), and
prints the result. At grading nothing of this cell's output is believed.
"""

from __future__ import annotations

import sys
import time
from functools import cache
from typing import Any

from autograder.checks.caller import Caller
from autograder.checks.runner import Job
from autograder.errors import UsageError
from autograder.exercise import function_called, load
from autograder.grade import EVERYTHING, PUBLIC, Bench
from autograder.record import CheckResult, Visibility
from autograder.sandbox.session import LocalSession
from autograder.sandbox.worker import Worker
from autograder.text import Lang


class ChecksFailed(AssertionError):
    """Some public check did not pass; `nbgrader validate` shows it."""

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows of it: the reason alone, since no line of this module helps a student."""
        return [f"{type(self).__name__}: {self}"]


def check_cell(slug: str, function: str, lang: Lang = "zh", namespace: dict[str, Any] | None = None) -> float:
    """Run the public checks of one function on this notebook's definitions.

    Args:
        slug: the exercise.
        function: the function, as the task sheet calls it.
        lang: the language of what is printed.
        namespace: where the definitions are; this notebook's (`__main__`) by default.

    Returns:
        The function's points in the manifest, as a plain float, if all public checks pass.

    Raises:
        ChecksFailed: if one does not.

    Example:
        check_cell("polysemy", "parse_marked")
    """
    exercise = load(slug)
    results = run_checks(slug, function, vars(sys.modules["__main__"]) if namespace is None else namespace)
    print(summary(results, lang))
    if not all(result.passed for result in results):
        raise ChecksFailed(_first_reason(results, lang)) from None
    return next(f.points for f in exercise.functions if f.name == function)


def check(name: str, lang: Lang = "zh", namespace: dict[str, Any] | None = None) -> None:
    """Run public checks on this notebook's definitions and print what came of them.

    Args:
        name: `<exercise>.<function>`, or `<exercise>` for all of its functions.
        lang: the language of what is printed.
        namespace: where the definitions are; this notebook's (`__main__`) by default.

    Raises:
        UsageError: if there is no such exercise or function.

    Example:
        check("polysemy.word_vector")
    """
    slug, _, wanted = name.partition(".")
    for function in _functions(slug, wanted, lang):
        print(f"{slug}.{function}")
        print(
            summary(run_checks(slug, function, vars(sys.modules["__main__"]) if namespace is None else namespace), lang)
        )


def _functions(slug: str, wanted: str, lang: Lang) -> list[str]:
    """The functions to check: the one asked for, or all; what is wrong is said in the notebook's language."""
    try:
        exercise = load(slug)
        return [function_called(wanted, exercise)] if wanted else [function.name for function in exercise.functions]
    except UsageError as error:
        raise UsageError(error.text.get(lang)) from None


def share_passed(slug: str, function: str, namespace: dict[str, Any]) -> float:
    """The passed share of all of a function's checks, hidden ones too, on what is defined in this process.

    Only for measuring against graders that trust the kernel: student code in the same process could make this any number.
    """
    results = run_checks(slug, function, namespace, EVERYTHING)
    return sum(result.share for result in results if result.passed) / sum(result.share for result in results)


def run_checks(
    slug: str, function: str, namespace: dict[str, Any], visibilities: frozenset[Visibility] = PUBLIC
) -> list[CheckResult]:
    """The results of a function's checks on functions that exist in this process."""
    bench = _bench(slug)
    worker = Worker()
    worker.adopt(namespace)
    session = LocalSession(worker)
    student = Caller(lambda: session, worker.forget)
    job = Job(
        student, bench.reference, visibilities, time.monotonic() + 600, frozenset((function,)), is_sound=bench.is_sound
    )
    return list(bench.diagnosis.name(bench.runner.run(job), job.calls).values())


@cache
def _bench(slug: str) -> Bench:
    return Bench(load(slug))


def summary(results: list[CheckResult], lang: Lang) -> str:
    """A line for each check, with reason and hint where it did not pass."""
    lines = []
    for result in results:
        lines.append(f"{result.mark} {result.title.get(lang)}")
        lines += [f"    {text.get(lang)}" for text in result.said]
    passed = sum(result.passed is True for result in results)
    said = {
        "zh": f"公开检查通过 {passed}/{len(results)} 项；评分时还会运行更多检查。",
        "en": f"{passed} of {len(results)} public checks passed; more run at grading.",
    }
    return "\n".join([*lines, said[lang]])


def _first_reason(results: list[CheckResult], lang: Lang) -> str:
    failed = next(result for result in results if not result.passed)
    reason = failed.reason.get(lang) if failed.reason else ""
    return f"{failed.title.get(lang)}: {reason}"
