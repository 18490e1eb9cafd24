"""The class dashboard: one self-contained page over all Records of a course, for teachers and teaching assistants."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from autograder.record import Record
from autograder.report.class_records import ClassRecords
from autograder.report.overview import Overview, overview
from autograder.report.pages import points, render
from autograder.roster import Person
from autograder.text import Lang

Href = Callable[[str, str], str]
"""Student and slug to the address of the feedback page, as seen from the dashboard."""


@dataclass(frozen=True)
class Cell:
    """One student's result in one exercise: as shown, as sorted, and where it leads."""

    shown: str
    value: float | None
    href: str | None


@dataclass(frozen=True)
class Row:
    """One student."""

    person: Person
    cells: tuple[Cell, ...]
    total: float


@dataclass(frozen=True)
class DashboardView:
    """Everything that the page shows."""

    name: str
    rows: tuple[Row, ...]
    graded: int
    overview: Overview
    hrefs: dict[tuple[str, str], str]


def dashboard_page(class_records: ClassRecords, href: Href, lang: Lang = "zh") -> str:
    """The dashboard as HTML.

    Args:
        class_records: the course's Records.
        href: where a student's feedback page is.
        lang: the language that shows first; the page holds both.
    """
    hrefs = {pair: href(*pair) for pair in class_records.records}
    view = DashboardView(
        name=class_records.course.resolve().name,
        rows=tuple(_row(class_records, person, hrefs) for person in class_records.people),
        graded=sum(record.status == "graded" for record in class_records.records.values()),
        overview=overview(class_records),
        hrefs=hrefs,
    )
    return render("dashboard.html", lang, view=view)


def _row(class_records: ClassRecords, person: Person, hrefs: dict[tuple[str, str], str]) -> Row:
    pairs = [(person.student, exercise.slug) for exercise in class_records.exercises]
    cells = tuple(_cell(class_records.records.get(pair), hrefs.get(pair)) for pair in pairs)
    return Row(person, cells, round(sum(cell.value or 0.0 for cell in cells), 2))


def _cell(record: Record | None, href: str | None) -> Cell:
    if record is None:
        return Cell("—", None, None)
    if record.status == "error":
        return Cell("error", None, href)
    review = "?" if record.written is not None and record.written.needs_review else ""
    return Cell(f"{points(record.points)}{review}", record.points, href)
