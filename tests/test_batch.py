"""A class: which files are graded, what is graded again and what is not, and how many processes do it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from autograder import batch
from autograder.batch import default_workers, grade_course
from autograder.errors import UsageError
from autograder.exercise import Exercise
from autograder.intake import Submitted, find_submissions, submission_file
from autograder.record import Record, read_record


@pytest.fixture
def course(tmp_path: Path, polysemy: Exercise) -> Path:
    for student, source in (("li", polysemy.stub), ("wang", polysemy.reference)):
        folder = tmp_path / "submitted" / student / "polysemy"
        folder.mkdir(parents=True)
        (folder / "polysemy.py").write_bytes(source.read_bytes())
    return tmp_path


class CountingGrader:
    """Stands in for the grader: counts, and gives Records without running anything."""

    def __init__(self, error: str | None = None) -> None:
        self.graded: list[str] = []
        self.error = error

    def grade(self, content: bytes, name: str, exercise: Exercise) -> Record:
        self.graded.append(name)
        status: Any = "error" if self.error else "graded"
        digest = hashlib.sha256(content).hexdigest()
        return Record(exercise.slug, name, digest, exercise.key, status, self.error, {}, None, {}, 0.0)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> CountingGrader:
    made = CountingGrader()
    monkeypatch.setattr(batch, "shared_grader", lambda: made)
    return made


def grade(course: Path, **options: Any) -> list[bool]:
    return [one.fresh for one in grade_course(find_submissions(course, ["polysemy"]), workers=1, **options)]


def test_each_submission_is_graded_once_and_its_record_kept(course: Path, counting: CountingGrader) -> None:
    assert grade(course) == [True, True]
    assert grade(course) == [False, False]
    assert counting.graded == ["li/polysemy/polysemy.py", "wang/polysemy/polysemy.py"]
    assert read_record(course / "records" / "polysemy" / "li.json").submission == "li/polysemy/polysemy.py"


def test_only_what_changed_is_graded_again(course: Path, counting: CountingGrader) -> None:
    grade(course)
    (course / "submitted" / "li" / "polysemy" / "polysemy.py").write_text("# later", encoding="utf-8")
    assert sorted(grade(course)) == [False, True]
    assert counting.graded[2:] == ["li/polysemy/polysemy.py"]


def test_a_new_version_of_the_exercise_is_graded_again(
    course: Path, counting: CountingGrader, polysemy: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    grade(course)
    later = replace(polysemy, version=polysemy.version + 1)
    monkeypatch.setattr(batch, "load", lambda slug: later)
    assert grade(course) == [True, True]


def test_force_grades_everything_again(course: Path, counting: CountingGrader) -> None:
    grade(course)
    assert grade(course, force=True) == [True, True]


@pytest.mark.parametrize("spoiled", ["", "{", "[]", '{"exercise": "polysemy"}'])
def test_a_record_that_is_not_whole_is_made_anew(course: Path, counting: CountingGrader, spoiled: str) -> None:
    grade(course)
    (course / "records" / "polysemy" / "li.json").write_text(spoiled, encoding="utf-8")
    assert sorted(grade(course)) == [False, True]


def test_an_interrupted_class_goes_on_where_it_was(course: Path, counting: CountingGrader) -> None:
    next(iter(grade_course(find_submissions(course, ["polysemy"]), workers=1)))
    assert grade(course) == [False, True]


def test_an_error_of_ours_leaves_the_earlier_grade(course: Path, counting: CountingGrader) -> None:
    grade(course)
    counting.error = "HarnessError: the check is broken"
    again = list(grade_course(find_submissions(course, ["polysemy"]), workers=1, force=True))
    assert [one.record.error for one in again] == [counting.error] * 2
    assert read_record(course / "records" / "polysemy" / "li.json").status == "graded"
    assert read_record(course / "records" / "polysemy" / "li.error.json").status == "error"


def test_an_error_without_an_earlier_grade_is_recorded_and_tried_again(course: Path, counting: CountingGrader) -> None:
    counting.error = "boom"
    grade(course)
    assert read_record(course / "records" / "polysemy" / "li.json").status == "error"
    counting.error = None
    assert grade(course) == [True, True]


def test_one_submission_is_graded_as_a_class_is_once(course: Path, counting: CountingGrader) -> None:
    li = find_submissions(course, ["polysemy"])[0]
    assert [batch.grade_submitted(li).fresh for _ in range(2)] == [True, False]
    assert counting.graded == ["li/polysemy/polysemy.py"]


def test_a_file_that_is_gone_is_an_error_of_its_own_and_not_the_classes(course: Path, counting: CountingGrader) -> None:
    li, wang = find_submissions(course, ["polysemy"])
    li.path.unlink()
    graded = list(grade_course([li, wang], workers=1))
    assert [(one.record.status, one.record.sha256 == "") for one in graded] == [("error", True), ("graded", False)]
    assert "FileNotFoundError" in str(graded[0].record.error)


def test_two_processes_give_the_records_that_one_gives(course: Path) -> None:
    def timeless(submitted: Submitted) -> dict[str, Any]:
        data = json.loads(submitted.record_path.read_text(encoding="utf-8"))
        del data["seconds"]
        for function in data["functions"].values():
            for check in function["checks"]:
                del check["seconds"]
        return dict(data)

    submissions = find_submissions(course, ["polysemy"])
    list(grade_course(submissions, workers=1))
    one = [timeless(submitted) for submitted in submissions]
    list(grade_course(submissions, workers=2, force=True))
    assert [timeless(submitted) for submitted in submissions] == one


@pytest.mark.parametrize(
    ("files", "chosen"),
    [
        (["polysemy.ipynb", "polysemy.py", "other.ipynb"], "polysemy.ipynb"),
        (["polysemy.py", "other.ipynb"], "polysemy.py"),
        (["作业 final (2).ipynb", "notes.txt"], "作业 final (2).ipynb"),
        (["mine.py"], "mine.py"),
        (["a.ipynb", "b.ipynb"], None),
        ([".hidden.ipynb"], None),
        ([], None),
    ],
)
def test_the_file_that_counts(tmp_path: Path, files: list[str], chosen: str | None) -> None:
    for name in files:
        (tmp_path / name).write_text("x", encoding="utf-8")
    found = submission_file(tmp_path, "polysemy")
    assert (found.name if found else None) == chosen


def test_a_folder_that_is_no_course_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="plm course build"):
        find_submissions(tmp_path, ["polysemy"])


def test_small_classes_do_not_start_processes_for_nothing() -> None:
    assert default_workers(1) == 1
    assert default_workers(10_000) >= 1
