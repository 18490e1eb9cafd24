"""The warm fork server: imports torch and transformers once, then forks a child for each session.

It is a process of its own, started with a clean environment and isolated (`python -I`), and holds no course data. The trusted process
talks to it over one control socket, in lines of JSON: `{"op": "spawn", ...}` with the session's two descriptors attached is answered
by `{"pid": ...}`; `{"op": "end", "pid": ...}` ends the child's whole tree and is answered by how it had ended by itself, if it had.
`{"op": "twin"}` with a control socket attached forks a second server, which serves that socket as this one serves its own.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import json
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Set
from pathlib import Path
from typing import Any

from autograder.sandbox.channel import Closed, serve_one
from autograder.sandbox.confine import enter, fold_memory, prepare
from autograder.sandbox.loading import without_collecting
from autograder.sandbox.policy import session_policy
from autograder.sandbox.wire import Encoder

_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_PDEATHSIG = 1
_SPARE_COPIES = 20
_MOMENTS, _MOMENT_SECONDS = 400, 0.005
_WARDEN_LOOKS = 200


def main(control_descriptor: int, secrets: tuple[str, ...] = ()) -> None:
    """Serve until the trusted process goes away.

    Args:
        control_descriptor: the control socket.
        secrets: files and folders that no session may read, besides the package's own.
    """
    with without_collecting():
        warm_up()
    gc.collect()
    gc.freeze()
    prepare(session_policy({"memory_mb": 0, "submission_seconds": 0, "folder": None}, secrets))
    fold_memory()
    _obey(socket.socket(fileno=control_descriptor), secrets)


def _obey(control: socket.socket, secrets: tuple[str, ...]) -> None:
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    _send(control, {"ready": True, "threads": _threads()})
    live: dict[int, str] = {}
    twins: set[int] = set()
    while True:
        message, descriptors = _receive(control)
        if message is None:
            _end_all(live, twins)
            return
        if message["op"] == "spawn":
            message["folder"] = tempfile.mkdtemp(prefix="plm-")
            pid = _spawn(control, {**message, "secrets": secrets}, descriptors)
            live[pid] = message["folder"]
            _send(control, {"pid": pid})
        elif message["op"] == "twin":
            twins = {twin for twin in twins if _status_if_ended(twin, 1) is None}
            twins.add(_fork_twin(control, descriptors[0], secrets))
            _send(control, {})
        else:
            folder = live.pop(message["pid"])
            status = _end(message["pid"], live.keys() | twins, message["patient"])
            shutil.rmtree(folder, ignore_errors=True)
            _send(control, status)


def _fork_twin(control: socket.socket, descriptor: int, secrets: tuple[str, ...]) -> int:
    pid = os.fork()
    if pid:
        os.close(descriptor)
        return pid
    try:
        control.close()
        _obey(socket.socket(fileno=descriptor), secrets)
    finally:
        os._exit(0)


def warm_up(copies: int = _SPARE_COPIES) -> None:
    """Import what students use and build so many of each fixture, once, before anything is forked."""
    import datasets  # noqa: F401
    import torch
    import transformers
    from transformers import Trainer, TrainingArguments  # noqa: F401

    from autograder.models import build
    from autograder.sandbox import worker  # noqa: F401

    torch.set_num_threads(1)
    transformers.utils.logging.set_verbosity_error()
    build.warm(copies)


def _spawn(control: socket.socket, message: dict[str, Any], descriptors: list[int]) -> int:
    pid = os.fork()
    if pid:
        for descriptor in descriptors:
            os.close(descriptor)
        return pid
    try:
        control.close()
        _child(message, *descriptors)
    finally:
        os._exit(0)


def _child(message: dict[str, Any], peer_descriptor: int, output_descriptor: int) -> None:
    os.setsid()
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(output_descriptor, 1)
    os.dup2(output_descriptor, 2)
    os.close(null)
    os.close(output_descriptor)
    sys.stdout = open(1, "w", encoding="utf-8", errors="replace", buffering=1, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="replace", buffering=1, closefd=False)  # noqa: SIM115
    os.chdir(message["folder"])
    report = _confine(message, peer_descriptor)
    tempfile.tempdir = str(Path.cwd())
    _serve(socket.socket(fileno=peer_descriptor), report, message["call_seconds"], message["load_seconds"])


def _confine(message: dict[str, Any], peer_descriptor: int) -> dict[str, Any]:
    """Put on the layers of confinement, before any student code runs; what came of each. Returns in an inner process."""
    report = enter(session_policy(message, message["secrets"]), keep_fds=(peer_descriptor,))
    return {"level": report.level, "layers": dict(report.layers)}


def _serve(peer: socket.socket, report: dict[str, Any], call_seconds: float, load_seconds: float) -> None:
    from autograder.sandbox.worker import Worker

    worker = Worker(call_seconds, load_seconds, seed=0)
    with contextlib.suppress(Closed, OSError):
        peer.sendall(Encoder().frame(report))
        while True:
            peer.sendall(worker.answer(serve_one(peer)))


def _end(pid: int, live: Set[int], patient: bool = False) -> dict[str, Any]:
    """End a child and whatever it left behind; only children of other live sessions stay."""
    status = _status_if_ended(pid, _MOMENTS if patient else 1)
    if status is None:
        _ask_warden(pid)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    if status is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        _reap(pid)
    while orphans := _children() - live:  # without a PID namespace an orphan's end makes orphans of its own children
        for orphan in orphans:
            with contextlib.suppress(ProcessLookupError):
                os.kill(orphan, signal.SIGKILL)
            _reap(orphan)
    return status or {"alive": True}


def _ask_warden(pid: int) -> None:
    """Let the warden end its tree and remove its cgroup; one that does not within a second is killed by the caller."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)
    for _ in range(_WARDEN_LOOKS):
        if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            return
        time.sleep(_MOMENT_SECONDS)


def _status_if_ended(pid: int, looks: int) -> dict[str, Any] | None:
    """How a child ended by itself; a moment is given to one that is just about to."""
    for look in range(looks):
        if look:
            time.sleep(_MOMENT_SECONDS)
        try:
            ended, status = os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            return {"exit": None}
        if ended:
            return {"signal": os.WTERMSIG(status)} if os.WIFSIGNALED(status) else {"exit": os.WEXITSTATUS(status)}
    return None


def _end_all(live: dict[int, str], twins: Set[int]) -> None:
    for pid, folder in live.items():
        _end(pid, (live.keys() - {pid}) | twins)
        shutil.rmtree(folder, ignore_errors=True)


def _reap(pid: int) -> None:
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0)


def _children() -> set[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return {int(pid) for pid in file.read().split()}
    except OSError:
        return set()


def _threads() -> int:
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return 1


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def _send(control: socket.socket, message: dict[str, Any]) -> None:
    control.sendall(json.dumps(message).encode() + b"\n")


def _receive(control: socket.socket) -> tuple[dict[str, Any] | None, list[int]]:
    data, descriptors = b"", []
    while not data.endswith(b"\n"):
        part, received, _, _ = socket.recv_fds(control, 1 << 16, 4)
        descriptors += received
        if not part:
            return None, descriptors
        data += part
    message: dict[str, Any] = json.loads(data)
    return message, descriptors
