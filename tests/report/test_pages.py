"""Pages hold both languages, escape everything, show what the allow-list has, and need nothing from outside."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from small_class import NASTY, make_record

from autograder.report.class_records import ClassRecords, load_class
from autograder.report.feedback_page import feedback_page, next_step
from autograder.report.overview import overview
from autograder.report.pages import both
from autograder.report.write import write_report
from autograder.text import Text

TITLE = Text("一个词", "One word")


class Tags(HTMLParser):
    """The tags of a page and its text, each tag closed where it was opened."""

    VOID = frozenset(("meta", "input", "br", "link", "img", "line", "rect", "circle", "polyline", "wbr"))

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def pages(class_records: ClassRecords) -> dict[str, str]:
    found = list(write_report(class_records))
    folder = found[-1].parent
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in found}


def test_there_is_a_page_for_every_record_and_a_dashboard(pages: dict[str, str]) -> None:
    assert pages.keys() == {"index.html", *(f"feedback/{student}/polysemy.html" for student in NASTY)}


def test_every_page_is_well_formed_and_loads_nothing(pages: dict[str, str]) -> None:
    for name, page in pages.items():
        tags = Tags(page)
        assert not tags.open, name
        outside = [attrs for tag, attrs in tags.seen if tag in ("link", "img", "iframe") or "src" in attrs]
        assert not outside, name
        assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")


def test_names_and_values_are_text_and_never_markup(pages: dict[str, str]) -> None:
    page = pages["feedback/html/polysemy.html"]
    assert NASTY["html"] in Tags(page).text
    assert "alert(1)</script>" not in page
    wrong = pages["feedback/comma/polysemy.html"]
    assert "return <evil>" in Tags(wrong).text
    assert "<b>3</b>" not in wrong
    assert "<yours>" not in wrong
    assert len(re.findall("<script>", pages["index.html"])) == 1


def test_both_languages_are_there_and_either_can_come_first() -> None:
    record = make_record("x", passed=False)
    for lang in ("zh", "en"):
        page = feedback_page(record, TITLE, "x", lang)
        assert "一个词" in page
        assert "One word" in page
        assert re.search(rf'id="lang-{lang}" checked', page)


def test_a_hint_is_told_once_and_the_next_step_begins_with_it() -> None:
    record = make_record("x", passed=False)
    step = next_step(record)
    assert step is not None
    assert step.en.startswith("Look at token_span first: you count")
    assert Tags(feedback_page(record, TITLE, "x")).text.count("you count") == 2


def test_an_error_of_ours_is_said_to_be_ours_and_tells_no_path(pages: dict[str, str]) -> None:
    page = pages["feedback/accent/polysemy.html"]
    assert "our side" in page
    assert "/secret/path" not in page


def test_facets_of_the_written_part_are_shown_with_what_is_missing(pages: dict[str, str]) -> None:
    text = Tags(pages["feedback/quote/polysemy.html"]).text
    assert "from what" in text
    assert "not found" in text


def test_the_dashboard_counts_mistakes_and_lists_what_needs_a_look(class_records: ClassRecords) -> None:
    seen = overview(class_records)
    (exercise,) = seen.exercises
    assert exercise.count == len(NASTY) - 1
    assert [(row.name, row.count) for row in exercise.mistakes] == [("counts_cls", 2)]
    assert sum(bin_.count for bin_ in exercise.bins) == exercise.count
    rates = {row.id: row.rate for row in exercise.checks}
    assert rates["parse_marked.a"] == 1.0
    assert rates["token_span.b"] == pytest.approx(5 / 7)
    assert {look.person.student for look in seen.looks} == {"accent"}
    assert len(seen.reviews) == exercise.count


def test_equal_files_and_missing_confinement_need_a_look(class_records: ClassRecords) -> None:
    records = dict(class_records.records)
    twin = replace(records["quote", "polysemy"], sha256=records["html", "polysemy"].sha256)
    bare = replace(records["formula", "polysemy"], confinement={"level": "none"})
    changed = replace(class_records, records={**records, ("quote", "polysemy"): twin, ("formula", "polysemy"): bare})
    assert {look.person.student for look in overview(changed).looks} == {"accent", "quote", "html", "formula"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("是**同一**层 `x`", "是<strong>同一</strong>层 <code>x</code>"),
        ("`a**b**c` <i>", "<code>a**b**c</code> &lt;i&gt;"),
        ("2**3**4, x ** y ** z, **, ****", "2**3**4, x ** y ** z, **, ****"),
    ],
)
def test_backticks_and_asterisks_of_hints_are_set_and_powers_are_not(text: str, shown: str) -> None:
    assert f">{shown}</span>" in both(Text(text, text))


def test_a_course_without_records_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="plm grade"):
        load_class(tmp_path, ["polysemy"])
