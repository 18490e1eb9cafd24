"""Records what the reference answers to the public checks, so that students can check themselves without the reference."""

from __future__ import annotations

import io
import time
from contextlib import redirect_stdout
from dataclasses import dataclass

from autograder.checks.caller import Caller
from autograder.checks.recorded import RecordingSession
from autograder.checks.runner import CheckRunner, Job
from autograder.errors import UsageError
from autograder.exercise import Exercise
from autograder.grade import PUBLIC, reference_worker
from autograder.sandbox.session import LocalSession
from autograder.sandbox.wire import Encoder


@dataclass(frozen=True)
class Recorded:
    """What the reference gave.

    Args:
        answers: chain of requests to answer.
        public: the public checks' ids.
        hidden: how many checks run at grading only.
    """

    answers: dict[str, bytes]
    public: frozenset[str]
    hidden: int


def record_answers(exercise: Exercise) -> Recorded:
    """The reference's answers to all public checks.

    Raises:
        UsageError: if the reference does not pass a public check.
    """
    recording = RecordingSession(LocalSession(reference_worker(exercise)))
    local = LocalSession(reference_worker(exercise))
    fresh = Encoder().frame({"op": "fresh"})
    runner = CheckRunner({visibility: exercise.checks(visibility) for visibility in ("public", "hidden")})
    student = Caller(lambda: local, lambda: local.ask(fresh))
    reference = Caller(lambda: recording, lambda: recording.begin_check(fresh))
    try:
        with redirect_stdout(
            io.StringIO()
        ):  # what a Trainer reports of its steps is no news to whoever makes a package
            results = runner.run(Job(student, reference, PUBLIC, time.monotonic() + 600))
        hidden = sum(visibility == "hidden" for _, visibility in runner.checks)
    finally:
        runner.close()
    failed = [result.id for result in results.values() if not result.passed]
    if failed:
        raise UsageError(f"{exercise.reference}: does not pass {', '.join(failed)}; see `plm selftest {exercise.slug}`")
    return Recorded(recording.answers, frozenset(results), hidden)
