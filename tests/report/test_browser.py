"""The pages in a real browser, opened from disk: sorted, filtered, followed, in print, on a phone, without scripts.

The browser is Debian's Chromium, headless. Where there is none these tests are skipped and say so; with PLM_NEEDS_BROWSER=1, as in
continuous integration, they fail instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from small_class import NASTY, write_course

from autograder.exercise import slugs
from autograder.report.class_records import load_class
from autograder.report.write import write_report
from tests.browsers import start_chromium

pytestmark = pytest.mark.xdist_group("browser")
PHONE, PAPER, DESK = 390, 794, 1280
"""Widths in CSS pixels: a phone, A4 at 96 dpi, a desk."""
TALL = 900


@pytest.fixture(scope="module")
def browser() -> Iterator[Chrome]:
    """One Chromium for all tests of this module: its start is the slow part."""
    started = start_chromium()
    yield started
    started.quit()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of the small class, in a folder whose name needs quoting; all exercises have a column, one has been done."""
    course = write_course(tmp_path_factory.mktemp("作业 #1") / "course")
    every = sorted(slugs(), key=lambda slug: slug != "polysemy")
    *_, dashboard = write_report(load_class(course, every))
    return dashboard.parent


@pytest.fixture
def visit(browser: Chrome, report: Path) -> Iterator[Callable[..., Chrome]]:
    """Open a page of the report at a width; afterwards the browser's log must be empty and the page whole again."""

    def opened(page: str = "index.html", width: int = DESK, media: str = "", scripts: bool = True) -> Chrome:
        metrics = {"width": width, "height": TALL, "deviceScaleFactor": 1, "mobile": width == PHONE}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media})
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not scripts})
        browser.get((report / page).as_uri())
        return browser

    browser.get_log("browser")
    yield opened
    assert browser.get_log("browser") == []


def column(browser: Chrome, table: str, number: int) -> list[str]:
    """The visible cells of a table's column."""
    cells = browser.find_elements(By.CSS_SELECTOR, f"#{table} tbody tr td:nth-child({number})")
    return [cell.text for cell in cells if cell.is_displayed()]


def sort_by(browser: Chrome, table: str, number: int) -> WebElement:
    """Click a column's heading; the heading."""
    heading = browser.find_element(By.CSS_SELECTOR, f"#{table} thead th:nth-child({number})")
    heading.find_element(By.TAG_NAME, "button").click()
    return heading


def overflowing(browser: Chrome) -> list[str]:
    """Elements that reach beyond the page's right edge and stand in nothing that scrolls by itself."""
    return browser.execute_script(
        """
        const wide = document.documentElement.clientWidth + 0.5, found = [];
        const scrolls = e => e && (["auto", "scroll", "hidden"].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
        for (const e of document.body.querySelectorAll("*"))
          if (e.getBoundingClientRect().right > wide && !scrolls(e.parentElement))
            found.push(`${e.tagName} ${e.className} ${Math.round(e.getBoundingClientRect().right)}`);
        if (document.documentElement.scrollWidth > wide) found.push(`page ${document.documentElement.scrollWidth}`);
        return found;
        """
    )


def test_a_click_sorts_and_a_second_one_turns_it_round(visit: Callable[..., Chrome]) -> None:
    page = visit()
    heading = sort_by(page, "students-table", 2)
    points = [text.rstrip("?") for text in column(page, "students-table", 2)]
    assert points[:7] == ["3.5"] * 2 + ["7.5"] * 5
    assert heading.get_attribute("aria-sort") == "ascending"
    sort_by(page, "students-table", 2)
    points = [text.rstrip("?") for text in column(page, "students-table", 2)]
    assert points[:7] == ["7.5"] * 5 + ["3.5"] * 2
    assert set(points[7:]) == {"error", "—"}, "who has no points stands below, whichever way"
    assert heading.get_attribute("aria-sort") == "descending"


def test_sorting_by_name_keeps_every_student_and_takes_the_mark_off_the_other_column(
    visit: Callable[..., Chrome],
) -> None:
    page = visit()
    first = column(page, "students-table", 1)
    points = sort_by(page, "students-table", 2)
    sort_by(page, "students-table", 1)
    names = column(page, "students-table", 1)
    assert sorted(names) == sorted(first)
    assert [name for name in names if name[0] in "DNO"] == [
        f"{NASTY['comma']} comma",
        "Nobody Yet absent",
        f"{NASTY['quote']} quote",
    ]
    assert points.get_attribute("aria-sort") is None


