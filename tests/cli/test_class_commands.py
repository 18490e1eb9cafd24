"""A class by commands: built, collected, graded, reported, exported, compared and explained, with an exit code for each end."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import SLUG, Plm
from tests.relevance import OVERFLOWS, RIGHT

LARGE = "softmax.large"


@pytest.fixture
def graded(course: Path, plm: Plm) -> Path:
    """The course after `plm grade`."""
    assert plm("grade", course, "--workers", "1").code == 0
    return course


def test_a_course_is_built_and_the_next_step_told(home: Path, tmp_path: Path, plm: Plm) -> None:
    done = plm("course", "build", tmp_path / "new", "--only", SLUG, "--exercises", home)
    assert done.code == 0, done.err
    assert f"nbgrader generate_assignment {SLUG}" in done.out
    assert (tmp_path / "new" / "source" / SLUG / f"{SLUG}.ipynb").is_file()
    assert plm("grade", tmp_path / "new").code == 0


def test_a_graded_class_is_a_table_and_the_points_are_in_the_records(course: Path, plm: Plm) -> None:
    done = plm("grade", course, "--lang", "en")
    assert done.code == 0, done.err
    assert [word in done.out for word in ("ana", "li", "zoe")] == [True, True, False]
    records = json.loads(plm("grade", course, "--json").out)
    assert [(record["submission"], record["points"]) for record in records] == [
        (f"ana/{SLUG}/{SLUG}.py", 3.0),
        (f"li/{SLUG}/{SLUG}.py", 5.0),
    ]


def test_a_class_that_was_not_graded_without_fault_ends_in_exit_code_1(
    course: Path, plm: Plm, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("autograder.grade.Grader.grade", full)
    done = plm("grade", course, SLUG, "--force", "--unconfined", "--lang", "en")
    assert done.code == 1
    assert "No space left on device" in done.out


def test_a_grade_that_the_gradebook_does_not_take_is_told(
    course: Path, plm: Plm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autograder.nbgrader_bridge.gradebook.write_gradebook", lambda course, slug, names: names[:1])
    done = plm("grade", course)
    assert done.code == 0
    assert "ana: not written to the gradebook; the earlier grade stays" in done.err


def test_a_report_has_a_page_for_each_record_and_a_dashboard(graded: Path, plm: Plm) -> None:
    told = json.loads(plm("report", graded, "--json").out)
    assert [Path(page).parent.name for page in told["feedback"]] == ["ana", "li"]
    assert Path(told["dashboard"]).is_file()
    assert "2 pages" in plm("report", graded, SLUG).out


def test_before_grading_there_is_nothing_to_report(course: Path, plm: Plm) -> None:
    done = plm("report", course)
    assert (done.code, done.out) == (2, "")
    assert "no records yet; grade the course first" in done.err


@pytest.mark.parametrize("content", ["{", '{"exercise": 1}'])
def test_a_record_that_is_not_whole_is_named_with_what_to_do(content: str, graded: Path, plm: Plm) -> None:
    path = graded / "records" / SLUG / "ana.json"
    path.write_text(content, encoding="utf-8")
    done = plm("report", graded)
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert f"{path}: not a whole Record" in done.err
    assert "delete it and run `plm grade` again" in done.err


def test_a_release_does_not_write_over_a_folder_with_something_else(tmp_path: Path, plm: Plm) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    done = plm("release", tmp_path)
    assert (done.code, done.err.strip()) == (2, f"plm: {tmp_path}: not empty and no earlier release; give a new folder")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_an_export_has_the_points_under_the_rosters_names(graded: Path, plm: Plm, tmp_path: Path) -> None:
    done = plm("export", graded, "--format", "csv, canvas", "--output", tmp_path / "out")
    assert done.code == 0, done.err
    names = [path.name for path in (tmp_path / "out").iterdir()]
    assert len(names) == 2 and all(name in done.out for name in names)
    text = next((tmp_path / "out").glob("*canvas*")).read_text(encoding="utf-8-sig")
    assert [row["ID"] for row in csv.DictReader(text.splitlines()) if row["ID"]] == ["12", "11", "13"]
    assert [Path(path).parent for path in json.loads(plm("export", graded, "--json").out)] == [graded / "exports"]


def test_many_exported_files_are_counted(graded: Path, plm: Plm) -> None:
    done = plm("export", graded, "--format", "csv,canvas,moodle", "--format", "junit,gradescope")
    assert done.code == 0, done.err
    assert " more" in done.out


def test_an_unknown_format_is_named_with_those_that_are_known(graded: Path, plm: Plm) -> None:
    done = plm("export", graded, "--format", "csv,excel")
    assert done.code == 2
    assert "--format excel: no such format; choose from csv, canvas" in done.err


def test_an_explanation_shows_the_hidden_input_and_how_to_see_it_again(course: Path, plm: Plm) -> None:
    done = plm("explain", course, "ana", SLUG, "--check", LARGE, "--lang", "en", "--unconfined")
    assert done.code == 0, done.err
    assert "student: softmax([1000.0, 999.0], 1.0) → OverflowError" in done.out
    assert f"plm explain {course} ana {SLUG} --unconfined --check {LARGE}" in " ".join(done.out.split())


def test_an_explanation_for_a_machine_has_the_calls_of_every_check(course: Path, plm: Plm) -> None:
    checks = json.loads(plm("explain", course, "li", SLUG, "--json").out)
    assert len(checks) == 4
    assert all(check["passed"] and check["student"] and check["reason"] is None for check in checks)
    failed = json.loads(plm("explain", course, "ana", SLUG, "--json", "--lang", "en").out)[-2]
    assert (failed["id"], failed["passed"]) == (LARGE, False)
    assert "OverflowError" in failed["reason"]


def test_nothing_handed_in_cannot_be_explained(course: Path, plm: Plm) -> None:
    done = plm("explain", course, "zoe", SLUG)
    assert done.code == 2
    assert "nothing handed in there that could be graded" in done.err


def test_collected_files_lie_where_grading_looks_and_the_rest_is_told(course: Path, plm: Plm, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "canvas.zip", "w") as archive:
        archive.writestr(f"zoe_13_900_{SLUG}.py", RIGHT)
        archive.writestr("stranger_77_901_x.py", OVERFLOWS)
        archive.writestr("li_11_902_other.ipynb", "{}")
    told = json.loads(plm("collect", course, tmp_path / "canvas.zip", "--json").out)
    assert [one["student"] for one in told["taken"]] == ["li", "zoe"]
    assert told["unmapped"] == ["stranger_77_901_x.py"]
    assert told["missing"] == [["ana", SLUG]]
    done = plm("collect", course, tmp_path / "canvas.zip", "--slug", SLUG, "--lang", "en")
    assert done.code == 1
    assert "read as canvas: 2 submissions taken" in done.out
    assert "nobody's: stranger_77_901_x.py" in done.out
    assert f"missing: ana {SLUG}" in done.out
    assert (course / "submitted" / "zoe" / SLUG / f"{SLUG}.py").read_text(encoding="utf-8") == RIGHT


def test_a_copy_is_found_and_two_strangers_are_not(course: Path, plm: Plm) -> None:
    own = "\n".join(
        f"def helper_{n}(values):\n    total = 0\n    for place, value in enumerate(values):\n"
        f"        total += value * {n} + place\n    return [total // {n + 2}, total % 7, sorted(values)]\n"
        for n in range(6)
    )
    for student in ("ana", "li"):
        path = course / "submitted" / student / SLUG / f"{SLUG}.py"
        path.write_text(RIGHT + own, encoding="utf-8")
    pairs = json.loads(plm("similar", course, "--json").out)
    assert [(pair["students"], pair["share"]) for pair in pairs] == [(["ana", "li"], 1.0)]
    assert "1 pairs, the closest 100 %" in plm("similar", course, SLUG, "--lang", "en").out
    (course / "submitted" / "li" / SLUG / f"{SLUG}.py").write_text(RIGHT, encoding="utf-8")
    assert json.loads(plm("similar", course, "--json").out) == []
    assert "0 pairs" in plm("similar", course).out
