"""The trusted side's hold on student code: a session answers frames, wherever the code runs."""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Protocol

from autograder.exercise import Limits
from autograder.homes import PARTS, outside_homes
from autograder.sandbox import SPAWN
from autograder.sandbox.channel import Closed, Late, Output, ask
from autograder.sandbox.confine import MEMORY_EXIT
from autograder.sandbox.frame import WireError
from autograder.sandbox.timers import PATIENCE

_GRACE_SECONDS = 3.0
_START_SECONDS = 120.0
_END_SECONDS = 5.0
_PACKAGE_ROOT = Path(__file__).resolve().parent.parent.parent
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
    "TOKENIZERS_PARALLELISM": "false",
    "HF_HUB_OFFLINE": "1",
    "HF_DATASETS_OFFLINE": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "MPLBACKEND": "Agg",
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "LANG": "C.UTF-8",
}


class SessionDied(Exception):
    """Student code ended or overran its process.

    Args:
        kind: `time`, `memory`, `exit`, `signal`, `garbage` (no frame) or `gone` (the channel was closed).
        detail: the exit code or signal number, where there is one.
    """

    def __init__(self, kind: str, detail: int | None = None) -> None:
        super().__init__(f"the session ended: {kind} {'' if detail is None else detail}")
        self.kind = kind
        self.detail = detail


class Session(Protocol):
    """Something that answers request frames with student code behind it."""

    @property
    def confinement(self) -> dict[str, Any]:
        """What was in force: level, and what came of each layer."""

    def ask(self, frame: bytes, seconds: float | None = None) -> bytes:
        """Answer one frame; raises SessionDied."""

    def close(self) -> object:
        """End the student's code and everything it started."""


class Server(Protocol):
    """Something that opens sessions in processes of their own."""

    def begin(self) -> None:
        """Let it come up while the caller does something else."""

    def start(self) -> None:
        """Have it ready, so that the first session does not wait."""

    def session(self, limits: Limits) -> ForkedSession:
        """Open a session for one submission."""

    def twin(self) -> socket.socket | None:
        """The control of a second server that shares this one's warm start; None where there is nothing to share."""

    def end(self, pid: int, patient: bool) -> dict[str, Any]:
        """End a session's processes; how the first had ended by itself."""

    def close(self) -> None:
        """End everything."""


def open_server() -> Server:
    """The way to a session on this system: forked from a warm process on Linux, elsewhere (or by `PLM_SPAWN=1`) started anew."""
    if sys.platform != "linux" or os.environ.get(SPAWN) == "1":
        from autograder.sandbox.spawn import SpawnServer

        return SpawnServer()
    return ForkServer()


def package_on_path() -> str:
    """Code that makes this package importable in an isolated interpreter."""
    return f"import sys; sys.path.insert(0, {str(_PACKAGE_ROOT)!r})"


class LocalSession:
    """Student code in this very process: for trusted code (the reference) and for students checking their own."""

    def __init__(self, worker: Any) -> None:
        self._worker = worker

    @property
    def confinement(self) -> dict[str, Any]:
        """None: it is this process."""
        return {"level": "none", "layers": {}}

    def ask(self, frame: bytes, seconds: float | None = None) -> bytes:
        """Answer one frame, here."""
        answer: bytes = self._worker.answer(frame)
        return answer

    def close(self) -> None:
        """Nothing to end."""