def test_the_filter_keeps_rows_that_hold_the_text(visit: Callable[..., Chrome]) -> None:
    page = visit()
    box = page.find_element(By.CSS_SELECTOR, "input[data-filter=students-table]")
    box.send_keys("李")
    assert column(page, "students-table", 1) == [f"{NASTY['han']} han"]
    box.clear()
    box.send_keys("MÜLLER")
    assert column(page, "students-table", 1) == [f"{NASTY['accent']} accent"]
    box.clear()
    box.send_keys("nobody of that name")
    assert column(page, "students-table", 1) == []
    box.clear()
    box.send_keys(" ")
    assert len(column(page, "students-table", 1)) == len(NASTY) + 1


def test_every_link_leads_to_a_page_that_is_there(visit: Callable[..., Chrome], report: Path) -> None:
    page = visit()
    links = [link.get_attribute("href") for link in page.find_elements(By.CSS_SELECTOR, "#students-table a")]
    assert len(links) == len(NASTY)
    for link in links:
        page.get(link)
        assert page.find_elements(By.TAG_NAME, "h1"), link
    inside = [link.get_attribute("href") for link in visit().find_elements(By.CSS_SELECTOR, "nav a")]
    assert all(page.find_elements(By.ID, href.partition("#")[2]) for href in inside)


def test_no_name_becomes_markup(visit: Callable[..., Chrome]) -> None:
    page = visit()
    assert f"{NASTY['html']} html" in column(page, "students-table", 1)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_switch_shows_one_language_at_a_time(lang: str, visit: Callable[..., Chrome]) -> None:
    page = visit("feedback/comma/polysemy.html")
    page.find_element(By.CSS_SELECTOR, f"label[for=lang-{lang}]").click()
    shown = {True: {"zh": "你把", "en": "you count"}[lang], False: {"zh": "you count", "en": "你把"}[lang]}
    text = page.find_element(By.TAG_NAME, "main").text
    assert shown[True] in text
    assert shown[False] not in text


def test_the_switch_works_from_the_keyboard(visit: Callable[..., Chrome]) -> None:
    page = visit("feedback/comma/polysemy.html")
    page.find_element(By.ID, "lang-zh").send_keys("\ue014")  # arrow to the right
    assert "you count" in page.find_element(By.TAG_NAME, "main").text


@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("name", ["index.html", "feedback/comma/polysemy.html", "feedback/accent/polysemy.html"])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_nothing_reaches_beyond_a_phone_or_a_desk(
    lang: str, name: str, width: int, visit: Callable[..., Chrome]
) -> None:
    page = visit(name, width)
    page.find_element(By.CSS_SELECTOR, f"label[for=lang-{lang}]").click()
    assert overflowing(page) == []


@pytest.mark.parametrize("name", ["index.html", "feedback/comma/polysemy.html"])
def test_in_print_everything_is_on_the_paper(name: str, visit: Callable[..., Chrome]) -> None:
    page = visit(name, PAPER, media="print")
    assert overflowing(page) == []
    hidden = "return [...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth + 1).length"
    assert page.execute_script(hidden) == 0
    assert not page.find_element(By.CSS_SELECTOR, ".switch").is_displayed()


def test_without_scripts_the_tables_and_both_languages_are_there(visit: Callable[..., Chrome]) -> None:
    page = visit(scripts=False)
    assert page.find_elements(By.TAG_NAME, "button") == []
    assert len(column(page, "students-table", 1)) == len(NASTY) + 1
    assert "counts_cls" in page.find_element(By.TAG_NAME, "main").text
    page.find_element(By.CSS_SELECTOR, "label[for=lang-en]").click()
    assert "Commonest mistakes" in page.find_element(By.TAG_NAME, "main").text


def test_the_feedback_page_draws_the_students_own_values(visit: Callable[..., Chrome]) -> None:
    page = visit("feedback/comma/polysemy.html")
    line = page.find_element(By.CSS_SELECTOR, "figure svg polyline")
    assert line.size["width"] > 50
    assert "你的 <yours>" in page.find_element(By.CSS_SELECTOR, "figure svg").text
