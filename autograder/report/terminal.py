"""Records in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text as Styled

from autograder.record import CheckResult, Record
from autograder.text import Lang, Text

_MARKS = {True: ("✓", "green"), False: ("✗", "red"), None: ("–", "yellow")}
_HEADINGS = {
    "check": Text("检查", "check"),
    "result": Text("结果与原因", "result and reason"),
    "points": Text("得分", "points"),
    "total": Text("合计", "total"),
    "written": Text("文字部分", "written part"),
}


def print_record(record: Record, lang: Lang, console: Console | None = None) -> None:
    """Print one Record as a table: each function's points, each check that did not pass with its reason and hint."""
    console = console or Console()
    if record.status == "error":
        console.print(f"{record.submission}: {record.error}", markup=False, highlight=False)
        return
    for note in record.notes:
        console.print(f"· {note.get(lang)}", markup=False, highlight=False)
    console.print(_table(record, lang))


def _table(record: Record, lang: Lang) -> Table:
    table = Table(title=f"{record.exercise} · {record.submission}", show_lines=False)
    table.add_column(_HEADINGS["check"].get(lang))
    table.add_column(_HEADINGS["points"].get(lang), justify="right")
    table.add_column(_HEADINGS["result"].get(lang))
    for name, function in record.functions.items():
        passed = sum(check.passed is True for check in function.checks)
        points = f"{function.points:g}/{function.max_points:g}"
        table.add_row(Styled(name, style="bold"), points, f"{passed}/{len(function.checks)}")
        for check in function.checks:
            if check.passed is not True:
                table.add_row(*_check_row(check, lang))
    if record.written is not None:
        written = record.written
        reason = written.reason.get(lang) if written.reason else ""
        table.add_row(
            Styled(_HEADINGS["written"].get(lang), style="bold"), f"{written.points:g}/{written.max_points:g}", reason
        )
    table.add_row(Styled(_HEADINGS["total"].get(lang), style="bold"), f"{record.points:g}/{record.max_points:g}", "")
    return table


def _check_row(check: CheckResult, lang: Lang) -> tuple[Styled, str, Styled]:
    mark, colour = _MARKS[check.passed]
    said = [check.reason.get(lang) if check.reason else "", *check.student_trace]
    if check.hint is not None:
        said.append(check.hint.get(lang))
    return Styled(f"  {mark} {check.title.get(lang)}", style=colour), "", Styled("\n".join(filter(None, said)))
