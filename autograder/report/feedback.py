"""One function's result as HTML and as text, for a page that a student reads: only what a Record shows to students."""

from __future__ import annotations

from html import escape

from autograder.record import CheckResult, FunctionResult
from autograder.text import LANGS, Lang, Text

_MARKS = {True: ("✓", "#1a7f37"), False: ("✗", "#b42318"), None: ("–", "#8a6d00")}
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
    for check in result.checks:
        lines.append(f"{_MARKS[check.passed][0]} {check.title.zh} / {check.title.en}")
        lines += [f"    {text.get(lang)}" for text in said(check) for lang in LANGS]
        lines += [f"    {line}" for line in check.student_trace]
    return "\n".join(lines)


def heading_text(result: FunctionResult, lang: Lang) -> str:
    """Points and how many checks passed."""
    passed = sum(check.passed is True for check in result.checks)
    points, most = f"{result.points:g}", f"{result.max_points:g}"
    return _HEADING.get(lang).format(points=points, most=most, passed=passed, count=len(result.checks))


def said(check: CheckResult) -> list[Text]:
    """Reason and hint of a check that did not pass."""
    return [text for text in (check.reason, check.hint) if text is not None and not check.passed]


def _item(check: CheckResult) -> str:
    mark, colour = _MARKS[check.passed]
    title = f'<span style="color:{colour}">{mark}</span> {escape(check.title.zh)} · {escape(check.title.en)}'
    more = "".join(f"<div>{escape(text.get(lang))}</div>" for text in said(check) for lang in LANGS)
    trace = "".join(f"<div><code>{escape(line)}</code></div>" for line in check.student_trace)
    return f'<li>{title}<div style="margin-left:1.5em">{more}{trace}</div></li>'