class ForkServer:
    """The warm server process, from which sessions are forked.

    Args:
        twin: the control of a server that another one has made by `twin`; None to start one when it is first needed.

    Example:
        >>> with ForkServer() as server:
        ...     session = server.session(Limits())
    """

    def __init__(self, twin: socket.socket | None = None) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._twin = twin
        self._on_its_way = False
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115

    def __enter__(self) -> ForkServer:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def begin(self) -> None:
        """Start the server without waiting until it is warm, as `start` does; does nothing if it runs."""
        if self._on_its_way or self._runs():
            return
        self.close()
        self._control, self._twin = self._twin or self._launch(), None
        self._control.settimeout(_START_SECONDS)
        self._on_its_way = True

    def start(self) -> None:
        """Start the server and wait until it is warm; does nothing if it runs.

        Raises:
            RuntimeError: if it does not come up.
        """
        self.begin()
        if self._on_its_way:
            self._read()
            self._on_its_way = False

    def _runs(self) -> bool:
        """Whether there is a server that has not ended; from one that lives nothing is to be read between requests."""
        return self._control is not None and not select.select([self._control], [], [], 0)[0]

    def _launch(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        code = (
            f"{package_on_path()}; from autograder.sandbox.server import main; main({theirs.fileno()}, {_secrets()!r})"
        )
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-c", code],
                env={**ENVIRONMENT, "PATH": os.defpath},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._complaints,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        return ours

    def twin(self) -> socket.socket:
        """The control of a second server, forked from this one: ready at once, and without memory of its own."""
        self.start()
        ours, theirs = socket.socketpair()
        with theirs:
            self._request({"op": "twin"}, [theirs.fileno()])
        return ours

    def session(self, limits: Limits) -> ForkedSession:
        """Fork a child for one submission.

        Args:
            limits: seconds, megabytes and kilobytes that it may use.
        """
        self.start()
        peer, theirs = socket.socketpair()
        output, output_theirs = socket.socketpair()
        message = {
            "op": "spawn",
            "call_seconds": limits.call_seconds,
            "load_seconds": limits.load_seconds,
            "memory_mb": limits.memory_mb,
            "submission_seconds": limits.submission_seconds,
        }
        with theirs, output_theirs:
            answer = self._request(message, [theirs.fileno(), output_theirs.fileno()])
        peer.setblocking(False)
        output.setblocking(False)
        return ForkedSession(self, answer["pid"], peer, Output(output, limits.output_kb << 10), limits)

    def end(self, pid: int, patient: bool) -> dict[str, Any]:
        """End a child's whole tree; how it had ended by itself: `{"exit": code}`, `{"signal": number}` or `{"alive": true}`."""
        return self._request({"op": "end", "pid": pid, "patient": patient}, [])

    def close(self) -> None:
        """End the server and all sessions."""
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            try:
                self._process.wait(
                    0 if self._on_its_way else _END_SECONDS
                )  # one that is not warm has no sessions to end
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = self._control = None
        self._on_its_way = False

    def _request(self, message: dict[str, Any], descriptors: list[int]) -> dict[str, Any]:
        assert self._control is not None
        try:
            socket.send_fds(self._control, [json.dumps(message).encode() + b"\n"], descriptors)
            return self._read()
        except OSError as error:
            self.close()
            raise RuntimeError(f"the sandbox server is gone ({error})") from None

    def _last_complaint(self) -> str:
        self._complaints.seek(0)
        lines = self._complaints.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else "it left no message"

    def _read(self) -> dict[str, Any]:
        assert self._control is not None
        data = b""
        while not data.endswith(b"\n"):
            part = self._control.recv(1 << 16)
            if not part:
                self.close()
                raise RuntimeError(f"the sandbox server ended: {self._last_complaint()}")
            data += part
        answer: dict[str, Any] = json.loads(data)
        return answer


class ForkedSession:
    """A session in a child process of a server."""

    def __init__(self, server: Server, pid: int, peer: socket.socket, output: Output, limits: Limits) -> None:
        self._server = server
        self._pid = pid
        self._peer = peer
        self.output = output
        self._limits = limits
        self._open = True
        self._confinement = self._greeting()

    @property
    def confinement(self) -> dict[str, Any]:
        """What the child said of its layers before any student code ran."""
        return self._confinement

    def _greeting(self) -> dict[str, Any]:
        from autograder.sandbox.wire import (
            Decoder,  # brings torch, which whoever begins a server loads while that comes up
        )

        report = self._exchange(b"", _START_SECONDS)
        try:
            value = Decoder().value(report)
        except WireError:
            raise SessionDied("gone") from None
        return {"level": str(value["level"]), "layers": dict(value["layers"])}

    def ask(self, frame: bytes, seconds: float | None = None) -> bytes:
        """Answer one frame.

        Raises:
            SessionDied: if the student's process ends, overruns its time or sends garbage.
        """
        if seconds is None:
            seconds = self._limits.call_seconds
        return self._exchange(frame, seconds * PATIENCE + _GRACE_SECONDS)

    def _exchange(self, frame: bytes, seconds: float) -> bytes:
        if not self._open:
            raise SessionDied("gone")
        try:
            return ask(self._peer, frame, self.output, seconds)
        except Late:
            self.close()
            raise SessionDied("time") from None
        except WireError:
            self.close()
            raise SessionDied("garbage") from None
        except Closed:
            raise _death(self._end(patient=True)) from None

    def close(self) -> None:
        """End the whole tree."""
        self._end(patient=False)

    def _end(self, patient: bool) -> dict[str, Any]:
        """End the whole tree; how its first process had ended by itself (looked at twice if patient)."""
        if not self._open:
            return {}
        self._open = False
        status = self._server.end(self._pid, patient)
        with contextlib.suppress(OSError):
            for _ in range(64):
                self.output.pump()
        self._peer.close()
        self.output.socket.close()
        return status


def _secrets() -> tuple[str, ...]:
    """Solutions and checks of exercises that do not lie in the package."""
    parts = (home / part for home in outside_homes() for part in PARTS)
    return tuple(str(part) for part in parts if part.exists())


def _death(status: dict[str, Any]) -> SessionDied:
    if "signal" in status:
        return SessionDied("signal", status["signal"])
    if status.get("exit") == MEMORY_EXIT:
        return SessionDied("memory")
    if status.get("exit") is not None:
        return SessionDied("exit", status["exit"])
    return SessionDied("gone")
