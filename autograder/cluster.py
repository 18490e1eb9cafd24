"""The same grading on a cluster: `grade_bytes` is the task, dask.distributed (extra `cluster`) the engine.

Submissions travel as bytes and Records come back as JSON, so workers share no folder with the course; they need the package alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from autograder.errors import UsageError
from autograder.exercise import load
from autograder.intake import Submitted
from autograder.record import Record
from autograder.warm import shared_grader

_IN_FLIGHT_A_THREAD = 3
_SECONDS_TO_CONNECT = 20
_ATTEMPTS = 3

Grade = Callable[[bytes, str, str], dict[str, Any]]


def grade_bytes(content: bytes, name: str, slug: str) -> dict[str, Any]:
    """Grade one submission where this runs, with that process's own grader.

    Args:
        content: the file's bytes.
        name: what the Record calls it.
        slug: the exercise.

    Returns:
        The Record as JSON.
    """
    return shared_grader().grade(content, name, load(slug)).to_json()


def on_cluster(
    address: str,
    submissions: Sequence[Submitted],
    lost: Callable[[Submitted, str], Record],
    grade: Grade = grade_bytes,
) -> Iterator[tuple[Submitted, Record]]:
    """Grade submissions on a cluster; each with its Record, in the order in which they are done.

    A worker that dies costs nothing but time: the scheduler gives its submissions to others. One that kills several workers, and
    one that meets another version of the exercise, comes back as `lost`.

    Args:
        address: the scheduler's, `tcp://host:8786`.
        submissions: what to grade.
        lost: makes the Record of a submission that could not be graded, from the reason.
        grade: the task.

    Raises:
        UsageError: if dask is not installed or the scheduler cannot be reached.
    """
    client = _connect(address)
    try:
        yield from _results(client, iter(submissions), lost, grade)
    finally:
        client.close()


def _connect(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise UsageError('--scheduler needs dask: pip install "plm-exercises[cluster]"') from None
    try:
        return Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise UsageError(
            f"--scheduler {address}: cannot be reached ({error}); is the scheduler running there?"
        ) from None


def _results(
    client: Any, queue: Iterator[Submitted], lost: Callable[[Submitted, str], Record], grade: Grade
) -> Iterator[tuple[Submitted, Record]]:
    from distributed import as_completed

    running: dict[str, tuple[Submitted, int]] = {}
    done = as_completed([], loop=client.loop, raise_errors=False)

    def submit(submitted: Submitted, attempt: int) -> None:
        future = client.submit(grade, submitted.path.read_bytes(), submitted.name, submitted.slug, pure=False)
        running[future.key] = (submitted, attempt)
        done.add(future)

    def fill() -> None:
        most = max(1, sum(client.nthreads().values())) * _IN_FLIGHT_A_THREAD
        while len(running) < most and (submitted := next(queue, None)) is not None:
            submit(submitted, 1)

    fill()
    for future in done:
        submitted, attempt = running.pop(future.key)
        if future.status != "finished" and attempt < _ATTEMPTS:
            submit(submitted, attempt + 1)  # a connection that broke is not the submission's fault
            continue
        yield submitted, _record(future, submitted, lost)
        fill()


def _record(future: Any, submitted: Submitted, lost: Callable[[Submitted, str], Record]) -> Record:
    if future.status != "finished":
        error = future.exception()
        return lost(submitted, f"on the cluster: {type(error).__name__}: {error}")
    record = Record.from_json(future.result())
    if record.version != load(submitted.slug).key:
        return lost(submitted, "on the cluster: a worker has another version of the exercise or of its packages")
    return record
