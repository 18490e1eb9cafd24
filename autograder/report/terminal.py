"""Records in a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Styled

from autograder.checks.failure import clean
from autograder.record import CheckResult, FunctionResult, Record, WrittenResult
from autograder.text import Lang, Text

if TYPE_CHECKING:
    from autograder.batch import Outcome

_MOST_ROWS = 200
_MOST_CHARACTERS = 2000
_SHORT = Text(
    "{slug}：{count} 份，平均 {mean:.1f}/{most:g} 分，出错 {errors} 份，文字部分待人工阅读 {doubtful} 份；逐份结果：plm report {course}",
    "{slug}: {count} submissions, mean {mean:.1f} of {most:g} points, {errors} errors, {doubtful} written parts to be read; "
    "each of them: plm report {course}",
)
COLOURS = {True: "green", False: "red", None: "yellow"}
_NO_NAME = re.compile(r"NameError(?:: name '\w+' is not defined)?")
_AS_ABOVE = Text("同上：{error}", "as above: {error}")
_HEADINGS = {
    "student": Text("学生", "student"),
    "check": Text("检查", "check"),
    "result": Text("结果与原因", "result and reason"),
    "points": Text("得分", "points"),
    "passed": Text("通过", "passed"),
    "total": Text("合计", "total"),
    "written": Text("文字部分", "written part"),
}
_SUGGESTED = Text("建议分，待助教确认", "suggested; a teaching assistant settles it")


def print_class(graded: Sequence[Outcome], lang: Lang, console: Console | None = None) -> None:
    """Print a class: points by function for each submission, then a named reason for every function that lost points.

    Of a class too large to be read in a terminal, only what it comes to.
    """
    console = console or wide_console()
    if len(graded) > _MOST_ROWS:
        console.print(_in_short(graded, lang), markup=False)
        return
    records = [(one.submitted.student, one.record()) for one in graded]
    if not records:
        return
    console.print(_class_table(records, lang))
    for student, record in records:
        lines = reasons(record, lang)
        if lines:
            console.print(plain(student, "bold"))
        for line in lines:
            console.print(Padding(plain(line), (0, 0, 0, 4)))


def plain(text: str, style: str = "") -> Styled:
    """Text as it is, and none of it orders to a terminal: no markup, no control or bidirectional characters."""
    return Styled(clean(text, _MOST_CHARACTERS), style=style)


def _in_short(graded: Sequence[Outcome], lang: Lang) -> str:
    """Numbers of a large class: one Record is in memory at a time."""
    points, most, doubtful = 0.0, 0.0, 0
    for one in graded:
        record = one.record()
        points, most = points + record.points, max(most, record.max_points)
        doubtful += bool(record.written and record.written.needs_review)
    errors = sum(one.error is not None for one in graded)
    slug, course = graded[0].submitted.slug, graded[0].submitted.course
    return _SHORT.get(lang).format(
        slug=slug,
        count=len(graded),
        mean=points / len(graded),
        most=most,
        errors=errors,
        doubtful=doubtful,
        course=course,
    )


def wide_console() -> Console:
    """Standard output, as wide as the terminal, or 120 columns where it is none (a pipe, a log)."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=120)


def _class_table(graded: Sequence[tuple[str, Record]], lang: Lang) -> Table:
    first = graded[0][1]
    table = Table(title=f"{first.exercise} · {len(graded)}")
    table.add_column(_HEADINGS["student"].get(lang), overflow="fold")
    for name, function in first.functions.items():
        table.add_column(f"{_stacked(name)}\n/{function.max_points:g}", justify="right")
    if first.written is not None:
        table.add_column(f"{_HEADINGS['written'].get(lang)}\n/{first.written.max_points:g}", justify="right")
    table.add_column(f"{_HEADINGS['total'].get(lang)}\n/{first.max_points:g}", justify="right")
    for student, record in graded:
        table.add_row(plain(student), *_points_row(record))
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


def _stacked(name: str) -> str:
    """A function's name over several lines, so that its column stays narrow."""
    return re.sub(r"([_.])", r"\1\n", name)


