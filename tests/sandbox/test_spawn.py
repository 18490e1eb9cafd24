"""Self-check where the system has no safe fork: sessions in processes started anew, with the verdicts of forked ones."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder.exercise import Exercise, Limits
from autograder.grade import PUBLIC, Grader
from autograder.homes import HOME
from autograder.record import Record
from autograder.sandbox import SPAWN, spawn
from autograder.sandbox.channel import exactly, serve_one
from autograder.sandbox.session import ENVIRONMENT, ForkServer, SessionDied, open_server, package_on_path
from autograder.sandbox.spawn import SpawnServer
from autograder.sandbox.wire import Decoder, Encoder

_MISTAKES = """
def parse_marked(marked): return marked, 0, 1
def layer_vectors(*args, **kwargs): raise KeyError(1)
"""
_LIMITS = Limits(call_seconds=1.0, load_seconds=2.0, output_kb=4)


@pytest.fixture(scope="module")
def server() -> Iterator[SpawnServer]:
    with SpawnServer() as made:
        yield made


@pytest.fixture(scope="module")
def spawning() -> Iterator[Grader]:
    """A grader whose sessions are spawned."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(SPAWN, "1")
        made = Grader(unconfined=True)
    with made:
        yield made


def called(server: SpawnServer, source: str) -> tuple[Any, Any]:
    """A session with a program in it, and what its `f()` gave or how it died."""
    session = server.session(_LIMITS)
    chunk = {"cell": "c", "source": source, "label": "c", "first_line": 1}
    session.ask(Encoder().frame({"op": "load", "chunks": [chunk], "definitions_only": False}))
    try:
        answer = session.ask(Encoder().frame({"op": "call", "target": "f", "args": [], "kwargs": {}}))
    except SessionDied as death:
        return session, death
    session.close()
    return session, Decoder().value(answer)


def verdicts(record: Record) -> dict[str, Any]:
    """A Record without what differs by way and time."""
    plain = record.to_json("en")
    for function in plain["functions"].values():
        for check in function["checks"]:
            del check["seconds"]
    return {key: value for key, value in plain.items() if key not in ("seconds", "confinement")}


@pytest.mark.parametrize("right", [True, False], ids=["reference", "with mistakes"])
def test_every_public_check_ends_as_in_a_forked_session(
    right: bool, grader: Grader, spawning: Grader, polysemy: Exercise
) -> None:
    solution = polysemy.reference.read_text(encoding="utf-8")
    source = (solution if right else f"{solution}{_MISTAKES}").encode()
    spawned = spawning.grade(source, "student.py", polysemy, PUBLIC)
    assert spawned.error is None
    assert verdicts(spawned) == verdicts(grader.grade(source, "student.py", polysemy, PUBLIC))
    checks = [check for function in spawned.functions.values() for check in function.checks]
    assert all(check.passed for check in checks) is right
    assert spawned.confinement["level"] == "none"


def test_it_is_chosen_where_the_system_is_not_linux_or_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(open_server(), ForkServer)
    monkeypatch.setenv(SPAWN, "1")
    assert isinstance(open_server(), SpawnServer)
    monkeypatch.delenv(SPAWN)
    for system in ("darwin", "win32"):
        monkeypatch.setattr(sys, "platform", system)
        assert isinstance(open_server(), SpawnServer)


def test_a_process_that_was_begun_is_the_one_that_serves() -> None:
    with SpawnServer() as made:
        made.begin()
        assert made._spare is not None
        begun = made._spare.process.pid
        made.begin()
        opened = made.session(Limits())
        assert opened._pid == begun
        opened.close()


def test_without_fork_a_student_checks_their_work_by_the_command(polysemy: Exercise, tmp_path: Path) -> None:
    right = polysemy.reference.read_bytes()
    (tmp_path / "polysemy.py").write_bytes(right)
    no_fork = "import os; del os.fork, os.forkpty; from autograder.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", no_fork, "check", "polysemy", "--json"],
        cwd=tmp_path,
        env={**os.environ, SPAWN: "1", "PYTHONPATH": str(HOME)},
        capture_output=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    record = json.loads(done.stdout)
    assert all(check["passed"] for function in record["functions"].values() for check in function["checks"])


