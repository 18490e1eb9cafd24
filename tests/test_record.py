"""Records: whole on disk or not at all, the same after a round trip."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.record import CheckResult, FunctionResult, Picture, Record, WrittenResult, read_record, write_record
from autograder.text import Text


@pytest.fixture
def record() -> Record:
    checks = (
        CheckResult("f.a", Text("甲", "a"), "public", True, seconds=0.5),
        CheckResult(
            "f.b",
            Text("乙", "b"),
            "hidden",
            False,
            2.0,
            Text("错", "wrong"),
            "mistake",
            Text("提示", "hint"),
            student_trace=("x, 1: y",),
            pictures=(Picture("lines", Text("图", "picture"), (0.0, 1.0), {"loss": (2.0, 1.0)}),),
        ),
        CheckResult("f.c", Text("丙", "c"), "hidden", None, reason=Text("没有运行", "not run")),
    )
    return Record(
        exercise="polysemy",
        submission="li/polysemy/polysemy.ipynb",
        sha256="ab",
        version="1-x",
        status="graded",
        error=None,
        functions={"f": FunctionResult(1.25, 4.0, checks)},
        written=WrittenResult(1.0, 3.0, {"a": {"points": 1}}, True, Text("由助教", "by hand")),
        confinement={"level": "none", "layers": {}},
        seconds=1.5,
        notes=(Text("注", "note"),),
    )


def test_points_add_up(record: Record) -> None:
    assert (record.points, record.max_points) == (2.25, 7.0)


def test_a_round_trip_through_json_changes_nothing(record: Record) -> None:
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


def test_what_is_said_of_a_check_is_its_reason_and_hint_unless_it_passed(record: Record) -> None:
    said = {check.id: [text.en for text in check.said] for check in record.functions["f"].checks}
    assert said == {"f.a": [], "f.b": ["wrong", "hint"], "f.c": ["not run"]}
    assert len({check.mark for check in record.functions["f"].checks}) == 3


def test_a_record_without_a_written_part_adds_up_and_comes_back(record: Record) -> None:
    bare = replace(record, written=None)
    assert (bare.points, bare.max_points) == (1.25, 4.0)
    assert Record.from_json(bare.to_json()) == bare


def test_the_names_of_the_design_are_there(record: Record) -> None:
    data = record.to_json()
    assert {
        "exercise", "submission", "sha256", "version", "status", "error", "points", "max_points", "functions", "written",
        "confinement", "seconds",
    } <= data.keys()  # fmt: skip
    check = data["functions"]["f"]["checks"][1]
    assert {"id", "title", "visibility", "passed", "reason", "misconception", "hint", "seconds"} <= check.keys()
    assert {"points", "max_points", "facets", "needs_review", "reason"} <= data["written"].keys()
    assert [c["passed"] for c in data["functions"]["f"]["checks"]] == [True, False, None]


def test_text_comes_in_the_language_asked_for(record: Record) -> None:
    zh, en = (record.to_json(lang)["functions"]["f"]["checks"][1]["hint"] for lang in ("zh", "en"))
    assert (zh, en) == ("提示", "hint")


def test_a_written_record_is_read_back(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "records" / "polysemy" / "li.json"
    write_record(record, path)
    assert read_record(path) == record
    assert [p.name for p in path.parent.iterdir()] == ["li.json"]


def test_a_failed_write_leaves_the_earlier_record_and_no_debris(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "li.json"
    write_record(record, path)
    monkeypatch.setattr("os.fsync", lambda descriptor: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        write_record(record, path)
    assert read_record(path) == record
    assert [p.name for p in tmp_path.iterdir()] == ["li.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"exercise": 1}', "\x00"])
def test_half_a_record_is_no_record(tmp_path: Path, text: str) -> None:
    path = tmp_path / "li.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError):
        read_record(path)