def reasons(record: Record, lang: Lang) -> list[str]:
    """A line for every loss: the functions, the points, and the named mistake where one was recognised, else the reason."""
    if record.error is not None:
        return [record.error]
    losses: dict[str, list[tuple[str, float]]] = {}
    for name, function in record.functions.items():
        said = _worst(function, lang)
        if said is not None:
            losses.setdefault(said, []).append((name, function.max_points - function.points))
    return [
        f"{', '.join(name for name, _ in lost)} −{sum(points for _, points in lost):g}  {said}"
        for said, lost in losses.items()
    ]


def _worst(function: FunctionResult, lang: Lang) -> str | None:
    """What is said of a function that lost points: the recognised mistake before a failed check before one not run."""
    lost = sorted(
        (c for c in function.checks if not c.passed), key=lambda c: (c.misconception is None, c.passed is None)
    )
    if not lost:
        return None
    said = lost[0].hint or lost[0].reason or lost[0].title
    label = f"[{lost[0].misconception}] " if lost[0].misconception else ""
    return f"{label}{said.get(lang)}"


def print_record(record: Record, lang: Lang, console: Console | None = None, points: bool = True) -> None:
    """Print one Record as a table: each function, and each check that did not pass with its reason and hint.

    Args:
        record: what to print.
        lang: in which language.
        console: where.
        points: whether points are shown; not where only a part of the checks ran.
    """
    console = console or wide_console()
    if record.status == "error":
        console.print(plain(f"{record.submission}: {record.error}"))
        return
    for note in record.notes:
        console.print(plain(f"· {note.get(lang)}"))
    console.print(_table(record, lang, points))


def _table(record: Record, lang: Lang, points: bool) -> Table:
    table = Table(title=plain(f"{record.exercise} · {record.submission}", "table.title"))
    # Without folding a line of hanzi, which has no spaces, counts as one word and is cut.
    table.add_column(_HEADINGS["check"].get(lang), overflow="fold")
    table.add_column(_HEADINGS["points" if points else "passed"].get(lang), justify="right")
    table.add_column(_HEADINGS["result"].get(lang), overflow="fold")
    told: set[str] = set()
    for name, function in record.functions.items():
        passed = f"{sum(check.passed is True for check in function.checks)}/{len(function.checks)}"
        score = f"{function.points:g}/{function.max_points:g}" if points else passed
        table.add_row(Styled(name, style="bold"), score, passed if points else "")
        for check in function.checks:
            if check.passed is not True:
                table.add_row(*_check_row(check, lang, told))
    if points:
        _add_totals(table, record, lang)
    return table


def _add_totals(table: Table, record: Record, lang: Lang) -> None:
    if record.written is not None:
        _add_written(table, record.written, lang)
    total = f"{record.points:g}/{record.max_points:g}"
    table.add_row(Styled(_HEADINGS["total"].get(lang), style="bold"), total, "")


def _add_written(table: Table, written: WrittenResult, lang: Lang) -> None:
    """The written part's points with their reason, and a row for each facet that lost points."""
    said = (written.reason, _SUGGESTED if written.needs_review else None)
    heading = Styled(_HEADINGS["written"].get(lang), style="bold")
    reasons = plain("\n".join(text.get(lang) for text in said if text is not None))
    table.add_row(heading, f"{written.points:g}/{written.max_points:g}", reasons)
    for facet in written.facets.values():
        if facet["points"] < facet["max_points"]:
            why = Text.from_json(facet["missing"]).get(lang) if facet["missing"] else ""
            title = plain(f"  ✗ {Text.from_json(facet['title']).get(lang)}", COLOURS[False])
            table.add_row(title, f"{facet['points']:g}/{facet['max_points']:g}", plain(why))


def _check_row(check: CheckResult, lang: Lang, told: set[str]) -> tuple[Styled, str, Styled]:
    said = [_reason(check, lang, told), *check.student_trace]
    if check.hint is not None:
        said.append(check.hint.get(lang))
    return (
        plain(f"  {check.mark} {check.title.get(lang)}", COLOURS[check.passed]),
        "",
        plain("\n".join(filter(None, said))),
    )


def _reason(check: CheckResult, lang: Lang, told: set[str]) -> str:
    """The reason; a name that nothing defines fails many functions alike, and is explained at the first."""
    reason = check.reason.get(lang) if check.reason else ""
    missing = _NO_NAME.search(reason)
    if missing is None:
        return reason
    if missing[0] in told:
        return _AS_ABOVE.get(lang).format(error=missing[0])
    told.add(missing[0])
    return reason
