"""One submission -> Record: the only place where points are decided."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import torch
import transformers

from autograder.box import Box
from autograder.checks.caller import Caller, Observer
from autograder.checks.memo import MemoSession
from autograder.checks.recorded import RecordedSession, read_answers
from autograder.checks.runner import CheckRunner, HarnessError, Job, Retry
from autograder.diagnosis import Diagnosis
from autograder.exercise import Exercise, Function, Limits
from autograder.record import CheckResult, FunctionResult, Record, Status, Visibility, WrittenResult
from autograder.sandbox import UNCONFINED
from autograder.sandbox.session import ForkedSession, LocalSession, Server, open_server
from autograder.sandbox.worker import Worker
from autograder.stray import note_of_another_exercise
from autograder.submission import Submission, read_submission
from autograder.text import Text

EVERYTHING: frozenset[Visibility] = frozenset(("public", "hidden"))
PUBLIC: frozenset[Visibility] = frozenset(("public",))


class NotConfined(RuntimeError):
    """The machine refuses the layers that keep untrusted code in, and nobody said that it may run without them."""


class Grader:
    """Grades submissions; keeps the warm server and each exercise's collected checks between them.

    Args:
        unconfined: run student code where confinement comes to less than `partial`, too: for those who check their own. Without it
            such a machine gives Records with status `error`, and no student code runs.
        server: where sessions are opened; None for a server of its own.

    Example:
        >>> with Grader() as grader:
        ...     record = grader.grade(path.read_bytes(), path.name, load("polysemy"))
    """

    def __init__(self, unconfined: bool = False, server: Server | None = None) -> None:
        self._unconfined = unconfined
        transformers.utils.logging.set_verbosity_error()  # its remarks on lengths are no news to whoever grades
        torch.set_num_threads(1)  # threads that wait for each other cost more than they bring on models this small
        self._server = server or open_server()
        self._benches: dict[str, Bench] = {}
        self._lock = threading.RLock()

    def __enter__(self) -> Grader:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the warm server and pytest's loops."""
        for bench in self._benches.values():
            bench.runner.close()
        self._benches.clear()
        self._server.close()

    def bench(self, exercise: Exercise) -> Bench:
        """The exercise's checks and reference, set up once."""
        with self._lock:
            if exercise.key not in self._benches:
                self._benches[exercise.key] = Bench(exercise)
            return self._benches[exercise.key]

    def grade(
        self,
        content: bytes,
        name: str,
        exercise: Exercise,
        visibilities: frozenset[Visibility] = EVERYTHING,
        only: frozenset[str] | None = None,
    ) -> Record:
        """Grade one submission.

        Args:
            content: the bytes of the notebook or script.
            name: what the Record calls it.
            exercise: what was asked.
            visibilities: which checks run (all of them when grading).
            only: the functions to check; None for all.

        Returns:
            The Record; `status` is `error` where the fault is ours.
        """
        return self.grade_program(read_submission(content, name, exercise), exercise, visibilities, only)

    def grade_program(
        self,
        submission: Submission,
        exercise: Exercise,
        visibilities: frozenset[Visibility] = EVERYTHING,
        only: frozenset[str] | None = None,
    ) -> Record:
        """Grade a submission that has been read."""
        with self._lock:
            start = time.monotonic()
            run = self.run(submission, exercise, visibilities, only)
            return _record(submission, exercise, run, visibilities, time.monotonic() - start)

    def run(
        self,
        submission: Submission,
        exercise: Exercise,
        visibilities: frozenset[Visibility],
        only: frozenset[str] | None,
    ) -> Run:
        """Run the checks without making a Record of it."""
        try:
            bench = self.bench(exercise)
            if submission.unreadable is not None:
                return Run(_none_passed(bench, submission.unreadable), {}, {}, ())
            return self._run(submission, bench, visibilities, only)
        except (HarnessError, RuntimeError, OSError) as error:
            return Run({}, {}, {}, (), error=f"{type(error).__name__}: {error}")

    def box(self, submission: Submission, exercise: Exercise) -> Box:
        """The submission's program, to be loaded in a session of the warm server when first called."""
        limits = exercise.limits
        asked = [function.name for function in exercise.functions]
        return Box(lambda: self._session(limits), submission.chunks, limits.load_seconds, asked)

    def _session(self, limits: Limits) -> ForkedSession:
        """A session, if it is confined enough; looked at before any student code is sent to it."""
        session = self._server.session(limits)
        if session.confinement["level"] == "none" and not self._unconfined:
            session.close()
            raise NotConfined(_why_not(session.confinement["layers"]))
        return session

    def _run(
        self, submission: Submission, bench: Bench, visibilities: frozenset[Visibility], only: frozenset[str] | None
    ) -> Run:
        limits = bench.exercise.limits
        self._server.start()  # before the clock runs: a cold start on a busy machine is not the submission's time
        box = self.box(submission, bench.exercise)
        deadline = time.monotonic() + limits.submission_seconds
        student = Caller(box.session, box.fresh, box.line, box.why_missing)
        job = Job(student, bench.reference, visibilities, deadline, only, is_sound=bench.is_sound)
        try:
            results = bench.runner.run(job)
        finally:
            box.drop()
        notes = (*note_of_another_exercise(submission.chunks, bench.exercise), *box.notes, *box.syntax_errors())
        return Run(bench.diagnosis.name(results, job.calls), job.calls, box.confinement, notes)


