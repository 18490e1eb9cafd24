"""Worker processes that each do one task at a time: a slow task holds up no other, and a worker that dies is replaced."""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import forkserver
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
_ATTEMPTS = 2
_PAUSES = (0.1, 1.0)
"""Seconds before a worker is started again: the process that it is forked from may be killed at any moment. It is begun anew as
soon as its death is known, a moment later."""
_LONGEST_FOLDER = 60
"""Of temporary files: the address of a socket in it may have 107 bytes (unix(7))."""


@dataclass(frozen=True)
class Outfit:
    """What each worker begins with.

    Args:
        modules: imported once, in a process from which the workers are then forked, where the system can do so.
        gift: makes something in this process for a new worker.
        accept: takes it there, before the first task; a function of a module.
    """

    modules: tuple[str, ...] = ()
    gift: Callable[[], Any] = lambda: None
    accept: Callable[[Any], object] | None = None


def in_processes(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    workers: int,
    lost: Callable[[Task], Result],
    outfit: Outfit = Outfit(),
) -> Iterator[tuple[Task, Result]]:
    """Do tasks in processes; each task with its result, in the order in which they are done.

    Tasks are taken from the iterable only when a worker is free, so any number of them needs the same memory.

    Args:
        work: a function of a module, which must not raise.
        tasks: plain data that can be pickled.
        workers: how many processes.
        lost: the result of a task whose worker died twice.
        outfit: what each worker begins with.
    """
    pool = _Pool(work, iter(tasks), workers, lost, outfit)
    try:
        yield from pool.results()
    finally:
        pool.close()


@dataclass
class _Worker(Generic[Task]):
    process: BaseProcess
    pipe: Connection
    task: Task
    attempt: int = 1


class _Pool(Generic[Task, Result]):
    def __init__(
        self,
        work: Callable[[Task], Result],
        tasks: Iterator[Task],
        workers: int,
        lost: Callable[[Task], Result],
        outfit: Outfit,
    ) -> None:
        self.work, self.tasks, self.lost, self.outfit = work, tasks, lost, outfit
        self.context = _context(outfit.modules)
        self.busy: list[_Worker[Task]] = []
        for _, task in zip(range(workers), tasks, strict=False):
            self.busy.append(self._start(task))

    def results(self) -> Iterator[tuple[Task, Result]]:
        while self.busy:
            ready = set(wait([w.pipe for w in self.busy] + [w.process.sentinel for w in self.busy]))
            for worker in [w for w in self.busy if w.pipe in ready or w.process.sentinel in ready]:
                task = worker.task
                done, result = self._receive(worker)
                if done:
                    yield task, result
                elif worker.attempt < _ATTEMPTS:
                    self._replace(worker, task, worker.attempt + 1)
                else:
                    self._next(worker, alive=False)
                    yield task, self.lost(task)

    def _receive(self, worker: _Worker[Task]) -> tuple[bool, Result]:
        """A worker's result, the next task given to it; false where it died."""
        try:
            result: Result = worker.pipe.recv()
        except (EOFError, OSError):
            return False, None  # type: ignore[return-value]
        self._next(worker, alive=True)
        return True, result

    def _next(self, worker: _Worker[Task], alive: bool) -> None:
        for task in self.tasks:
            if not alive or not self._sent(worker, task):
                self._replace(worker, task, 1)
            return
        self.busy.remove(worker)
        _end(worker)

    def _sent(self, worker: _Worker[Task], task: Task) -> bool:
        try:
            worker.pipe.send(task)
        except OSError:
            return False
        worker.task, worker.attempt = task, 1
        return True

    def _replace(self, worker: _Worker[Task], task: Task, attempt: int) -> None:
        _end(worker)
        self.busy[self.busy.index(worker)] = self._start(task, attempt)

    def _start(self, task: Task, attempt: int = 1) -> _Worker[Task]:
        for pause in _PAUSES:
            with suppress(EOFError, OSError):
                return self._started(task, attempt)
            time.sleep(pause)
        return self._started(task, attempt)

    def _started(self, task: Task, attempt: int) -> _Worker[Task]:
        ours, theirs = self.context.Pipe()
        with theirs:
            process = self._process(theirs)
            try:
                process.start()
            except BaseException:
                ours.close()  # a process that was forked all the same reads the end of its pipe and goes
                raise
        worker = _Worker(process, ours, task, attempt)
        # A worker that dies before it has read the task is noticed where its result is awaited.
        self._sent(worker, task)
        worker.attempt = attempt
        return worker

    def _process(self, pipe: Connection) -> BaseProcess:
        arguments = (pipe, self.work, dict(os.environ), self.outfit.gift(), self.outfit.accept)
        process: BaseProcess = self.context.Process(target=_serve, args=arguments, daemon=False)  # type: ignore[attr-defined]
        return process

    def close(self) -> None:
        for worker in self.busy:
            worker.process.terminate()
            _end(worker)
        self.busy.clear()


def _end(worker: _Worker[Task]) -> None:
    worker.pipe.close()  # a worker without a task reads the end of its pipe and goes
    worker.process.join()


def _context(modules: tuple[str, ...]) -> BaseContext:
    """How workers are started: forked from a process with the modules in it, which is begun here, or anew."""
    if sys.platform != "linux" or not modules or len(tempfile.gettempdir()) > _LONGEST_FOLDER:
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(modules))
    forkserver.ensure_running()
    return context


def _serve(
    pipe: Connection,
    work: Callable[[Task], Result],
    environment: dict[str, str],
    gift: Any,
    accept: Callable[[Any], object] | None,
) -> None:
    """Do tasks until the other end is closed, by the grader's end or its death."""
    os.environ.clear()
    os.environ.update(environment)  # of the process that it works for, not of the one that it was forked from
    if accept is not None:
        accept(gift)
    while True:
        try:
            task = pipe.recv()
        except (EOFError, OSError):
            return
        result = work(task)
        try:
            pipe.send(result)
        except OSError:
            return