@pytest.mark.parametrize(
    ("body", "kind", "detail"),
    [
        ("import os; os._exit(7)", "exit", 7),
        ("import time, signal; signal.setitimer(signal.ITIMER_REAL, 0); time.sleep(60)", "time", None),
    ],
    ids=["exit", "asleep"],
)
def test_an_end_is_seen_as_such_and_the_next_session_works(
    server: SpawnServer, body: str, kind: str, detail: int | None
) -> None:
    _, death = called(server, f"def f():\n    {body}\n")
    assert (death.kind, death.detail) == (kind, detail)
    assert called(server, "def f(): return 2")[1]["ok"]["value"] == 2


def test_prints_are_kept_up_to_the_cap(server: SpawnServer) -> None:
    session, answer = called(server, "def f():\n    for _ in range(2000): print('文' * 100)\n    return 1\n")
    assert answer["ok"]["value"] == 1
    assert "文文" in session.output.text
    assert len(session.output.text.encode()) <= _LIMITS.output_kb * 1024 + 3


def test_each_session_has_a_folder_of_its_own_that_goes_with_it(server: SpawnServer) -> None:
    source = (
        "import os, tempfile\ndef f():\n    open('x', 'w').close()\n    return [os.getcwd(), tempfile.gettempdir()]\n"
    )
    _, answer = called(server, source)
    here, temporary = (Path(name).resolve() for name in answer["ok"]["value"])
    assert here == temporary
    assert not here.exists()


@pytest.fixture
def no_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes for student code end at once."""
    monkeypatch.setattr(sys, "executable", "/bin/false")


@pytest.mark.usefixtures("no_interpreter")
def test_a_process_that_does_not_come_up_is_said_to_be_so() -> None:
    with SpawnServer() as server, pytest.raises(RuntimeError, match=r"did not come up \(exit 1\)"):
        server.start()


@pytest.mark.usefixtures("no_interpreter")
@pytest.mark.parametrize("said", [b"", b"f" * 33, b"short"])
def test_a_caller_who_does_not_know_the_token_is_turned_away(said: bytes) -> None:
    child = spawn._Child()
    with socket.create_connection(child._listener.getsockname()) as caller:
        caller.sendall(said)
        caller.shutdown(socket.SHUT_WR)
        child._welcome(child._listener.accept()[0])
        assert caller.recv(1) == b""
    assert not child._sockets
    child.end(patient=False)


def test_a_process_whose_grader_is_gone_ends_by_itself(tmp_path: Path) -> None:
    token, code = bytes(range(32)), f"{package_on_path()}; from autograder.sandbox.spawn import main; main()"
    with socket.create_server(("127.0.0.1", 0)) as listener:
        where = {"port": listener.getsockname()[1], "token": token.hex(), "folder": str(tmp_path)}
        command, pipe = [sys.executable, "-I", "-c", code], subprocess.PIPE
        child = subprocess.Popen(command, env={**ENVIRONMENT, "PATH": os.defpath}, stdin=pipe)
        assert child.stdin is not None
        with child.stdin as told:
            told.write(json.dumps(where).encode())
        callers = {}
        for _ in range(2):
            caller = listener.accept()[0]
            callers[exactly(caller, 33)] = caller
    frames, prints = callers[token + b"f"], callers[token + b"p"]
    frames.sendall(b'{"call_seconds": 1, "load_seconds": 2}\n')
    assert Decoder().value(serve_one(frames))["level"] == "none"
    chunk = {"cell": "c", "source": "print('hello')", "label": "c", "first_line": 1}
    frames.sendall(Encoder().frame({"op": "load", "chunks": [chunk], "definitions_only": False}))
    assert Decoder().value(serve_one(frames))["ok"]["errors"] == []
    assert prints.recv(99) == b"hello\n"
    frames.close()
    assert child.wait(60) == 0
