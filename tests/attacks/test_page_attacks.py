"""Hostile texts through grading into all that people read: pages, nbgrader's feedback, terminal, tables, reports for machines."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from media import naively_obeyed, obeyed_in_csv, obeyed_in_html, obeyed_in_terminal, obeyed_in_xml
from page_table import PAGES, PageAttack
from rich.console import Console

from autograder.batch import Outcome
from autograder.exercise import Exercise
from autograder.intake import Submitted
from autograder.nbgrader_bridge.safe_markdown import safe_markdown2html
from autograder.record import Record, write_record
from autograder.report.class_records import ClassRecords
from autograder.report.dashboard import dashboard_page
from autograder.report.exports import FORMATS
from autograder.report.feedback import function_html
from autograder.report.feedback_page import feedback_page
from autograder.report.terminal import print_class, print_record
from autograder.roster import Person
from autograder.text import Text

_PLACES = {
    "value": "def parse_marked(marked): return {text!r}\n",
    "message": "def parse_marked(marked): raise ValueError({text!r})\n",
    "name of the exception": "def parse_marked(marked): raise type({text!r}.replace(chr(0), '') or 'E', (Exception,), {{}})()\n",
    "line of code": "def parse_marked(marked): return 1 / 0, {text!r}\n",
}
_COLUMNS = 9
"""Of grades.csv."""
_ASCII_ONLY = dict.fromkeys(map(ord, "\x00\ud800"))


@pytest.fixture(params=PAGES, ids=lambda attack: attack.name)
def attack(request: pytest.FixtureRequest) -> PageAttack:
    return request.param


@pytest.fixture
def hostile_class(
    attack: PageAttack, grade_quickly: Callable[[str], Record], polysemy: Exercise, tmp_path: Path
) -> ClassRecords:
    """A Record for each place where the text can stand, of students whose names hold it too."""
    text = attack.text
    people, records = [], {}
    for place, source in _PLACES.items():
        student = f"{text} {place}".translate(_ASCII_ONLY).replace("/", "∕")
        graded = grade_quickly(source.format(text=text))
        noted = replace(graded, submission=f"{student}/polysemy/{text}.py", notes=(Text(text, text), *graded.notes))
        people.append(Person(student, text))
        records[student, polysemy.slug] = noted
    return ClassRecords(tmp_path, (polysemy,), tuple(people), records)


def test_no_page_terminal_or_table_obeys_a_student(
    attack: PageAttack, hostile_class: ClassRecords, record_property: Callable[[str, object], None]
) -> None:
    record_property("attack", "pages")
    pages = [dashboard_page(hostile_class, lambda student, slug: f"feedback/{slug}.html", "en")]
    printed = io.StringIO()
    console = Console(file=printed, width=200, highlight=False)
    for (_, slug), record in hostile_class.records.items():
        pages.append(feedback_page(record, Text(slug, slug), record.submission, "en"))
        pages += [function_html(result) for result in record.functions.values()]
        print_record(record, "en", console)
    pages.append(safe_markdown2html(attack.text))
    print_class(_outcomes(hostile_class), "en", console)
    assert [found for page in pages for found in obeyed_in_html(page)] == []
    assert obeyed_in_terminal(printed.getvalue()) == []


def test_no_table_or_report_for_machines_obeys_a_student(hostile_class: ClassRecords) -> None:
    count = len(hostile_class.people)
    checks = sum(len(f.checks) for record in hostile_class.records.values() for f in record.functions.values())
    assert obeyed_in_csv(FORMATS["csv"](hostile_class)["grades.csv"], _COLUMNS, count + 1) == []
    assert obeyed_in_xml(FORMATS["junit"](hostile_class)["junit-polysemy.xml"], checks) == []
    points = {round(record.points, 2) for record in hostile_class.records.values()}
    for text in FORMATS["gradescope"](hostile_class).values():
        result = json.loads(text)
        assert result["score"] in points
        assert {test["output_format"] for test in result["tests"]} == {"text"}


def test_passed_on_as_it_is_the_text_is_obeyed(
    attack: PageAttack, record_property: Callable[[str, object], None]
) -> None:
    record_property("control", "pages")
    assert naively_obeyed(attack.medium, [attack.text])


def _outcomes(hostile_class: ClassRecords) -> list[Outcome]:
    made = []
    for number, ((student, slug), record) in enumerate(hostile_class.records.items()):
        path = hostile_class.course / f"{number}.py"
        submitted = Submitted(hostile_class.course / str(number), "who", slug, path)
        write_record(record, submitted.record_path)
        made.append(Outcome(replace(submitted), True, None))
        assert student
    return made
