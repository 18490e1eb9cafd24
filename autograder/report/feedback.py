"""One function's result as HTML and as text, for a page that a student reads: only what a Record shows to students."""

from __future__ import annotations

from html import escape

from autograder.record import CheckResult, FunctionResult
from autograder.text import LANGS, Lang, Text

_COLOURS = {True: "#1a7f37", False: "#b42318", None: "#8a6d00"}
_HEADING = Text(
    "{points} / {most} 分，{passed}/{count} 项检查通过", "{points} of {most} points, {passed} of {count} checks passed"
)


def function_html(result: FunctionResult) -> str:
    """A list of checks with marks, reasons, hints and the student's own lines, in both languages."""
    items = "".join(_item(check) for check in result.checks)
    heading = escape(heading_text(result, "zh")) + "<br>" + escape(heading_text(result, "en"))
    return f'<div class="plm-result"><p><strong>{heading}</strong></p><ul style="list-style:none;padding-left:0">{items}</ul></div>'


def function_text(result: FunctionResult) -> str:
    """The same in plain text."""
    lines = [heading_text(result, lang) for lang in LANGS]
    return "\n".join([*lines, checks_text(result)])


def checks_text(result: FunctionResult) -> str:
    """The checks alone in plain text: mark and title, then reason, hint and the student's own lines, in both languages."""
    return "\n".join(line for check in result.checks for line in _lines(check))


def _lines(check: CheckResult) -> list[str]:
    more = [text.get(lang) for text in check.said for lang in LANGS]
    return [
        f"{check.mark} {check.title.zh} / {check.title.en}",
        *(f"    {line}" for line in (*more, *check.student_trace)),
    ]


def heading_text(result: FunctionResult, lang: Lang) -> str:
    """Points and how many checks passed."""
    passed = sum(check.passed is True for check in result.checks)
    points, most = f"{result.points:g}", f"{result.max_points:g}"
    return _HEADING.get(lang).format(points=points, most=most, passed=passed, count=len(result.checks))


def _item(check: CheckResult) -> str:
    mark = f'<span style="color:{_COLOURS[check.passed]}">{check.mark}</span>'
    title = f"{mark} {escape(check.title.zh)} · {escape(check.title.en)}"
    more = "".join(f"<div>{escape(text.get(lang))}</div>" for text in check.said for lang in LANGS)
    trace = "".join(f"<div><code>{escape(line)}</code></div>" for line in check.student_trace)
    return f'<li>{title}<div style="margin-left:1.5em">{more}{trace}</div></li>'