class Bench:
    """One exercise made ready: its checks collected, its reference loaded, its misconceptions known."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.runner = CheckRunner({v: exercise.checks(v) for v in ("public", "hidden")})
        self.diagnosis = Diagnosis(exercise)
        self._answers = _reference_session(exercise)
        self.reference = self.reference_caller()

    @property
    def hidden_checks(self) -> int:
        """How many checks run at grading only; the student package knows the number and not the checks."""
        if self.exercise.reference.is_file():
            return sum(visibility == "hidden" for _, visibility in self.runner.checks)
        return read_answers(self.exercise.answers)[1]

    def reference_caller(self, observe: Observer = lambda request, response: None) -> Caller:
        """Calls to the reference."""
        return Caller(lambda: self._answers, self._answers.begin_check, observe=observe)

    def is_sound(self, retry: Retry) -> bool:
        """Whether a check passes with the reference in the student's place; one that was released has been tried with it."""
        return not self.exercise.reference.is_file() or retry(self._stand_in)

    @cached_property
    def _stand_in(self) -> Caller:
        """The reference as if it had been handed in: in a session of its own, where objects of the check's other calls do not lie."""
        worker = reference_worker(self.exercise)
        session = LocalSession(worker)
        return Caller(lambda: session, worker.forget)


@dataclass(frozen=True)
class Run:
    """What running the checks gave."""

    results: dict[str, CheckResult]
    calls: dict[str, list[Any]]
    confinement: dict[str, Any]
    notes: tuple[Text, ...]
    error: str | None = None


def _why_not(layers: dict[str, str]) -> str:
    refused = "; ".join(f"{layer} {state}" for layer, state in layers.items() if state.startswith("refused"))
    return (
        f"this machine does not confine student code ({refused}); nothing was run. Grade on Linux where SECURITY.md's layers are"
        f" given, or, if you trust every submission, say --unconfined ({UNCONFINED}=1)"
    )


def _reference_session(exercise: Exercise) -> MemoSession | RecordedSession:
    if exercise.reference.is_file():
        return MemoSession(LocalSession(reference_worker(exercise)))
    return RecordedSession(read_answers(exercise.answers)[0])


def reference_worker(exercise: Exercise) -> Worker:
    """The reference loaded in this process."""
    worker = Worker(module=f"reference_{exercise.slug}")
    source = exercise.reference.read_text(encoding="utf-8")
    errors = worker.load([{"cell": "reference", "source": source, "label": str(exercise.reference), "first_line": 1}])
    if errors:
        raise HarnessError(f"{exercise.reference}: {errors[0]['type']}: {errors[0]['message']}")
    return worker


def _none_passed(bench: Bench, reason: Text) -> dict[str, CheckResult]:
    return {
        check.id: CheckResult(check.id, check.title, visibility, False, check.share, reason)
        for check, visibility in bench.runner.checks
    }


def _record(
    submission: Submission, exercise: Exercise, run: Run, visibilities: frozenset[Visibility], seconds: float
) -> Record:
    status: Status = "graded" if run.error is None else "error"
    return Record(
        exercise=exercise.slug,
        submission=submission.name,
        sha256=submission.sha256,
        version=exercise.key,
        status=status,
        error=run.error,
        functions={function.name: function_result(function, run.results.values()) for function in exercise.functions},
        written=_written(submission, exercise) if visibilities == EVERYTHING else None,
        confinement=run.confinement,
        seconds=round(seconds, 3),
        notes=(*submission.notes, *run.notes),
    )


def function_result(function: Function, results: Iterable[CheckResult]) -> FunctionResult:
    """A function's points: its maximum times the passed share of its checks; none without checks."""
    own = tuple(result for result in results if _function_of(result) == function.name)
    total = sum(result.share for result in own)
    passed = sum(result.share for result in own if result.passed)
    points = round(function.points * passed / total, 2) if total else 0.0
    return FunctionResult(points, function.points, own)


def _function_of(result: CheckResult) -> str:
    return result.id.rsplit(".", 1)[0]


def _written(submission: Submission, exercise: Exercise) -> WrittenResult | None:
    """The written part is scored when grading; the student edition has no rubrics, and no module that reads them."""
    from autograder.written import score_written

    return None if exercise.written is None else score_written(submission.written, exercise)
