"""Writes a course's pages: the dashboard and every student's feedback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from autograder.report.class_records import ClassRecords
from autograder.report.dashboard import dashboard_page
from autograder.report.feedback_page import feedback_page
from autograder.report.pages import write_text
from autograder.text import Lang

FOLDER = "report"


def report_folder(course: Path) -> Path:
    """Where the pages of a course are: `index.html`, and `feedback/<student>/<slug>.html`, which may be given to students."""
    return course / FOLDER


def write_report(class_records: ClassRecords, lang: Lang = "zh") -> Iterator[Path]:
    """Write all pages, giving back each one's path as it is done; the dashboard is the last."""
    folder = report_folder(class_records.course)
    for exercise in class_records.exercises:
        for person, record in class_records.of(exercise.slug):
            path = folder / "feedback" / person.student / f"{exercise.slug}.html"
            write_text(path, feedback_page(record, exercise.title, person.shown, lang))
            yield path
    index = folder / "index.html"
    write_text(index, dashboard_page(class_records, _href, lang))
    yield index


def _href(student: str, slug: str) -> str:
    return f"feedback/{quote(student)}/{slug}.html"
