"""Records in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text as Styled

from autograder.batch import Graded
from autograder.record import CheckResult, Record
from autograder.text import Lang, Text

_MARKS = {True: ("✓", "green"), False: ("✗", "red"), None: ("–", "yellow")}
_HEADINGS = {
    "student": Text("学生", "student"),
    "check": Text("检查", "check"),
    "result": Text("结果与原因", "result and reason"),
    "points": Text("得分", "points"),
    "total": Text("合计", "total"),
    "written": Text("文字部分", "written part"),
}


def print_class(graded: Sequence[Graded], lang: Lang, console: Console | None = None) -> None:
    """Print a class: points by function for each submission, then a named reason for every function that lost points."""
    if not graded:
        return
    console = console or Console()
    console.print(_class_table(graded, lang))
    for one in graded:
        for line in reasons(one.record, lang):
            console.print(Styled.assemble((one.submitted.student, "bold"), f"  {line}"))


def _class_table(graded: Sequence[Graded], lang: Lang) -> Table:
    first = graded[0].record
    table = Table(title=f"{first.exercise} · {len(graded)}")
    table.add_column(_HEADINGS["student"].get(lang))
    for name, function in graded[0].record.functions.items():
        table.add_column(f"{name}\n/{function.max_points:g}", justify="right")
    if first.written is not None:
        table.add_column(f"{_HEADINGS['written'].get(lang)}\n/{first.written.max_points:g}", justify="right")
    table.add_column(f"{_HEADINGS['total'].get(lang)}\n/{first.max_points:g}", justify="right")
    for one in graded:
        table.add_row(one.submitted.student, *_points_row(one.record))
    return table


def _points_row(record: Record) -> list[Styled]:
    if record.status == "error":
        return [Styled("error", style="red")]
    cells = [_points(function.points, function.max_points) for function in record.functions.values()]
    if record.written is not None:
        review = "?" if record.written.needs_review else ""
        cells.append(Styled(f"{record.written.points:g}{review}"))
    return [*cells, Styled(f"{record.points:g}", style="bold")]


def _points(points: float, most: float) -> Styled:
    return Styled(f"{points:g}", style="green" if points == most else "red" if points == 0 else "yellow")


def reasons(record: Record, lang: Lang) -> list[str]:
    """A line for every function that lost points: the named mistake where one was recognised, else the first reason."""
    if record.error is not None:
        return [record.error]
    lines = []
    for name, function in record.functions.items():
        lost = [check for check in function.checks if not check.passed]
        named = next((check for check in lost if check.misconception), None) or next(
            (c for c in lost if c.passed is False), None
        )
        worst = named or (lost[0] if lost else None)
        if worst is not None:
            said = worst.hint or worst.reason
            label = f" [{worst.misconception}]" if worst.misconception else ""
            lines.append(
                f"{name} -{function.max_points - function.points:g}{label} {said.get(lang) if said else worst.title.get(lang)}"
            )
    return list(dict.fromkeys(lines))


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
