"""Processes that each do one task at a time: each result comes with its task, a death costs a second try, two cost the task."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from autograder import pool
from autograder.pool import Outfit, in_processes


def square(number: int) -> int:
    return number * number


def die_once(marker: str) -> str:
    """The name; where a file of that name is not there yet, the process makes it and is killed."""
    if marker and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return f"did {Path(marker).name}"


def die(task: str) -> str:
    if task == "deadly":
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def sleep(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


GIVEN: list[str] = []


def take(gift: str) -> None:
    GIVEN.append(gift)


def given_and_set(name: str) -> tuple[list[str], str | None, bool]:
    """What this process was given, a variable of its environment, and whether it has a module in it that nothing here imports."""
    return GIVEN, os.environ.get(name), "colorsys" in sys.modules


def lost(task: object) -> str:
    return f"lost {task}"


def test_every_task_comes_back_with_its_own_result() -> None:
    done = dict(in_processes(square, range(7), 2, lambda task: -1))
    assert done == {number: number * number for number in range(7)}


def test_more_workers_than_tasks_and_no_task_at_all_are_no_trouble() -> None:
    assert list(in_processes(square, [3], 4, lambda task: -1)) == [(3, 9)]
    assert list(in_processes(square, [], 2, lambda task: -1)) == []


def test_a_task_whose_process_died_is_done_by_another(tmp_path: Path) -> None:
    tasks = ["", str(tmp_path / "first"), str(tmp_path / "second")]
    done = dict(in_processes(die_once, tasks, 2, lost))
    assert done == {"": "did ", tasks[1]: "did first", tasks[2]: "did second"}


def test_a_task_that_kills_twice_is_lost_and_the_others_are_not() -> None:
    done = dict(in_processes(die, ["a", "deadly", "b", "c"], 1, lost))
    assert done == {"a": "a", "deadly": "lost deadly", "b": "b", "c": "c"}
    assert list(in_processes(die, ["deadly"], 1, lost)) == [("deadly", "lost deadly")]


def test_tasks_are_taken_only_when_a_process_is_free() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    results = in_processes(square, tasks(), 2, lambda task: -1)
    next(results)
    assert len(taken) <= 4
    results.close()


def test_whoever_stops_listening_leaves_no_process_behind() -> None:
    results = in_processes(sleep, [0.0, 60.0, 60.0], 2, lambda task: -1)
    _, first = next(results)
    results.close()
    assert not Path(f"/proc/{first}").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each process imports for itself")
@pytest.mark.parametrize("folder", ["short", "long"])
def test_each_process_has_a_gift_of_its_own_this_ones_environment_and_the_modules(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    forkserver._forkserver._stop()  # one that an earlier test began has other modules
    if folder == "long":  # the address of a socket in it would be too long, so processes are started anew
        monkeypatch.setattr(tempfile, "tempdir", f"/tmp/{'x' * 80}")
    for value in ("before", "after"):  # the process that they are forked from began with the first
        monkeypatch.setenv("PLM_TEST_POOL", value)
        gifts = iter(["first", "second"])
        outfit = Outfit(("colorsys",), lambda gifts=gifts: next(gifts), take)
        done = [result for _, result in in_processes(given_and_set, ["PLM_TEST_POOL"] * 2, 2, lost, outfit)]
        assert sorted(given[0] for given, _, _ in done) == ["first", "second"]
        assert [(variable, imported) for _, variable, imported in done] == [(value, folder == "short")] * 2


def test_a_process_that_nobody_listens_to_any_more_does_its_task_and_goes() -> None:
    done: list[int] = []
    for tasks in ([], [3]):
        ours, theirs = multiprocessing.Pipe()
        for task in tasks:
            ours.send(task)
        ours.close()
        pool._serve(theirs, done.append, dict(os.environ), None, None)
    assert done == [3]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no process is there from which workers are forked")
@pytest.mark.parametrize("task", ["first", "deadly"])
def test_the_process_that_workers_are_forked_from_may_be_killed_while_one_is_started(
    task: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, killed = forkserver.read_signed, []

    def killed_once(fd: int) -> int:
        if killed:
            return read(fd)
        killed.append(server := forkserver._forkserver._forkserver_pid)
        os.kill(server, signal.SIGKILL)
        raise EOFError("unexpected EOF")

    done = in_processes(die, [task, "second", "third"], 1, lost, Outfit(("json",)))
    monkeypatch.setattr(forkserver, "read_signed", killed_once)
    assert [result for _, result in done] == ["lost deadly" if task == "deadly" else task, "second", "third"]
    assert len(killed) == 1


def test_a_worker_that_cannot_be_started_at_all_is_an_error_and_not_an_endless_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries: list[str] = []

    def refused(self: BaseProcess) -> None:
        tries.append("once more")
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(BaseProcess, "start", refused)
    with pytest.raises(BlockingIOError):
        list(in_processes(square, [1], 1, lost, Outfit(("json",))))
    assert len(tries) == 3


def remember(gift: str) -> None:
    os.environ["GIFT"] = gift


def gift_and_setting(task: str) -> tuple[str, str]:
    return os.environ.get("GIFT", ""), os.environ.get(task, "")


@pytest.mark.parametrize("modules", [(), ("json",)], ids=["begun anew", "forked"])
def test_each_worker_has_the_graders_environment_and_a_gift_of_its_own(
    modules: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    gifts = iter(["first", "second"])
    outfit = Outfit(modules, lambda: next(gifts), remember)
    monkeypatch.setenv("SETTING", "as it is now")
    done = [result for _, result in in_processes(gift_and_setting, ["SETTING"] * 2, 2, lost, outfit)]
    assert {gift for gift, _ in done} <= {"first", "second"}
    assert {setting for _, setting in done} == {"as it is now"}
    assert list(gifts) == []


def test_workers_are_begun_anew_where_they_cannot_be_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pool._context(("json",)).get_start_method() == "forkserver"
    monkeypatch.setattr("tempfile.tempdir", "/tmp/" + "x" * 60)
    assert pool._context(("json",)).get_start_method() == "spawn"
