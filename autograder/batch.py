"""Many submissions: grades what has no valid Record yet, keeps each Record as it comes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from autograder.cluster import on_cluster
from autograder.errors import UsageError
from autograder.exercise import Exercise, load
from autograder.intake import Submitted
from autograder.pool import Outfit, in_processes
from autograder.record import Record, read_record, write_record
from autograder.warm import shared_grader, use_twin

_SUBMISSIONS_A_WORKER = 8


@dataclass(frozen=True)
class Graded:
    """One submission's Record; `fresh` unless it was there already."""

    submitted: Submitted
    record: Record
    fresh: bool


@dataclass(frozen=True)
class Outcome:
    """What is kept of a graded submission while the class goes on; the Record itself is on disk.

    Args:
        submitted: the submission.
        fresh: whether it was graded now.
        error: what of ours went wrong, if anything did.
    """

    submitted: Submitted
    fresh: bool
    error: str | None

    def record(self) -> Record:
        """The Record from disk, as `Graded` had it."""
        return replace(read_record(self.submitted.record_path), error=self.error)


def grade_file(submitted: Submitted) -> Record:
    """Grade one submission with this process's own grader; whatever goes wrong is a Record with status `error`."""
    try:
        return shared_grader().grade(submitted.path.read_bytes(), submitted.name, load(submitted.slug))
    except Exception as error:  # one submission must not end the class
        return _not_graded(submitted, f"{type(error).__name__}: {error}")


def grade_course(
    submissions: Sequence[Submitted],
    workers: int | None = None,
    force: bool = False,
    grade: Callable[[Submitted], Record] = grade_file,
    scheduler: str | None = None,
) -> Iterator[Graded]:
    """Grade submissions, each Record written as it comes; what has a valid Record already is given back unchanged.

    Args:
        submissions: from `find_submissions`.
        workers: processes that grade; by default as many as there are cores, fewer for a small class.
        force: grade again what has a valid Record.
        grade: what grades one submission, a function of a module.
        scheduler: the address of a dask scheduler, whose workers grade instead of processes here.

    Raises:
        UsageError: if a Record cannot be written, as on a full disk, or the scheduler cannot be reached.
    """
    exercise = cache(load)  # its key is a hash of many files: once for each run
    waiting = []
    for submitted in submissions:
        record = None if force else _valid_record(submitted, exercise(submitted.slug))
        if record is None:
            waiting.append(submitted)
        else:
            yield Graded(submitted, record, fresh=False)
    if not waiting:
        return
    workers = workers or default_workers(len(waiting))
    graded = on_cluster(scheduler, waiting, _not_graded) if scheduler else _graded(waiting, workers, grade)
    for submitted, record in graded:
        yield Graded(submitted, _keep(submitted, record), fresh=True)


def _graded(
    waiting: Sequence[Submitted], workers: int, grade: Callable[[Submitted], Record]
) -> Iterator[tuple[Submitted, Record]]:
    if workers == 1:
        return ((submitted, grade(submitted)) for submitted in waiting)
    if grade is not grade_file:
        return in_processes(grade, waiting, workers, _lost)
    return _graded_by_twins(waiting, workers)


def _graded_by_twins(waiting: Sequence[Submitted], workers: int) -> Iterator[tuple[Submitted, Record]]:
    """Torch is imported twice, once for all graders and once for all students' sessions, however many workers there are."""
    from autograder.sandbox.session import open_server

    with closing(open_server()) as server:
        outfit = Outfit(("autograder.grade",), server.twin, use_twin)
        yield from in_processes(grade_file, waiting, workers, _lost, outfit)


def grade_submitted(submitted: Submitted) -> Graded:
    """Grade one submission with this process's own grader, unless it has a valid Record."""
    record = _valid_record(submitted, load(submitted.slug))
    if record is not None:
        return Graded(submitted, record, fresh=False)
    return Graded(submitted, _keep(submitted, grade_file(submitted)), fresh=True)


def default_workers(count: int) -> int:
    """As many as cores, but none with so little to do that starting it costs more than it saves."""
    return max(1, min(os.cpu_count() or 1, count // _SUBMISSIONS_A_WORKER))


def _valid_record(submitted: Submitted, exercise: Exercise) -> Record | None:
    """The Record on disk, if it is of these bytes and of the exercise as it is now."""
    try:
        record = read_record(submitted.record_path)
        digest = hashlib.sha256(submitted.path.read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None
    current = record.status == "graded" and record.sha256 == digest and record.version == exercise.key
    return record if current else None


def _keep(submitted: Submitted, record: Record) -> Record:
    """Write the Record; an error of ours does not replace an earlier grade."""
    if record.status == "error":
        try:
            earlier = read_record(submitted.record_path)
        except (OSError, ValueError):
            earlier = None
        if earlier is not None and earlier.status == "graded":
            _write(record, submitted.record_path.with_suffix(".error.json"))
            return replace(earlier, error=record.error)
    _write(record, submitted.record_path)
    return record


def _write(record: Record, path: Path) -> None:
    try:
        write_record(record, path)
    except OSError as error:
        raise UsageError(
            f"{path}: cannot be written ({error.strerror}); the records before it are kept, run the same command again"
        ) from None


def _lost(submitted: Submitted) -> Record:
    return _not_graded(submitted, "the process that grades died twice at this submission")


def _not_graded(submitted: Submitted, error: str) -> Record:
    """A Record that says whose fault it was: ours."""
    exercise = load(submitted.slug)
    try:
        digest = hashlib.sha256(submitted.path.read_bytes()).hexdigest()
    except OSError:
        digest = ""
    return Record(exercise.slug, submitted.name, digest, exercise.key, "error", error, {}, None, {}, 0.0)
