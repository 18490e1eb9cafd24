"""The warm server: what its owner hears when it does not come up or goes away, and what it leaves behind."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.exercise import Limits
from autograder.sandbox import channel, server, session
from autograder.sandbox.channel import Closed, Late, Output, ask
from autograder.sandbox.confine import MEMORY_EXIT
from autograder.sandbox.frame import WireError
from autograder.sandbox.session import ForkedSession, ForkServer, SessionDied
from autograder.sandbox.wire import Encoder


class Told:
    """A server that says how a session's process had ended."""

    def __init__(self, status: dict[str, Any]) -> None:
        self.status = status
        self.asked: list[tuple[int, bool]] = []

    def end(self, pid: int, patient: bool) -> dict[str, Any]:
        self.asked.append((pid, patient))
        return self.status


GREETING = Encoder().frame({"level": "full", "layers": {"landlock": "on"}})


def opened(told: Told, greeting: bytes = GREETING) -> tuple[ForkedSession, socket.socket, socket.socket]:
    """A session of which this test is the student's side: the frames' socket and that of the prints."""
    (peer, theirs), (output, prints) = socket.socketpair(), socket.socketpair()
    theirs.sendall(greeting)
    peer.setblocking(False)
    output.setblocking(False)
    limits = Limits(call_seconds=0.1, output_kb=1)
    return ForkedSession(told, 17, peer, Output(output, 1 << 10), limits), theirs, prints  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("status", "kind", "detail"),
    [
        ({"signal": 9}, "signal", 9),
        ({"exit": MEMORY_EXIT}, "memory", None),
        ({"exit": 3}, "exit", 3),
        ({"exit": None}, "gone", None),
        ({"alive": True}, "gone", None),
    ],
)
def test_how_a_process_ended_is_what_its_death_says(status: dict[str, Any], kind: str, detail: int | None) -> None:
    told = Told(status)
    made, theirs, prints = opened(told)
    prints.sendall(b"last words")
    theirs.close()
    with pytest.raises(SessionDied) as died:
        made.ask(GREETING)
    assert (died.value.kind, died.value.detail) == (kind, detail)
    assert told.asked == [(17, True)]
    assert made.output.text == "last words"
    with pytest.raises(SessionDied, match="gone"):
        made.ask(GREETING)
    made.close()
    assert len(told.asked) == 1


def test_a_greeting_that_is_no_report_is_no_session() -> None:
    with pytest.raises(SessionDied) as died:
        opened(Told({"alive": True}), b"PLM1" + bytes(16))
    assert died.value.kind == "gone"


def test_an_answer_that_does_not_come_is_a_death_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_GRACE_SECONDS", 0.0)
    told = Told({"alive": True})
    made, _theirs, _prints = opened(told)
    with pytest.raises(SessionDied) as died:
        made.ask(GREETING)
    assert died.value.kind == "time"
    assert told.asked == [(17, False)]


def test_prints_are_drained_while_an_answer_is_awaited_and_may_end_before_it() -> None:
    ours, theirs = socket.socketpair()
    output, prints = socket.socketpair()
    ours.setblocking(False)
    output.setblocking(False)
    prints.sendall(b"x" * 3000)
    prints.close()
    kept = Output(output, 1000)
    theirs.sendall(GREETING)
    assert ask(ours, b"", kept, 5.0) == GREETING
    while kept.open:
        kept.pump()
    assert (len(kept.text), kept.dropped) == (1000, 2000)
    theirs.sendall(GREETING)
    assert ask(ours, b"", kept, 5.0) == GREETING


def test_a_large_request_goes_out_in_pieces_and_a_peer_that_is_gone_is_noticed() -> None:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    with pytest.raises(Late):
        ask(ours, bytes(4 << 20), None, 0.05)
    theirs.close()
    with pytest.raises(Closed):
        ask(ours, bytes(4 << 20), None, 5.0)


def test_a_prefix_that_promises_too_much_is_refused_before_anything_more_is_read() -> None:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    theirs.sendall(channel.PREFIX.pack(b"PLM1", 1 << 40, 0))
    with pytest.raises(WireError, match="too large"):
        ask(ours, b"", None, 5.0)


def test_a_server_that_does_not_come_up_says_its_last_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    interpreter = tmp_path / "python"
    interpreter.write_text("#!/bin/sh\necho first >&2\necho no torch here >&2\nexit 1\n", encoding="utf-8")
    interpreter.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(interpreter))
    with ForkServer() as made, pytest.raises(RuntimeError, match="the sandbox server ended: no torch here"):
        made.start()
    interpreter.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    with ForkServer() as made:
        made.begin()  # says nothing yet
        with pytest.raises(RuntimeError, match="it left no message"):
            made.start()


