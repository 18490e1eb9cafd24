"""The whole tree ends, whichever way it ends, and the outer process says how."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arena import Arena, Ground

from autograder.sandbox.confine import LAYERS, MEMORY_EXIT, Policy, enter

_WITHOUT_PID = frozenset(LAYERS) - {"pid"}
# No descriptor layer: the stand-in machine must see that a survivor holds this pipe open.
_KINDS = [
    pytest.param(frozenset(LAYERS) - {"descriptors"}, id="all"),
    pytest.param(frozenset({"tree_memory"}), id="no-pid"),
]


def _pipe(ground: Ground) -> None:
    ground.facts["pipe"] = os.pipe()


def _leave_survivors(ground: Ground) -> bool:
    """A child that ignores signals, and a grandchild in a session of its own whose parent is gone."""
    os.close(ground.facts["pipe"][0])
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(60)
        os._exit(0)
    return True


def _stay(ground: Ground) -> bool:
    """Leave survivors, and go on living after the answer."""
    _leave_survivors(ground)
    if os.fork() == 0:
        return True
    time.sleep(60)
    return False


def _gone(ground: Ground) -> bool:
    """Whether nobody holds the pipe any more: every process that had it is gone."""
    reading, writing = ground.facts["pipe"]
    os.close(writing)
    os.set_blocking(reading, False)
    try:
        return os.read(reading, 1) == b""
    except BlockingIOError:
        return False


def _after_sigterm(ground: Ground, pid: int) -> bool:
    os.kill(pid, signal.SIGTERM)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    return _gone(ground)


def _after_sigkill(ground: Ground, pid: int) -> bool:
    """As the server does: wait for the outer process, then end and reap whom it left behind."""
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        children = set(map(int, Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split()))
        if children == {pid}:
            return _gone(ground)
        for orphan in children - {pid}:
            os.kill(orphan, signal.SIGKILL)
            os.waitpid(orphan, 0)
    return False


def _after_its_end(ground: Ground, pid: int) -> bool:
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    return _gone(ground)


@pytest.mark.parametrize("layers", _KINDS)
@pytest.mark.parametrize(
    ("attack", "after"),
    [(_stay, _after_sigterm), (_stay, _after_sigkill), (_leave_survivors, _after_its_end)],
    ids=["SIGTERM", "SIGKILL", "by itself"],
)
def test_nothing_survives(
    arena: Arena, layers: frozenset[str], attack: Callable[[Ground], Any], after: Callable[[Ground, int], Any]
) -> None:
    outcome = arena.run(attack, layers, _pipe, after)
    assert outcome.succeeded, outcome
    assert outcome.host is True


def test_a_survivor_would_be_seen(arena: Arena) -> None:
    """The control: as long as the session lives, the pipe is held."""
    outcome = arena.run(_stay, frozenset({"tree_memory"}), _pipe, lambda ground, pid: _gone(ground))
    assert outcome.host is False


@pytest.mark.parametrize("layers", [None, _WITHOUT_PID, frozenset[str]()], ids=["all", "no-pid", "none"])
@pytest.mark.parametrize(
    ("end", "ending"),
    [
        (lambda: os._exit(7), "exit 7"),
        (lambda: ctypes.string_at(0), "signal 11"),
    ],
    ids=["exit", "segfault"],
)
def test_the_outer_process_ends_like_the_inner(
    arena: Arena, layers: frozenset[str] | None, end: Callable[[], Any], ending: str
) -> None:
    def attack(ground: Ground) -> None:
        end()

    outcome = arena.run(attack, layers)
    assert outcome.error == "no answer"
    assert outcome.ending == ending


def test_everything_ends_with_the_server(arena: Arena) -> None:
    """A child of the test plays the server, and is killed."""
    reading, writing = os.pipe()
    server = os.fork()
    if server == 0:
        arena.become_machine()
        _serve_until_killed(writing)
    os.close(writing)
    assert os.read(reading, 1) == b"s"
    assert not select.select([reading], [], [], 0.3)[0], "the control: the session lives as long as the server"
    os.kill(server, signal.SIGKILL)
    os.waitpid(server, 0)
    assert select.select([reading], [], [], 10)[0]
    assert os.read(reading, 1) == b""
    os.close(reading)


def _serve_until_killed(writing: int) -> None:
    if os.fork() == 0:
        enter(Policy((), (), 8, 256, 60, 4, 64, 24), (writing,))
        _start_a_child_that_stays()
        os.write(writing, b"s")
    else:
        os.close(writing)
    time.sleep(60)
    os._exit(0)


def _start_a_child_that_stays() -> None:
    if os.fork() == 0:
        os.setsid()
        time.sleep(60)
        os._exit(0)


def test_it_cannot_stop_or_kill_its_own_first_process(arena: Arena) -> None:
    def attack(ground: Ground) -> str:
        os.kill(os.getpid(), signal.SIGSTOP)
        os.kill(os.getpid(), signal.SIGKILL)
        return "alive"

    outcome = arena.run(attack)
    if outcome.layers.get("pid") != "on":
        pytest.skip("no PID namespace here")
    assert outcome.value == "alive"


def _hoard_together(ground: Ground) -> bool:
    """Six processes with 120 MB each: none is over 256, all are together."""
    for _ in range(6):
        if os.fork() == 0:
            hoard = b"x" * (120 << 20)
            time.sleep(60)
            os._exit(len(hoard) & 1)
    time.sleep(1.5)
    return os.waitpid(-1, os.WNOHANG) == (0, 0)


def _share_what_they_have(ground: Ground) -> bool:
    """Six processes that share 120 MB take 120 MB."""
    hoard = b"x" * (120 << 20)
    for _ in range(6):
        if os.fork() == 0:
            time.sleep(60)
    time.sleep(0.5)
    return len(hoard) > 0


def test_the_tree_may_not_take_more_together_than_one_may_alone(arena: Arena) -> None:
    assert arena.run(_hoard_together, frozenset()).succeeded
    alone = arena.run(_hoard_together, frozenset({"tree_memory"}))
    assert not alone.succeeded
    assert alone.ending == f"exit {MEMORY_EXIT}"
    together = arena.run(_hoard_together)
    assert not together.succeeded, together


def test_memory_that_is_shared_counts_once(arena: Arena) -> None:
    outcome = arena.run(_share_what_they_have, frozenset(LAYERS))
    assert outcome.succeeded, outcome


def test_a_cgroup_holds_where_it_may_be_made(arena: Arena) -> None:
    def hoard(ground: Ground) -> bool:
        return len(b"x" * (400 << 20)) > 0

    assert arena.run(hoard, frozenset()).succeeded
    alone = arena.run(hoard, frozenset({"cgroup"}))
    if alone.layers.get("cgroup", "on") != "on":
        pytest.skip(f"cgroup {alone.layers['cgroup']}")
    assert alone.ending == "signal 9"
