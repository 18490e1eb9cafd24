"""Nothing secret reaches a student: sentinels stand in every hidden place, and all that a student can see is searched for them.

Sentinels (`secret_exercise.py`) stand in hidden checks' inputs, expected values, expected keys, sources, ids and open reasons, in the
reference, in a misconception's code, in the rubric's patterns, in the path of all of these, and in an error of ours. Twenty students do
with a hidden input whatever might have it shown: raise it, print it, name classes, keys and files after it.

Searched, in Chinese and English:
- after grading: the feedback page; nbgrader's check cells (HTML and text), the `autograded` notebook and its HTML by nbgrader's own
  feedback template's base; Gradescope's results.json, for a graded submission, an empty folder and an error of ours; Moodle's gradebook
  file, whose comments students read; Canvas's, which has points alone;
- before grading: what `plm check` and `plm watch` print, also as JSON; a check cell's output in the notebook; the zip of `plm pack` with
  its receipt; every file of the student package, inside its archives too. There hidden checks' titles are sentinels as well.

Not searched, since students do not get them: Records, the dashboard, `plm explain`, `grades.csv`, JUnit's XML. That stock
`nbgrader generate_feedback` shows no more than its cells is tested in `tests/nbgrader_bridge`.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter
from rich.console import Console
from secret_exercise import SENTINELS, TITLE, break_hidden_check, students, write_exercise

from autograder import cell
from autograder.cell import run_checks, summary
from autograder.exercise import Exercise
from autograder.grade import PUBLIC, Grader
from autograder.gradescope import grade_folder
from autograder.nbgrader_bridge.preprocessors import fill_notebook
from autograder.nbgrader_bridge.rebuild import rebuilt_notebook
from autograder.record import Record
from autograder.release import build_package
from autograder.report.class_records import ClassRecords
from autograder.report.exports import FORMATS
from autograder.report.exports.gradescope import results_text
from autograder.report.feedback_page import feedback_page
from autograder.report.terminal import print_record
from autograder.roster import Person
from autograder.student.pack import pack
from autograder.submission import read_submission
from autograder.text import Lang

LANGS: tuple[Lang, ...] = get_args(Lang)
STUDENTS = students()


@pytest.fixture(scope="module")
def exercise(tmp_path_factory: pytest.TempPathFactory) -> Exercise:
    return write_exercise(tmp_path_factory.mktemp("secret"))


@pytest.fixture(scope="module")
def records(exercise: Exercise, grader: Grader) -> dict[str, Record]:
    """Everything that a teacher knows of each student."""
    return {name: grader.grade(content, "keeper.py", exercise) for name, content in STUDENTS.items()}


@pytest.fixture(scope="module")
def checked(exercise: Exercise, grader: Grader) -> dict[str, Record]:
    """What the public checks find."""
    return {name: grader.grade(content, "keeper.py", exercise, PUBLIC) for name, content in STUDENTS.items()}


def secrets_in(text: str, *more: str) -> list[str]:
    """The sentinels in a text, however they are spelled."""
    return [sentinel for sentinel in (*SENTINELS.values(), *more) if sentinel in text.lower()]


def test_the_sentinels_are_where_a_teacher_sees_them(records: dict[str, Record], exercise: Exercise) -> None:
    """The search would find something: hidden checks ran, on these inputs, and their titles arrive."""
    hidden = [c for c in records["gives it back"].functions["shout"].checks if c.visibility == "hidden"]
    assert len(hidden) == 5
    assert all(check.passed is not True and SENTINELS["id"] in check.id and TITLE in check.title.en for check in hidden)
    files = "".join(path.read_text(encoding="utf-8") for path in exercise.home.rglob("*.*") if path.suffix != ".pyc")
    unplanted = set(SENTINELS.values()) - {SENTINELS["path"], SENTINELS["error"]} - set(secrets_in(files))
    assert unplanted == set()
    assert records["prints it"].functions["shout"].points == 0


@pytest.mark.parametrize("name", STUDENTS)
def test_the_feedback_page_holds_none(name: str, records: dict[str, Record], exercise: Exercise) -> None:
    for lang in LANGS:
        page = feedback_page(records[name], exercise.title, name, lang)
        assert secrets_in(page) == []
        assert "shout" in page


@pytest.mark.parametrize("name", STUDENTS)
def test_nbgraders_notebook_and_its_page_hold_none(name: str, records: dict[str, Record], exercise: Exercise) -> None:
    notebook = rebuilt_notebook(read_submission(STUDENTS[name], "keeper.py", exercise), exercise)
    fill_notebook(notebook, exercise, records[name])
    assert "check-shout" in nbformat.writes(notebook)
    assert secrets_in(nbformat.writes(notebook)) == []
    assert secrets_in(HTMLExporter().from_notebook_node(notebook)[0]) == []


@pytest.mark.parametrize("name", STUDENTS)
def test_gradescopes_result_holds_none(name: str, records: dict[str, Record]) -> None:
    assert secrets_in(results_text(records[name])) == []


def test_moodles_and_canvas_files_hold_none(records: dict[str, Record], exercise: Exercise) -> None:
    people = tuple(Person(name, name, {"moodle_id": str(number)}) for number, name in enumerate(records))
    everybody = {(name, exercise.slug): record for name, record in records.items()}
    class_records = ClassRecords(Path("course"), (exercise,), people, everybody)
    for kind in ("moodle", "canvas", "gradescope"):
        files = FORMATS[kind](class_records)
        assert files
        assert {name: secrets_in(text) for name, text in files.items() if secrets_in(text)} == {}


def test_an_error_of_ours_tells_nothing_of_it(tmp_path: Path, grader: Grader) -> None:
    exercise = break_hidden_check(write_exercise(tmp_path))
    record = grader.grade(STUDENTS["gives it back"], "keeper.py", exercise)
    assert record.error is not None
    assert {SENTINELS["error"], SENTINELS["path"]} <= set(secrets_in(record.error))
    seen = [feedback_page(record, exercise.title, "x", lang) for lang in LANGS]
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "keeper.py").write_bytes(STUDENTS["gives it back"])
    for folder in ("in", "none"):
        (tmp_path / folder).mkdir(exist_ok=True)
        grade_folder(tmp_path / folder, tmp_path / "results.json", exercise, grader)
        seen.append((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert [secrets_in(text) for text in seen] == [[]] * 4


@pytest.mark.parametrize("name", STUDENTS)
def test_self_check_in_terminal_and_json_and_the_packed_zip_hold_none(
    name: str, checked: dict[str, Record], exercise: Exercise, tmp_path: Path
) -> None:
    for lang in LANGS:
        console = Console(file=io.StringIO(), width=200)
        print_record(checked[name], lang, console, points=False)
        said = console.file.getvalue() + json.dumps(checked[name].to_json(lang), ensure_ascii=False)
        assert "shout" in said
        assert secrets_in(said, TITLE) == []
    packed, _ = pack(STUDENTS[name], Path("keeper.py"), exercise, checked[name], tmp_path)
    for inner, content in contents(packed.read_bytes(), packed.name):
        assert secrets_in(content.decode("latin-1"), TITLE) == [], inner


def test_a_check_cell_prints_none(exercise: Exercise, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell, "load", lambda slug: exercise)
    cell._bench.cache_clear()
    results = run_checks(exercise.slug, "shout", {"shout": lambda text: text})
    cell._bench.cache_clear()
    for lang in LANGS:
        said = summary(results, lang)
        assert "✗" in said
        assert secrets_in(said, TITLE) == []


def test_no_file_of_the_student_package_holds_one(exercise: Exercise, tmp_path: Path) -> None:
    list(build_package(tmp_path / "students", [exercise]))
    files = [path for path in sorted((tmp_path / "students").rglob("*")) if path.is_file()]
    searched = 0
    for path in files:
        for name, content in contents(path.read_bytes(), path.name):
            assert secrets_in(name + content.decode("latin-1"), TITLE) == [], name
            searched += 1
    assert searched > 100


def contents(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """A file and, if it is an archive, what is in it."""
    yield name, data
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for inner in archive.namelist():
                yield from contents(archive.read(inner), f"{name}/{inner}")