def test_a_server_that_goes_away_is_an_error_and_the_next_one_works() -> None:
    with ForkServer() as made:
        made.start()
        assert made._process is not None
        os.kill(made._process.pid, signal.SIGSTOP)
        first = made._process.pid
        os.kill(first, signal.SIGKILL)
        made._process.wait()
        assert made._control is not None
        with pytest.raises(RuntimeError, match="the sandbox server"):
            made._request({"op": "end", "pid": 1, "patient": False}, [])
        opened = made.session(Limits())
        assert made._process is not None and made._process.pid != first
        opened.close()


def test_a_server_that_does_not_end_when_told_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    with ForkServer() as made:
        made.start()
        process = made._process
        assert process is not None
        os.kill(process.pid, signal.SIGSTOP)
        wait = process.wait
        monkeypatch.setattr(process, "wait", lambda seconds=None: wait(seconds and 0.1))
    assert process.returncode == -signal.SIGKILL


def test_a_server_that_was_begun_is_waited_for_once_and_not_begun_again() -> None:
    with ForkServer() as made:
        made.begin()
        assert made._process is not None
        begun = made._process.pid
        made.begin()
        made.start()
        made.begin()
        made.session(Limits()).close()
        assert made._process.pid == begun


def test_a_server_that_is_not_awaited_ends_at_once_with_whoever_began_it() -> None:
    with ForkServer() as made:
        made.begin()
        process = made._process
        assert process is not None
    assert process.returncode == -signal.SIGKILL
    made.start()
    made.session(Limits()).close()
    made.close()


def test_a_twin_opens_sessions_of_its_own_and_ends_with_whoever_has_it() -> None:
    with ForkServer() as first:
        ours = first.session(Limits())
        twin = ForkServer(first.twin())
        theirs = twin.session(Limits())
        assert twin._process is None
        ours.close()
        assert Path(f"/proc/{theirs._pid}").exists()  # ending one's sessions ends none of the other's
        parent = parent_of(theirs._pid)
        assert parent_of(parent) == (first._process and first._process.pid)
        theirs.close()
        twin.close()
        wait_until_gone(parent)


def test_a_twin_outlives_the_server_that_it_was_forked_from() -> None:
    with ForkServer() as first:
        control = first.twin()
    with ForkServer(control) as twin:
        twin.session(Limits()).close()
        assert twin._process is None


def test_in_place_of_a_twin_that_went_away_a_server_is_started() -> None:
    with ForkServer() as first, ForkServer(first.twin()) as twin:
        opened = twin.session(Limits())
        os.kill(parent_of(opened._pid), signal.SIGKILL)
        wait_until_gone(opened._pid)
        twin.session(Limits()).close()
        assert twin._process is not None


def parent_of(pid: int) -> int:
    """The parent of a process (proc_pid_stat(5))."""
    return int(Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[1])


def wait_until_gone(pid: int) -> None:
    """A process that has ended may be kept for its parent, who has yet to ask how."""
    deadline = time.monotonic() + 10
    stat = Path(f"/proc/{pid}/stat")
    while stat.exists() and stat.read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z":
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_sessions_that_nobody_closed_end_with_the_server() -> None:
    with ForkServer() as made:
        opened = made.session(Limits())
    deadline = time.monotonic() + 10
    while Path(f"/proc/{opened._pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not Path(f"/proc/{opened._pid}").exists()


def forked(body: Callable[[], None]) -> int:
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(BaseException):
            body()
        os._exit(0)
    return pid


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (lambda: os._exit(3), {"exit": 3}),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), {"signal": 9}),
        (lambda: time.sleep(60), {"alive": True}),
    ],
    ids=["exits", "killed", "lives"],
)
def test_the_server_says_how_a_child_had_ended_and_ends_one_that_lives(
    body: Callable[[], None], status: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_children", set)  # this process has others, which are none of a session's
    pid = forked(lambda: (os.setsid(), body()))
    patient = "alive" not in status
    assert server._end(pid, set(), patient) == status
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, 0)


def test_a_child_that_somebody_else_reaped_has_no_status() -> None:
    pid = forked(lambda: None)
    os.waitpid(pid, 0)
    assert server._status_if_ended(pid, 1) == {"exit": None}
