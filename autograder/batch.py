"""Many submissions: finds them in a course, grades what has no valid Record yet, keeps each Record as it comes."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.errors import UsageError
from autograder.exercise import Exercise, load
from autograder.grade import Grader
from autograder.nbgrader_bridge.stand_in import stands_for
from autograder.record import Record, read_record, write_record

_SUBMISSIONS_A_WORKER = 8
_WAITING_A_WORKER = 4


@dataclass(frozen=True)
class Submitted:
    """A file that a student handed in."""

    course: Path
    student: str
    slug: str
    path: Path

    @property
    def record_path(self) -> Path:
        """Where its Record is kept."""
        return self.course / "records" / self.slug / f"{self.student}.json"

    @property
    def name(self) -> str:
        """What its Record calls it."""
        return f"{self.student}/{self.slug}/{self.path.name}"


@dataclass(frozen=True)
class Graded:
    """One submission's Record; `fresh` unless it was there already."""

    submitted: Submitted
    record: Record
    fresh: bool


def submission_file(folder: Path, slug: str) -> Path | None:
    """The file in a student's folder that is graded.

    `<slug>.ipynb` before `<slug>.py`; otherwise (a renamed file) the only notebook there, or the only script. A stand-in counts as
    the file that it names.
    """
    found = _named_file(folder, slug)
    return found and (stands_for(found) or found)


def _named_file(folder: Path, slug: str) -> Path | None:
    for name in (f"{slug}.ipynb", f"{slug}.py"):
        if (folder / name).is_file():
            return folder / name
    for pattern in ("*.ipynb", "*.py"):
        found = sorted(path for path in folder.glob(pattern) if path.is_file() and not path.name.startswith("."))
        if len(found) == 1:
            return found[0]
    return None


def find_submissions(course: Path, slugs: Sequence[str]) -> list[Submitted]:
    """All submissions of a course to these exercises, by exercise and student.

    Raises:
        UsageError: if the folder is no course.
    """
    submitted = course / "submitted"
    if not submitted.is_dir():
        raise UsageError(f"{course}: no folder `submitted` in it; build a course with `plm course build {course}`")
    found = []
    for slug in slugs:
        for student in sorted(path for path in submitted.iterdir() if (path / slug).is_dir()):
            path = submission_file(student / slug, slug)
            if path is not None:
                found.append(Submitted(course, student.name, slug, path))
    return found


def grade_course(submissions: Sequence[Submitted], workers: int | None = None, force: bool = False) -> Iterator[Graded]:
    """Grade submissions, each Record written as it comes; what has a valid Record already is given back unchanged.

    Args:
        submissions: from `find_submissions`.
        workers: processes that grade; by default as many as there are cores, fewer for a small class.
        force: grade again what has a valid Record.
    """
    waiting = []
    for submitted in submissions:
        record = None if force else _valid_record(submitted)
        if record is None:
            waiting.append(submitted)
        else:
            yield Graded(submitted, record, fresh=False)
    if not waiting:
        return
    workers = workers or default_workers(len(waiting))
    graded = _one_process(waiting) if workers == 1 else _many_processes(waiting, workers)
    for submitted, record in graded:
        yield Graded(submitted, _keep(submitted, record), fresh=True)


def default_workers(count: int) -> int:
    """As many as cores, but none with so little to do that starting it costs more than it saves."""
    return max(1, min(os.cpu_count() or 1, count // _SUBMISSIONS_A_WORKER))


def _valid_record(submitted: Submitted) -> Record | None:
    """The Record on disk, if it is of these bytes and of the exercise as it is now."""
    try:
        record = read_record(submitted.record_path)
        digest = hashlib.sha256(submitted.path.read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None
    current = record.status == "graded" and record.sha256 == digest and record.version == load(submitted.slug).key
    return record if current else None


def _keep(submitted: Submitted, record: Record) -> Record:
    """Write the Record; an error of ours does not replace an earlier grade."""
    if record.status == "error":
        try:
            earlier = read_record(submitted.record_path)
        except (OSError, ValueError):
            earlier = None
        if earlier is not None and earlier.status == "graded":
            write_record(record, submitted.record_path.with_suffix(".error.json"))
            return replace(earlier, error=record.error)
    write_record(record, submitted.record_path)
    return record


def _one_process(submissions: Sequence[Submitted]) -> Iterator[tuple[Submitted, Record]]:
    with Grader() as grader:
        for submitted in submissions:
            yield submitted, _grade(grader, submitted)


def _grade(grader: Grader, submitted: Submitted) -> Record:
    exercise: Exercise = load(submitted.slug)
    return grader.grade(submitted.path.read_bytes(), submitted.name, exercise)


def _many_processes(submissions: Sequence[Submitted], workers: int) -> Iterator[tuple[Submitted, Record]]:
    queue = iter(submissions)
    running: dict[Future[Record], Submitted] = {}
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _start_worker) as pool:
        while True:
            while len(running) < workers * _WAITING_A_WORKER and (submitted := next(queue, None)) is not None:
                running[pool.submit(_grade_in_worker, submitted)] = submitted
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()


_grader: Grader | None = None


def _start_worker() -> None:
    global _grader
    _grader = Grader()


def _grade_in_worker(submitted: Submitted) -> Record:
    assert _grader is not None
    return _grade(_grader, submitted)
