"""Many submissions: grades what has no valid Record yet, keeps each Record as it comes."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace

from autograder.exercise import Exercise, load
from autograder.grade import Grader, shared_grader
from autograder.intake import Submitted
from autograder.record import Record, read_record, write_record

_SUBMISSIONS_A_WORKER = 8
_WAITING_A_WORKER = 4


@dataclass(frozen=True)
class Graded:
    """One submission's Record; `fresh` unless it was there already."""

    submitted: Submitted
    record: Record
    fresh: bool


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


def grade_submitted(submitted: Submitted) -> Graded:
    """Grade one submission with this process's own grader, unless it has a valid Record."""
    record = _valid_record(submitted)
    if record is not None:
        return Graded(submitted, record, fresh=False)
    return Graded(submitted, _keep(submitted, _grade(shared_grader(), submitted)), fresh=True)


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
    for submitted in submissions:
        yield submitted, _grade(shared_grader(), submitted)


def _grade(grader: Grader, submitted: Submitted) -> Record:
    exercise: Exercise = load(submitted.slug)
    return grader.grade(submitted.path.read_bytes(), submitted.name, exercise)


def _many_processes(submissions: Sequence[Submitted], workers: int) -> Iterator[tuple[Submitted, Record]]:
    queue = iter(submissions)
    running: dict[Future[Record], Submitted] = {}
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        while True:
            while len(running) < workers * _WAITING_A_WORKER and (submitted := next(queue, None)) is not None:
                running[pool.submit(_grade_in_worker, submitted)] = submitted
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()


def _grade_in_worker(submitted: Submitted) -> Record:
    return _grade(shared_grader(), submitted)
