"""An explanation in a terminal: for teaching assistants alone, it tells everything."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text as Styled

from autograder.checks.failure import clean
from autograder.explain import Explained, ShownCall
from autograder.report.terminal import COLOURS
from autograder.text import Lang, Text

_STUDENT, _REFERENCE = Text("学生", "student"), Text("参考解答", "reference")
_AGAIN = Text("单独重跑：", "to run it alone: ")
_MOST_CALLS = 12


def print_explanation(checks: Sequence[Explained], command: Sequence[str], lang: Lang, console: Console) -> None:
    """Print each check with its calls.

    Args:
        checks: from `explain`.
        command: the command that runs them all, to which `--check ID` is added.
        lang: in which language.
        console: where.
    """
    for check in checks:
        result = check.result
        assert result is not None
        heading = f"{result.mark} {check.id}  {result.title.get(lang)}  ({result.visibility})"
        console.print(Styled(heading, style=COLOURS[result.passed]))
        _indented(console, [text.get(lang) for text in result.said])
        _indented(console, result.student_trace)
        _calls(console, _STUDENT.get(lang), check.student)
        _calls(console, _REFERENCE.get(lang), check.reference)
        if not result.passed:
            _indented(console, [f"{_AGAIN.get(lang)}{shlex.join([*command, '--check', check.id])}"])


def explanation_json(checks: Sequence[Explained], lang: Lang) -> list[dict[str, Any]]:
    """The same for a machine."""
    return [
        {
            "id": check.id,
            "passed": check.result and check.result.passed,
            "title": check.result and check.result.title.get(lang),
            "reason": check.result.reason.get(lang) if check.result and check.result.reason else None,
            "misconception": check.result and check.result.misconception,
            "student": [vars(call) for call in check.student],
            "reference": [vars(call) for call in check.reference],
        }
        for check in checks
    ]


def _calls(console: Console, who: str, calls: Sequence[ShownCall]) -> None:
    lines = [f"{who}: {call.call} → {call.result}" for call in calls[:_MOST_CALLS]]
    if len(calls) > _MOST_CALLS:
        lines.append(f"{who}: … {len(calls) - _MOST_CALLS}")
    _indented(console, lines)


def _indented(console: Console, lines: Sequence[str]) -> None:
    for line in lines:
        console.print(Padding(Styled(clean(line, 1200)), (0, 0, 0, 4)))
