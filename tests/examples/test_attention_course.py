"""An exercise from outside the package, `examples/attention-course`: its own matrix, one file, a course, the student edition."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from autograder.exercise import Exercise, load
from autograder.grade import Grader
from autograder.homes import VARIABLE
from autograder.misconception import load_misconceptions
from autograder.release.edition import write_edition
from autograder.selftest import Row, build_matrix, outcomes_are_current

ROOT = Path(__file__).resolve().parents[2]
COURSE = ROOT / "examples" / "attention-course"


@pytest.fixture(scope="module")
def attention() -> Exercise:
    return load("attention", COURSE)


def run(*arguments: str | Path, folder: Path, package: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """A Python module's command line, where no environment variable names the exercise."""
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    return subprocess.run(
        [sys.executable, "-m", *map(str, arguments)],
        cwd=folder,
        env={**environment, "PYTHONPATH": str(package)},
        capture_output=True,
        encoding="utf-8",
        timeout=280,
        check=False,
    )


def with_mistake(exercise: Exercise, name: str) -> str:
    """The reference's text with one misconception's code behind it, as a student might hand it in."""
    mistake = next(m for m in load_misconceptions(exercise) if m.name == name)
    return f"{exercise.reference.read_text(encoding='utf-8')}\n\n{mistake.source}"


def test_its_matrix_is_sound(attention: Exercise, grader: Grader) -> None:
    rows = list(build_matrix(attention, grader))
    assert [row for row in rows if not isinstance(row, Row) or row.problems] == []
    assert len(attention.misconceptions) >= 6
    assert len(attention.variants) >= 2
    assert outcomes_are_current(attention, grader)


def test_one_file_is_graded_by_the_folders_path(attention: Exercise, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(with_mistake(attention, "heads_interleaved"), encoding="utf-8")
    done = run("autograder", "grade-one", "attention", "mine.py", "--exercises", COURSE, "--json", folder=tmp_path)
    assert done.returncode == 1, done.stderr
    record = json.loads(done.stdout)
    assert record["functions"]["attention"]["points"] == 4
    named = {check["misconception"] for check in record["functions"]["multi_head"]["checks"]}
    assert "heads_interleaved" in named


def test_a_written_part_without_a_rubric_goes_to_a_teaching_assistant(attention: Exercise, grader: Grader) -> None:
    record = grader.grade(attention.reference.read_bytes(), "attention.py", attention)
    assert record.written is not None
    assert (record.written.points, record.written.max_points, record.written.needs_review) == (0, 3, True)


def test_student_code_cannot_read_its_reference(attention: Exercise, grader: Grader) -> None:
    source = f"SECRET = open({str(attention.reference)!r}, encoding='utf-8').read()\n"
    source += attention.reference.read_text(encoding="utf-8").split("# %%", 1)[0]
    source += "def causal_mask(length):\n    return SECRET[:9]\n"
    record = grader.grade(source.encode(), "attention.py", attention)
    reasons = {check.reason.en for check in record.functions["causal_mask"].checks if check.reason}
    assert {reason.split(". ")[0] for reason in reasons} == {
        "causal_mask raised NameError: name 'SECRET' is not defined",
        "causal_mask raised NameError",
    }


def test_a_course_finds_it_again_and_nbgraders_own_command_gives_the_same_points(
    attention: Exercise, tmp_path: Path
) -> None:
    course = tmp_path / "course"
    built = run("autograder", "course", "build", course, "--only", "attention", "--exercises", COURSE, folder=tmp_path)
    assert built.returncode == 0, built.stderr
    for student, mistake in (("li", "mask_after_softmax"), ("wang", "causal_sees_the_future")):
        folder = course / "submitted" / student / "attention"
        folder.mkdir(parents=True)
        (folder / "attention.py").write_text(with_mistake(attention, mistake), encoding="utf-8")
    released = run("nbgrader", "generate_assignment", "attention", folder=course)
    assert released.returncode == 0, released.stderr
    autograded = run("nbgrader", "autograde", "attention", "--student=li", folder=course)
    assert autograded.returncode == 0, autograded.stderr
    graded = run("autograder", "grade", course, "--workers", "1", "--json", folder=tmp_path)
    assert graded.returncode == 0, graded.stderr
    points = [(record["submission"], record["points"]) for record in json.loads(graded.stdout)]
    assert [value for _, value in points] == [9.26, 10]
    with Gradebook(f"sqlite:///{course}/gradebook.db", "course") as gradebook:
        scores = {s.student.id: s.score for s in gradebook.assignment_submissions("attention")}
    assert scores == {"li": 9.26, "wang": 10}


def test_the_student_edition_checks_it_without_its_reference(attention: Exercise, tmp_path: Path) -> None:
    edition = tmp_path / "edition"
    write_edition(edition, [attention])
    (tmp_path / "attention.py").write_text(with_mistake(attention, "scores_not_scaled"), encoding="utf-8")
    checked = run("autograder", "check", "attention", "--lang", "en", folder=tmp_path, package=edition)
    assert checked.returncode == 1, checked.stderr
    assert "You do not divide by √d" in checked.stdout
    assert not [path for path in edition.rglob("*") if path.parts[-2:] == ("reference", "attention.py")]
    assert not [path for path in edition.rglob("hidden/*") if path.is_file()]
