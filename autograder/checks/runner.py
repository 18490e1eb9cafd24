"""Runs an exercise's checks by pytest, in the trusted process, for one submission after another.

pytest collects the exercise's two check modules once and stays in its test loop, on a thread of its own; each job runs all items
against one submission. So a submission costs its checks and not pytest's start.
"""

from __future__ import annotations

import graphlib
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from autograder.checks import public
from autograder.checks.caller import Call, Caller
from autograder.checks.failure import CheckFailed, NotRun
from autograder.checks.marker import Check, marker_of
from autograder.checks.outcome import blocked_by, excused_by, failed, result_of, unusable
from autograder.checks.picture import begin_pictures
from autograder.record import CheckResult, Picture, Visibility

_ARGUMENTS = (
    "--noconftest",
    "--disable-plugin-autoload",
    "--capture=no",
    "--import-mode=importlib",
    "--config-file=" + os.devnull,
    *(
        argument
        for name in (
            "cacheprovider",
            "terminal",
            "logging",
            "warnings",
            "faulthandler",
            "threadexception",
            "unraisableexception",
        )
        for argument in ("-p", f"no:{name}")
    ),
)
_one_at_a_time = threading.RLock()


Retry = Callable[[Caller], bool]
"""Tries the running check with these functions in the student's place: whether it passes."""


class HarnessError(Exception):
    """A check itself went wrong: an error of ours, never the student's."""


@dataclass
class Job:
    """One submission to be checked.

    Args:
        student: calls to the student's functions.
        reference: calls to the reference.
        visibilities: which checks to run.
        deadline: `time.monotonic()` after which no further check is started.
        only: the functions to check; None for all.
        ids: the checks to run, whatever they need; None for all.
        reveal: whether failed checks tell everything, secret or not.
        begin: is told the id of each check as it begins.
        is_sound: whether a check that broke on what a student's function gave is sound, asked with a way to try it on other functions:
            then the value was at fault, and the check failed. By default it is not.
        results: filled with what each check found.
        calls: filled with the student's calls in each check that failed.
    """

    student: Caller
    reference: Caller
    visibilities: frozenset[Visibility]
    deadline: float
    only: frozenset[str] | None = None
    ids: frozenset[str] | None = None
    reveal: bool = False
    begin: Callable[[str], None] = lambda check_id: None
    is_sound: Callable[[Retry], bool] = lambda retry: False
    results: dict[str, CheckResult] = field(default_factory=dict)
    calls: dict[str, list[Call]] = field(default_factory=dict)
    error: BaseException | None = None
    done: threading.Event = field(default_factory=threading.Event)


