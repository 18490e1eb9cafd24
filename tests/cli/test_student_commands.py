"""`plm check`, `hint`, `pack`, `watch` and `grade-one` in this process: what is said, in which language, with which exit code."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from autograder.student.watch import Answer
from tests.cli.conftest import SLUG, Plm
from tests.relevance import OVERFLOWS, RIGHT

UNFINISHED = "def softmax(scores, temperature=1.0):\n    raise NotImplementedError\n"


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A student's file, in the folder where commands are typed."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / f"{SLUG}.py"
    path.write_text(RIGHT, encoding="utf-8")
    return path


@pytest.fixture
def student(plm: Plm, home: Path, monkeypatch: pytest.MonkeyPatch, work: Path) -> Plm:
    """`plm` where the exercise is found without being told."""
    monkeypatch.setenv("PLM_EXERCISES", str(home))
    return plm


def test_a_right_file_passes_all_public_checks_and_hears_of_the_others(student: Plm) -> None:
    done = student("check", SLUG, "--lang", "en")
    assert done.code == 0, done.err
    assert "all 2 public checks passed; 2 more run at grading." in done.out
    zh = student("check", SLUG, "--lang", "zh")
    assert "2 项公开检查全部通过；评分时还会运行 2 项。" in zh.out


def test_an_unfinished_file_hears_how_many_passed(student: Plm, work: Path) -> None:
    work.write_text(UNFINISHED, encoding="utf-8")
    done = student("check", SLUG, "--lang", "en")
    assert done.code == 1
    assert "0 of 2 public checks passed; 2 more run at grading." in done.out
    record = json.loads(student("check", SLUG, "--json").out)
    assert [check["passed"] for check in record["functions"]["softmax"]["checks"]] == [False, False]


def test_hints_go_on_with_each_call_and_the_function_need_not_be_named(student: Plm, work: Path) -> None:
    work.write_text(UNFINISHED, encoding="utf-8")
    first, second = (student("hint", SLUG, "--lang", "en").out for _ in range(2))
    assert first.startswith("softmax, hint 1 of ")
    assert second.startswith("softmax, hint 2 of ")
    assert student("hint", SLUG, "softmax", "--lang", "zh").out.startswith("softmax，第 ")
    assert "This was the last hint" not in first
    for _ in range(3):
        assert student("hint", SLUG, "--lang", "en").out.endswith("(This was the last hint.)\n")


def test_a_hint_may_be_asked_for_as_a_notebook_names_the_function(student: Plm) -> None:
    apart = student("hint", SLUG, "softmax", "--lang", "en").out
    joined = student("hint", f"{SLUG}.softmax", "--lang", "en").out
    assert (apart[:21], joined[:21]) == ("softmax, hint 1 of 2:", "softmax, hint 2 of 2:")
    method = student("hint", "albert.SharedEncoder.forward", "--lang", "en").out
    assert method.startswith("SharedEncoder.forward, hint 1 of ")
    wrong = student("hint", f"{SLUG}.sofmax", "--lang", "en")
    assert (wrong.code, wrong.out) == (2, "")
    assert wrong.err.endswith("(did you mean softmax?)\n")


def test_nothing_is_hinted_where_all_public_checks_pass_or_no_hints_are_written(
    student: Plm, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert student("hint", SLUG, "--lang", "en").out == "all public checks pass: no function needs a hint.\n"
    monkeypatch.setattr("autograder.student.hints.next_hint", lambda *arguments: None)
    assert "softmax has no hints" in student("hint", SLUG, "softmax", "--lang", "en").out


def test_what_is_packed_is_said_with_its_digest_and_what_passed(student: Plm, tmp_path: Path) -> None:
    done = student("pack", SLUG, "--lang", "en", "--output", tmp_path)
    assert done.code == 0, done.err
    assert "2 of 2 public checks passed" in done.out
    (packed,) = tmp_path.glob("*.zip")
    receipt = json.loads(student("pack", SLUG, "--json", "--output", tmp_path).out)
    assert receipt["path"] == str(packed)
    assert receipt["sha256"] in done.out.replace("\n", "")
    with zipfile.ZipFile(packed) as archive:
        assert archive.read(f"{SLUG}.py").decode() == RIGHT


def test_what_is_packed_is_graded_like_the_file_in_it_and_not_packed_again(student: Plm, work: Path) -> None:
    work.write_text(OVERFLOWS, encoding="utf-8")
    student("pack", SLUG)
    packed = work.with_suffix(".zip")
    of_zip, of_file = (json.loads(student("grade-one", SLUG, path, "--json").out) for path in (packed, work))
    for record in (of_zip, of_file):
        assert record.pop("submission") and record.pop("sha256")
        record.pop("seconds")
        for check in record["functions"]["softmax"]["checks"]:
            check.pop("seconds")
    assert of_zip == of_file
    assert of_zip["points"] == 3.0
    again = student("pack", SLUG, packed, "--lang", "en")
    assert (again.code, again.err.strip()) == (
        2,
        f"plm: {packed}: this is a zip already; give the path of the notebook or script",
    )


def test_what_grading_could_not_read_is_not_packed(student: Plm, work: Path, tmp_path: Path) -> None:
    work.rename(tmp_path / f"{SLUG}.ipynb").write_text('{"cells": [', encoding="utf-8")
    done = student("pack", SLUG, "--lang", "en")
    assert done.code == 2
    assert "not packed: the notebook is cut off" in done.err
    assert not list(tmp_path.glob("*.zip"))


def test_each_save_is_answered_until_the_student_ends_it(
    student: Plm, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def saved_once(path: Path, exercise: Any, grader: Any) -> Iterator[Answer]:
        record = grader.grade(path.read_bytes(), path.name, exercise, frozenset(("public",)))
        yield Answer(record, ("softmax",), 0.25)
        raise KeyboardInterrupt

    monkeypatch.setattr("autograder.student.watch.watch", saved_once)
    done = student("watch", SLUG, "--lang", "en")
    assert done.code == 0
    assert f"watching {SLUG}.py" in done.out
    assert "softmax: 0.2 s" in done.out
    assert "all 2 public checks passed; 2 more run at grading." in done.out


def test_while_not_all_functions_are_known_nothing_is_said_of_all(
    student: Plm, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def a_part(path: Path, exercise: Any, grader: Any) -> Iterator[Answer]:
        record = grader.grade(path.read_bytes(), path.name, exercise, frozenset(("public",)))
        yield Answer(replace(record, functions={}), ("softmax",), 0.25)
        raise KeyboardInterrupt

    monkeypatch.setattr("autograder.student.watch.watch", a_part)
    done = student("watch", SLUG, "--lang", "en")
    assert "softmax: 0.2 s" in done.out
    assert "public checks passed" not in done.out


def test_an_interruption_ends_a_command_in_one_line(student: Plm, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("autograder.grade.Grader.grade_program", interrupted)
    done = student("check", SLUG)
    assert (done.code, done.err.splitlines()[-1]) == (130, "plm: interrupted; what is done is kept")


def test_one_file_is_graded_whole_with_its_record_or_a_table(student: Plm, work: Path) -> None:
    work.write_text(OVERFLOWS, encoding="utf-8")
    record = json.loads(student("grade-one", SLUG, work, "--json").out)
    assert (record["points"], record["max_points"]) == (3.0, 5.0)
    done = student("grade-one", SLUG, work, "--lang", "en")
    assert done.code == 1
    assert "3/5" in done.out and "OverflowError" in done.out


def test_a_gradescope_result_is_written_and_the_instructor_told(student: Plm, work: Path, tmp_path: Path) -> None:
    folder, results = tmp_path / "submission", tmp_path / "results.json"
    folder.mkdir()
    arguments = ("gradescope", SLUG, "--submission", folder, "--results", results, "--lang", "en")
    done = student(*arguments)
    assert "no file to grade was handed in, 0 points" in done.out
    (folder / work.name).write_text(RIGHT, encoding="utf-8")
    done = student(*arguments)
    assert done.code == 0
    assert f"{results}: 5.0 of 5.0 points, confinement " in done.out
    assert json.loads(results.read_text(encoding="utf-8"))["score"] == 5.0
