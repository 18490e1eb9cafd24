"""What goes wrong in the middle of a class: the grader is killed, a worker dies, the disk is full."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from autograder import batch
from autograder.batch import Graded, grade_course
from autograder.errors import UsageError
from autograder.exercise import load
from autograder.intake import find_submissions
from autograder.record import read_record
from autograder.sandbox.confine.memory import descendants
from tests.killed_class import stand_in

ROOT = Path(__file__).parents[1]
KILLS = 20
STUDENTS = 120


def make_course(folder: Path, contents: list[bytes]) -> Path:
    for number, content in enumerate(contents):
        path = folder / "submitted" / f"s{number:03}" / "polysemy" / "polysemy.py"
        path.parent.mkdir(parents=True)
        path.write_bytes(content)
    return folder


def records(course: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((course / "records" / "polysemy").glob("*.json"))}


def graded(course: Path, workers: int, **options: Any) -> list[Graded]:
    return list(grade_course(find_submissions(course, ["polysemy"]), workers, grade=stand_in, **options))


def start(course: Path, workers: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.killed_class", str(course), str(workers)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8")


def class_of(count: int) -> list[bytes]:
    return [f"{number}".encode() for number in range(count)]


def test_a_grader_killed_again_and_again_ends_in_the_records_of_one_left_alone(tmp_path: Path) -> None:
    course = make_course(tmp_path / "killed", class_of(STUDENTS))
    chance = random.Random(6)
    kills = 0
    while kills < KILLS:
        before = len(records(course))
        process = start(course, workers=1)
        assert process.stdout is not None
        # What is there already is told first; the kill falls a few submissions later, at no chosen point of the next one.
        for _ in range(before + chance.randrange(1, STUDENTS // KILLS)):
            process.stdout.readline()
        process.kill()
        if process.wait() == -signal.SIGKILL:
            kills += 1
        else:  # it was faster than this test on a busy machine: begin the class again
            shutil.rmtree(course / "records")
    assert records(course)
    process = start(course, workers=1)
    process.communicate()
    assert process.returncode == 0
    undisturbed = make_course(tmp_path / "left", class_of(STUDENTS))
    graded(undisturbed, 1)
    assert records(course) == records(undisturbed)
    assert len(records(course)) == STUDENTS


def test_the_number_of_workers_changes_no_record(tmp_path: Path) -> None:
    one, two, four = (make_course(tmp_path / str(n), class_of(12)) for n in (1, 2, 4))
    graded(one, 1)
    graded(two, 2)
    graded(four, 4)
    assert len(records(one)) == 12
    assert records(one) == records(two) == records(four)


def test_a_worker_that_dies_is_replaced_and_its_submission_tried_once_more(tmp_path: Path) -> None:
    course = make_course(tmp_path, [b"1", b"die once", b"die", b"2", b"die", b"3"])
    errors = {one.submitted.student: one.record.error for one in graded(course, 2)}
    lost = "the process that grades died twice at this submission"
    assert errors == {"s000": None, "s001": None, "s002": lost, "s003": None, "s004": lost, "s005": None}


def test_a_full_disk_stops_the_class_and_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = make_course(tmp_path, class_of(5))
    calls: list[int] = []
    really = os.fsync

    def fsync(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        really(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(UsageError, match=r"s002\.json: cannot be written \(No space left on device\)"):
        graded(course, 1)
    folder = course / "records" / "polysemy"
    assert sorted(path.name for path in folder.iterdir()) == ["s000.json", "s001.json"]
    assert [one.fresh for one in graded(course, 1)].count(True) == 3


def test_a_submission_that_cannot_be_read_does_not_end_the_class(tmp_path: Path) -> None:
    course = make_course(tmp_path, class_of(2))
    found = find_submissions(course, ["polysemy"])
    found[0].path.unlink()
    record = batch.grade_file(found[0])
    assert record.status == "error" and "FileNotFoundError" in str(record.error)


GRADES = """
import sys
from pathlib import Path
from autograder.batch import grade_course
from autograder.intake import find_submissions
for one in grade_course(find_submissions(Path(sys.argv[1]), ["gpt"]), workers=2):
    print(one.record.status, flush=True)
"""


def real_class(folder: Path, students: int) -> Path:
    content = load("gpt").reference.read_text(encoding="utf-8")
    for number in range(students):
        path = folder / "submitted" / f"s{number:03}" / "gpt" / "gpt.py"
        path.parent.mkdir(parents=True)
        path.write_text(f"{content}\n# {number}\n", encoding="utf-8")
    return folder


def start_real(course: Path) -> subprocess.Popen[str]:
    """A grader with two workers, in a process of its own, that has graded one submission."""
    process = subprocess.Popen([sys.executable, "-c", GRADES, course], stdout=subprocess.PIPE, encoding="utf-8")
    assert process.stdout is not None and process.stdout.readline() == "graded\n"
    return process


def runs(pid: int) -> bool:
    """Whether a process is there and has not ended (proc_pid_stat(5))."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
def test_whatever_a_killed_grader_had_started_goes_with_it(tmp_path: Path) -> None:
    process = start_real(real_class(tmp_path, 40))
    started = descendants(process.pid)
    process.kill()
    process.communicate()
    deadline = time.monotonic() + 30
    while any(map(runs, started)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(started) >= 4  # two workers and their servers, and the processes that these were forked from
    assert not [pid for pid in started if runs(pid)]


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
def test_a_class_goes_on_whichever_of_its_processes_is_killed(tmp_path: Path) -> None:
    course = real_class(tmp_path, 40)
    process = start_real(course)
    chance, killed = random.Random(6), set()
    while process.poll() is None and len(killed) < KILLS:
        if victims := [pid for pid in descendants(process.pid) if pid not in killed]:
            killed.add(victim := chance.choice(victims))
            os.kill(victim, signal.SIGKILL)
        time.sleep(0.3)
    process.communicate()
    assert process.returncode == 0 and len(killed) >= 4
    list(grade_course(find_submissions(course, ["gpt"]), workers=1))  # what ended in an error of ours is tried again
    kept = [read_record(path) for path in sorted((course / "records" / "gpt").glob("s???.json"))]
    assert [(record.status, record.points) for record in kept] == [("graded", kept[0].max_points)] * 40