class CheckRunner:
    """The checks of one exercise, ready to run.

    Args:
        modules: the check modules by visibility; missing files are left out.
    """

    def __init__(self, modules: dict[Visibility, Path]) -> None:
        self._modules = {v: path for v, path in modules.items() if path.is_file()}
        self._plugin = _Plugin({str(path): v for v, path in self._modules.items()})
        self._thread: threading.Thread | None = None

    @property
    def checks(self) -> list[tuple[Check, Visibility]]:
        """All checks in the order in which they run."""
        self._start()
        return [(check, visibility) for _, check, visibility in self._plugin.ordered]

    def run(self, job: Job) -> dict[str, CheckResult]:
        """Run the job's checks; results by check id, in the order in which they ran.

        Raises:
            HarnessError: if a check itself went wrong.
        """
        with _one_at_a_time:
            self._start()
            self._plugin.jobs.put(job)
            while not job.done.wait(timeout=1.0):
                self._must_be_alive()
        if job.error is not None:
            raise HarnessError(f"{type(job.error).__name__}: {job.error}") from job.error
        return job.results

    def _must_be_alive(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            raise HarnessError("the thread that runs the checks has ended")

    def close(self) -> None:
        """End pytest's loop."""
        if self._thread is not None:
            self._plugin.jobs.put(None)
            self._thread.join()
            self._thread = None

    def _start(self) -> None:
        with _one_at_a_time:
            if self._thread is None:
                self._thread = threading.Thread(target=self._main, name="checks", daemon=True)
                self._thread.start()
                self._plugin.ready.wait()
        if self._plugin.problem is not None:
            raise HarnessError(self._plugin.problem)

    def _main(self) -> None:
        try:
            _make_ready(self._modules)
            code = pytest.main([*_ARGUMENTS, *map(str, self._modules.values())], plugins=[self._plugin])
            if not self._plugin.ready.is_set() and self._plugin.problem is None:
                self._plugin.problem = (
                    f"pytest could not collect the checks (exit code {code}): {self._plugin.collection_error}"
                )
        except BaseException as error:
            self._plugin.problem = f"pytest could not collect the checks: {error}"
        finally:
            self._plugin.ready.set()


class _Plugin:
    """Keeps pytest in its test loop and hands each job to the collected checks."""

    def __init__(self, visibilities: dict[str, Visibility]) -> None:
        self._visibilities = visibilities
        self._job: Job | None = None
        self._failure: CheckFailed | NotRun | None = None
        self.ordered: list[tuple[pytest.Item, Check, Visibility]] = []
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.ready = threading.Event()
        self.problem: str | None = None
        self.collection_error = ""

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "check: a check of a student's function")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.collection_error = report.longreprtext.strip().rsplit("\n", 1)[-1]

    @pytest.fixture
    def student(self) -> Caller:
        """The student's functions."""
        assert self._job is not None
        return self._job.student

    @pytest.fixture
    def reference(self) -> Caller:
        """The reference's functions."""
        assert self._job is not None
        return self._job.reference

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True
        try:
            self.ordered = _in_order(self._marked(session.items))
        except (HarnessError, graphlib.CycleError) as error:
            self.problem = str(error)
            return True
        self.ready.set()
        while (job := self.jobs.get()) is not None:
            try:
                self._run(job)
            except BaseException as error:
                job.error = error
            finally:
                self._job = None
                job.done.set()
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> Generator[None, Any, Any]:
        """A failed check is a result, not an exception that pytest should render (and never the student's to see)."""
        try:
            return (yield)
        except (CheckFailed, NotRun) as failure:
            self._failure = failure
            return True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        if call.excinfo is not None and self._job is not None:
            self._job.error = self._job.error or call.excinfo.value
        return (yield)

    def _marked(self, items: Iterable[pytest.Item]) -> list[tuple[pytest.Item, Check, Visibility]]:
        marked = []
        for item in items:
            check = marker_of(item)
            if check is None:
                raise HarnessError(f"{item.nodeid}: no @check(...)")
            marked.append((item, check, self._visibilities[str(item.path)]))
        return marked

    def _run(self, job: Job) -> None:
        self._job = job
        chosen = [entry for entry in self.ordered if _is_chosen(entry, job)]
        for item, check, visibility in chosen:
            job.results[check.id] = self._outcome(job, item, check, visibility)
            if job.error is not None:
                return

    def _attempt(self, job: Job, item: pytest.Item, check: Check) -> list[Picture]:
        """Run a check once; the pictures that it drew."""
        job.begin(check.id)
        return self._protocol(job, item)

    def _protocol(self, job: Job, item: pytest.Item) -> list[Picture]:
        self._failure = None
        pictures = begin_pictures()
        job.student.begin_check()
        job.reference.begin_check()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return pictures

    def _outcome(self, job: Job, item: pytest.Item, check: Check, visibility: Visibility) -> CheckResult:
        if (blocked := blocked_by(check, job.results, job.deadline)) is not None:
            return result_of(check, visibility, None, reason=blocked)
        start = time.monotonic()
        pictures = self._attempt(job, item, check)
        if self._failure is not None and job.student.died:
            # What ends a process may be the machine's doing (memory, a full disk): it counts only if it happens again.
            pictures = self._attempt(job, item, check)
        if job.error is not None and _has_a_value(job) and job.is_sound(partial(self._passes, job, item)):
            self._failure, job.error = unusable(job.student.calls[-1], job.error), None
        seconds = round(time.monotonic() - start, 4)
        shown = {"seconds": seconds, "pictures": tuple(pictures) if visibility == "public" else ()}
        if self._failure is None:
            return result_of(check, visibility, job.error is None, **shown)
        excuse = self._failure.reason if isinstance(self._failure, NotRun) else excused_by(check, job.results)
        if isinstance(self._failure, NotRun) or excuse is not None:
            return result_of(check, visibility, None, reason=excuse, **shown)
        job.calls[check.id] = list(job.student.calls)
        return failed(check, visibility, self._failure, job.student, job.reveal, **shown)

    def _passes(self, job: Job, item: pytest.Item, instead: Caller) -> bool:
        """Whether the check passes with other functions in the student's place."""
        kept = job.student, job.error
        job.student, job.error = instead, None
        try:
            self._protocol(job, item)
            return job.error is None and self._failure is None
        finally:
            job.student, job.error = kept


def _has_a_value(job: Job) -> bool:
    return bool(job.student.calls) and not job.student.waits


def _make_ready(modules: dict[Visibility, Path]) -> None:
    """Let hidden checks import `autograder.checks.public.<slug>` wherever the exercise lies, and each file as it is now."""
    if "public" in modules:
        folder = str(modules["public"].parent)
        public.__path__ = [folder, *(known for known in public.__path__ if known != folder)]
    names = tuple(f"{visibility}.{path.stem}" for visibility, path in modules.items())
    for name in [name for name in sys.modules if name.endswith(names)]:
        del sys.modules[name]


def _is_chosen(entry: tuple[pytest.Item, Check, Visibility], job: Job) -> bool:
    _, check, visibility = entry
    asked = (job.only is None or check.function in job.only) and (job.ids is None or check.id in job.ids)
    return visibility in job.visibilities and asked


def _in_order(entries: list[tuple[pytest.Item, Check, Visibility]]) -> list[tuple[pytest.Item, Check, Visibility]]:
    """Collected order, except that whatever a check needs or builds on comes before it."""
    by_id = {check.id: entry for entry in entries for check in [entry[1]]}
    if len(by_id) != len(entries):
        raise HarnessError("two checks have the same id")
    sorter: graphlib.TopologicalSorter[str] = graphlib.TopologicalSorter()
    for _, check, _ in entries:
        sorter.add(check.id, *(need for need in (*check.needs, *check.builds_on) if need in by_id))
    return [by_id[id_] for id_ in sorter.static_order()]
