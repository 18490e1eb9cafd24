"""The gradebook's writer killed at twenty moments and more: what it leaves is sound, and ends as if nobody had disturbed it."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import time
from pathlib import Path

import pytest

from autograder.exercise import Exercise
from autograder.nbgrader_bridge import gradebook
from autograder.nbgrader_bridge.course import build_course
from autograder.nbgrader_bridge.gradebook import write_gradebook
from tests.nbgrader_bridge.conftest import Course, hand_in, record_for
from tests.nbgrader_bridge.test_parity import comments, files, grades, submissions

KILLS = 20
STUDENTS = 18


def make_course(folder: Path, exercise: Exercise) -> Path:
    """A released course with a class that has Records and no grades yet."""
    build_course(folder, ["polysemy"])
    for number in range(STUDENTS):
        student = f"s{number:02}"
        hand_in(folder, student, "polysemy.py", f"x = {number}\n".encode())
        record_for(folder, student, exercise, part=number % 5 / 4)
    write_gradebook(folder, "polysemy", [])
    with Course(folder).gradebook() as book:
        for number in range(STUDENTS):
            book.remove_submission("polysemy", f"s{number:02}")
    shutil.rmtree(folder / "autograded")
    return folder


def write_in_a_child(folder: Path) -> int:
    """Start a writer in a process of its own."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = len(write_gradebook(folder, "polysemy", [], lambda message: None))
        finally:
            os._exit(code)
    return child


def killed(child: int, seconds: float) -> bool:
    """Kill a writer after some seconds; whether it was still at work."""
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


def is_sound(folder: Path) -> bool:
    """Whether the database is whole, and each student in it has all grades or none."""
    with sqlite3.connect(folder / "gradebook.db") as book:
        (said,) = book.execute("PRAGMA integrity_check").fetchone()
    book.close()
    cells = [student for student, _ in grades(Course(folder))]
    return bool(said == "ok") and {cells.count(student) for student in cells} <= {7}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_writer_killed_again_and_again_ends_in_the_gradebook_of_one_left_alone(
    tmp_path: Path, polysemy: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gradebook, "_STUDENTS_A_TRANSACTION", 3)
    course, left = make_course(tmp_path / "killed" / "course", polysemy), tmp_path / "left" / "course"
    shutil.copytree(course, left)
    start = time.monotonic()
    write_gradebook(left, "polysemy", [])
    seconds = time.monotonic() - start
    chance, kills, begun_again = random.Random(6), 0, 0
    while kills < KILLS:
        # Each writer goes on where the last one was, so a kill comes after a part of what one alone would take.
        if killed(write_in_a_child(course), chance.uniform(0.05, 0.5) * seconds):
            kills += 1
            assert is_sound(course)
        else:
            begun_again += 1
            shutil.rmtree(course)
            make_course(course, polysemy)
    assert begun_again < KILLS
    assert write_gradebook(course, "polysemy", []) == []
    one, other = Course(course), Course(left)
    assert grades(one) == grades(other) and len(grades(one)) == 7 * STUDENTS
    assert comments(one) == comments(other)
    assert submissions(one) == submissions(other)
    assert files(one) == files(other)
