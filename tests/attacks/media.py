"""What obeys a text: detectors for each medium, and a grader's pages without any care as the positive control."""

from __future__ import annotations

import csv
import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from html.parser import HTMLParser

from rich.console import Console
from rich.errors import MarkupError

_ORDERS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_FOREIGN = frozenset(("iframe", "form", "object", "embed", "base", "frame"))
_MARKS = ("666", "javascript:", "evil")
"""The last may stand in a link, which a reader follows or not."""
_OBEYED = frozenset(("href", "src", "action", "style", "content"))


class _Page(HTMLParser):
    """Collects what of a page would be obeyed and is not the page's own."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._tag = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tag = tag
        if tag in _FOREIGN:
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            marked = any(mark in (value or "") for mark in _MARKS[: 2 if name == "href" and tag == "a" else 3])
            if marked and (name.startswith("on") or name in _OBEYED):
                self.found.append(f"{name}={value}")

    def handle_endtag(self, tag: str) -> None:
        self._tag = ""

    def handle_data(self, data: str) -> None:
        if "1337" in data or (self._tag in ("script", "style") and "666" in data):
            self.found.append(data)


def obeyed_in_html(page: str) -> list[str]:
    """What a browser would run, follow, load or hide of a student's, and what a template put in."""
    reader = _Page()
    reader.feed(page)
    reader.close()
    return reader.found


def obeyed_in_terminal(output: str) -> list[str]:
    """Characters that a terminal takes for orders, or that turn the order of others round."""
    return _ORDERS.findall(output)


def obeyed_in_csv(text: str, columns: int, rows: int) -> list[str]:
    """Cells that a spreadsheet computes, and a table of another size than it should have."""
    table = list(csv.reader(io.StringIO(text, newline="")))
    wrong = [f"{len(table)} rows"] if len(table) != rows else []
    wrong += [f"{len(row)} columns" for row in table if len(row) != columns]
    return wrong + [cell for row in table for cell in row if cell.startswith(_FORMULA)]


def obeyed_in_xml(text: str, tests: int) -> list[str]:
    """A document that is none, has declarations of its own, or more test cases than checks."""
    try:
        root = ET.fromstring(text)
    except (ET.ParseError, UnicodeEncodeError) as error:
        return [str(error)]
    found = len(root.findall(".//testcase"))
    return ["a declaration"] * ("<!DOCTYPE" in text) + [f"{found} tests"] * (found != tests)


def naively_obeyed(medium: str, said: Sequence[str]) -> list[str]:
    """What is obeyed of texts that are passed on as they are, in pages made by joining strings."""
    first = said[0]
    if medium == "html":
        from jinja2 import Template

        page = "".join(f"<p title=\"{text}\" class='{text}'>{text}</p><svg><text>{text}</text></svg>" for text in said)
        return obeyed_in_html(Template(page).render())
    if medium == "terminal":
        return obeyed_in_terminal(first) or _obeyed_as_markup(first)
    if medium == "csv":
        return obeyed_in_csv(f"student,points\r\n{first},0\r\n", 2, 2)
    return obeyed_in_xml(
        f'<testsuites><testcase name="a"><failure message="x">{first}</failure></testcase></testsuites>', 1
    )


def _obeyed_as_markup(text: str) -> list[str]:
    output = io.StringIO()
    try:
        Console(file=output).print(text)
    except MarkupError as error:
        return [str(error)]
    return [] if text in output.getvalue() else [text]
