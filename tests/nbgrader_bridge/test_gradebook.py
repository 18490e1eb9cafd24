"""The writer: regrading, catching up, waiting, refusing."""

from __future__ import annotations

import json
import math
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbgrader.apps import NbGrader
from nbgrader.apps.api import NbGraderAPI

from autograder.batch import Graded
from autograder.errors import UsageError
from autograder.exercise import Exercise
from autograder.intake import Submitted
from autograder.nbgrader_bridge import preprocessors
from autograder.nbgrader_bridge.course import build_course
from autograder.nbgrader_bridge.gradebook import write_gradebook
from autograder.nbgrader_bridge.preprocessors import NotGraded, scaled
from autograder.record import Record, write_record
from tests.nbgrader_bridge.conftest import Course, hand_in, record_for
from tests.nbgrader_bridge.test_parity import auto, comments, files, grades, submissions


def nbgrader_api(course: Course, monkeypatch: pytest.MonkeyPatch) -> NbGraderAPI:
    """nbgrader's own API on a course, as the formgrader uses it."""
    monkeypatch.chdir(course.folder)
    app = NbGrader()
    app.load_config_file()
    return NbGraderAPI(config=app.config)


def stock_autograde(course: Course, student: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the formgrader's button does: nbgrader's own autograde in this process."""
    result: dict[str, Any] = nbgrader_api(course, monkeypatch).autograde("polysemy", student)
    return result


def give_by_hand(course: Course, student: str) -> None:
    with course.gradebook() as gradebook:
        for cell, score in (("ANALYSIS", 2.5), ("check-token_span", 3.5)):
            gradebook.find_grade(cell, "polysemy", "polysemy", student).manual_score = score
        gradebook.find_comment("ANALYSIS", "polysemy", "polysemy", student).manual_comment = "说得好"
        gradebook.db.commit()


def test_a_course_that_nobody_released_is_released(tmp_path: Path, polysemy: Exercise) -> None:
    folder = tmp_path / "course"
    build_course(folder, ["polysemy"])
    hand_in(folder, "li", "polysemy.py", b"x = 1\n")
    record_for(folder, "li", polysemy, part=0.25)
    assert write_gradebook(folder, "polysemy", ["li"]) == []
    assert auto(Course(folder), "li", "check-token_span") == 1.0
    assert (folder / "release" / "polysemy" / "polysemy.ipynb").is_file()


def test_what_was_given_by_hand_survives_both_ways_of_regrading(
    small: Course, polysemy: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_by_hand(small, "late")
    record_for(small.folder, "late", polysemy, part=1.0)
    assert write_gradebook(small.folder, "polysemy", ["late"]) == []
    by_us = grades(small), comments(small), submissions(small)
    assert grades(small)["late", "check-token_span"][:2] == (4.0, 3.5)
    assert grades(small)["late", "ANALYSIS"][:2] == (1.5, 2.5)
    assert comments(small)["late", "ANALYSIS"][1] == "说得好"
    assert stock_autograde(small, "late", monkeypatch)["success"]
    assert (grades(small), comments(small), submissions(small)) == by_us


def test_a_writer_that_was_ended_is_caught_up_with(small: Course, polysemy: Exercise) -> None:
    whole = grades(small), files(small)
    for path in (small.folder / "autograded" / "late" / "polysemy").glob("*.ipynb"):
        path.unlink()
    record_for(small.folder, "right-script", polysemy, part=1.0)
    assert write_gradebook(small.folder, "polysemy", []) == []
    assert files(small).keys() == whole[1].keys()
    assert auto(small, "right-script", "check-token_span") == 4.0
    assert auto(small, "late", "check-token_span") == whole[0]["late", "check-token_span"][0]


def test_what_is_in_the_gradebook_is_not_written_again(small: Course) -> None:
    notebook = small.folder / "autograded" / "late" / "polysemy" / "polysemy.ipynb"
    before = notebook.stat().st_mtime_ns
    assert write_gradebook(small.folder, "polysemy", []) == []
    assert notebook.stat().st_mtime_ns == before


def test_what_is_missing_in_the_gradebook_is_written_again(small: Course) -> None:
    before = grades(small)
    with small.gradebook() as gradebook:
        gradebook.remove_submission("polysemy", "late")
    assert len(grades(small)) == len(before) - 7
    assert write_gradebook(small.folder, "polysemy", []) == []
    assert grades(small) == before


def test_a_locked_gradebook_is_waited_for_and_said_to_be(small: Course, polysemy: Exercise) -> None:
    record_for(small.folder, "late", polysemy, part=1.0)
    said: list[str] = []
    with sqlite3.connect(small.folder / "gradebook.db", check_same_thread=False) as lock:
        lock.execute("BEGIN EXCLUSIVE")

        def say(message: str) -> None:
            said.append(message)
            lock.rollback()

        assert write_gradebook(small.folder, "polysemy", ["late"], say) == []
    lock.close()
    assert len(said) == 1 and "locked by another program" in said[0]
    assert auto(small, "late", "check-token_span") == 4.0


def test_a_record_of_another_file_is_not_written(small: Course) -> None:
    before = grades(small), files(small)
    hand_in(small.folder, "right-script", "polysemy.py", b"# later\n")
    said: list[str] = []
    assert write_gradebook(small.folder, "polysemy", ["right-script", "late"], said.append) == ["right-script"]
    assert said == ["right-script: the file changed after it was graded"]
    assert (grades(small), files(small)) == before


@pytest.mark.parametrize("points", [math.nan, math.inf, -math.inf])
def test_points_that_are_no_number_are_no_grade(small: Course, polysemy: Exercise, points: float) -> None:
    before = grades(small)
    record = record_for(small.folder, "late", polysemy)
    function = replace(record.functions["token_span"], points=points)
    broken = replace(record, functions={**record.functions, "token_span": function})
    write_record(broken, small.folder / "records" / "polysemy" / "late.json")
    assert write_gradebook(small.folder, "polysemy", ["late"], lambda _: None) == ["late"]
    assert grades(small) == before


def test_an_error_of_ours_leaves_the_earlier_grade_in_both_ways(
    small: Course, polysemy: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = grades(small), comments(small)
    record: Record = replace(record_for(small.folder, "late", polysemy, part=1.0), status="error", error="boom")
    submitted = Submitted(small.folder, "late", "polysemy", Path("polysemy.ipynb"))
    monkeypatch.setattr(preprocessors, "grade_submitted", lambda _: Graded(submitted, record, fresh=True))
    result = stock_autograde(small, "late", monkeypatch)
    assert not result["success"]
    assert "boom" in result["log"]
    assert (grades(small), comments(small)) == before
    write_record(record, small.folder / "records" / "polysemy" / "late.json")
    assert write_gradebook(small.folder, "polysemy", ["late"], lambda _: None) == ["late"]
    assert (grades(small), comments(small)) == before


def test_an_instructor_may_weigh_a_cell_otherwise(
    small: Course, polysemy: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = small.folder / "source" / "polysemy" / "polysemy.ipynb"
    notebook = nbformat.read(source, 4)
    next(cell for cell in notebook.cells if cell.id == "check-token_span").metadata.nbgrader.points = 8
    nbformat.write(notebook, source)
    assert nbgrader_api(small, monkeypatch).generate_assignment("polysemy", force=True)["success"]
    record_for(small.folder, "late", polysemy, part=0.75)
    assert write_gradebook(small.folder, "polysemy", ["late"]) == []
    assert auto(small, "late", "check-token_span") == 6.0
    by_us = grades(small), files(small)
    assert stock_autograde(small, "late", monkeypatch)["success"]
    assert (grades(small), files(small)) == by_us


def test_cells_of_another_exercise_are_refused(small: Course, polysemy: Exercise) -> None:
    with sqlite3.connect(small.folder / "gradebook.db") as gradebook:
        gradebook.execute("UPDATE base_cell SET name = 'check-gone' WHERE name = 'check-token_span'")
    gradebook.close()
    record_for(small.folder, "late", polysemy)
    with pytest.raises(UsageError, match="check-gone, check-token_span"):
        write_gradebook(small.folder, "polysemy", ["late"])


def test_settings_that_only_nbgrader_follows_are_named(small: Course, polysemy: Exercise) -> None:
    with (small.folder / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write("c.Autograde.post_convert_hook = 'os.path.join'\n")
    said: list[str] = []
    write_gradebook(small.folder, "polysemy", [], said.append)
    assert len(said) == 1 and "Autograde.post_convert_hook" in said[0]


def test_students_who_are_not_on_the_list_are_refused_where_the_course_says_so(
    small: Course, polysemy: Exercise
) -> None:
    with (small.folder / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write("c.Autograde.create_student = False\n")
    hand_in(small.folder, "stranger", "polysemy.py", b"x = 1\n")
    for student in ("stranger", "late"):
        record_for(small.folder, student, polysemy, part=1.0)
    assert write_gradebook(small.folder, "polysemy", ["stranger", "late"]) == ["stranger"]
    assert {student for student, _ in grades(small)} == {"late", "right-script"}
    assert auto(small, "late", "check-token_span") == 4.0


def test_a_file_that_cannot_be_written_ends_in_one_line(
    small: Course, polysemy: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "autograded/late")

    record_for(small.folder, "late", polysemy, part=1.0)
    with monkeypatch.context() as patch:
        patch.setattr("autograder.nbgrader_bridge.entry._copy_given", full)
        with pytest.raises(UsageError, match=r"autograded/late: cannot be written \(No space left on device\)"):
            write_gradebook(small.folder, "polysemy", ["late"])
    assert write_gradebook(small.folder, "polysemy", []) == []
    notebook = json.loads((small.folder / "autograded/late/polysemy/polysemy.ipynb").read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4


def test_a_course_without_our_configuration_is_refused(small: Course) -> None:
    (small.folder / "nbgrader_config.py").unlink()
    with pytest.raises(
        UsageError, match=r"no nbgrader_config\.py of ours in it; build a course with `plm course build"
    ):
        write_gradebook(small.folder, "polysemy", [])


def test_points_fit_the_cell() -> None:
    assert scaled(1.5, 4, 4) == 1.5
    assert scaled(2, 4, 8) == 4.0
    assert scaled(5, 4, 4) == 4.0
    assert scaled(-1, 4, 4) == 0.0
    assert scaled(0, 0, 4) == 0.0
    with pytest.raises(NotGraded):
        scaled(math.nan, 4, 4)
