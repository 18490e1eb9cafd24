"""Exports are read back by readers of their own formats; every name survives, and nothing becomes a formula."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET

from small_class import NASTY

from autograder.report.class_records import ClassRecords
from autograder.report.exports import FORMATS


def table(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def test_the_spreadsheet_has_a_row_for_everybody_and_no_formula(class_records: ClassRecords) -> None:
    rows = table(FORMATS["csv"](class_records)["grades.csv"])
    header, body = rows[0], {row[0]: dict(zip(rows[0], row, strict=True)) for row in rows[1:]}
    assert header[:4] == ["student", "name", "exercise", "points"]
    assert body.keys() == {*NASTY, "absent"}
    for student, name in NASTY.items():
        assert body[student]["name"].removeprefix("'") == name
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@"))]
    assert body["absent"]["points"] == ""
    assert body["absent"]["status"] == "missing"
    assert body["accent"]["status"] == "error"
    assert float(body["quote"]["points"]) == 7.5
    assert body["quote"]["written_to_review"] == "yes"


def test_canvas_has_its_second_row_and_names_as_they_are(class_records: ClassRecords) -> None:
    rows = table(FORMATS["canvas"](class_records)["canvas.csv"])
    assert rows[0][:5] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    assert rows[1][0].strip() == "Points Possible"
    assert float(rows[1][5]) == 20
    by_id = {row[1]: row for row in rows[2:]}
    assert by_id["5"][0] == NASTY["formula"]
    assert by_id["2"][0] == NASTY["newline"]
    assert by_id["99"][5] == ""
    assert float(by_id["0"][5]) == 3.5


def test_moodle_has_its_identifiers(class_records: ClassRecords) -> None:
    rows = table(FORMATS["moodle"](class_records)["moodle-polysemy.csv"])
    body = {row[0]: dict(zip(rows[0], row, strict=True)) for row in rows[1:]}
    assert body["Participant 10"]["Full name"] == NASTY["comma"]
    assert body["Participant 10"]["Grade"] == "3.5"
    assert "[CLS]" in body["Participant 10"]["Feedback comments"]
    assert body["Participant 199"]["Status"] == "No submission"
    assert body["Participant 13"]["Grade"] == ""


def test_gradescope_has_a_score_and_a_test_for_each_function(class_records: ClassRecords) -> None:
    files = FORMATS["gradescope"](class_records)
    result = json.loads(files["gradescope/han/polysemy/results.json"])
    assert result["score"] == 3.5
    assert [test["max_score"] for test in result["tests"]] == [2.0, 4.0, 3.0]
    assert sum(test["score"] for test in result["tests"]) == result["score"]
    failed = json.loads(files["gradescope/accent/polysemy/results.json"])
    assert "score" not in failed
    assert "/secret/path" not in json.dumps(failed)


def test_junit_counts_what_failed(class_records: ClassRecords) -> None:
    root = ET.fromstring(FORMATS["junit"](class_records)["junit-polysemy.xml"])
    suites = {suite.get("name"): suite for suite in root}
    assert suites["comma/polysemy"].get("failures") == "2"
    assert suites["quote/polysemy"].get("failures") == "0"
    assert len(suites["comma/polysemy"].findall("testcase")) == 3
