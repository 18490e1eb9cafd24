"""Sessions where the system has no safe fork (macOS, Windows): each in a process of its own, started anew, without confinement.

For a student who checks their own code. The trusted process listens on the loopback interface and tells the child by its standard input
where and with which token; the child makes ready what students use, calls back twice (frames, prints) and serves one `Worker`.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from typing import Any

from autograder.exercise import Limits
from autograder.sandbox.channel import Closed, Output, exactly, serve_one
from autograder.sandbox.confine import EXTRAS, LAYERS
from autograder.sandbox.session import ENVIRONMENT, ForkedSession, package_on_path

_START_SECONDS = 120.0
_LOOK_SECONDS = 0.2
_MOMENTS = 400
_MOMENT_SECONDS = 0.005
_LOOPBACK = "127.0.0.1"
_FRAMES, _PRINTS = b"f", b"p"
_TOKEN_BYTES = 32
_SYSTEM = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "HOME", "USERPROFILE")
"""What a process needs of the system's environment; Windows opens no socket without SYSTEMROOT."""


class SpawnServer:
    """Starts a process for each session, and the next one as soon as a session ends, so that it is warm when it is asked for.

    Example:
        >>> with SpawnServer() as server:
        ...     session = server.session(Limits())
    """

    def __init__(self) -> None:
        self._spare: _Child | None = None
        self._live: dict[int, _Child] = {}

    def __enter__(self) -> SpawnServer:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def begin(self) -> None:
        """Have a process on its way."""
        if self._spare is None or self._spare.process.poll() is not None:
            self._spare = _Child()

    def start(self) -> None:
        """Have a warm process ready.

        Raises:
            RuntimeError: if it does not come up.
        """
        self.begin()
        assert self._spare is not None
        self._spare.wait_until_warm()

    def session(self, limits: Limits) -> ForkedSession:
        """A session in a process of its own; of the limits, memory is not watched here."""
        self.start()
        assert self._spare is not None
        child, self._spare = self._spare, None
        self._live[child.process.pid] = child
        peer, prints = child.begin(limits)
        output = Output(prints, limits.output_kb << 10)
        return ForkedSession(self, child.process.pid, peer, output, limits)

    def twin(self) -> None:
        """Nothing: each session's process warms up by itself."""

    def end(self, pid: int, patient: bool) -> dict[str, Any]:
        """End a session's process; how it had ended by itself: `{"exit": code}`, `{"signal": number}` or `{"alive": true}`."""
        status = self._live.pop(pid).end(patient)
        if self._spare is None:
            self._spare = _Child()
        return status

    def close(self) -> None:
        """End all processes."""
        for child in [*self._live.values(), *([self._spare] if self._spare else [])]:
            child.end(patient=False)
        self._live.clear()
        self._spare = None


class _Child:
    """One process: on its way, warm, or serving."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="plm-")
        self._token = secrets.token_bytes(_TOKEN_BYTES)
        self._listener = socket.create_server((_LOOPBACK, 0))
        self._listener.settimeout(_LOOK_SECONDS)
        self._sockets: dict[bytes, socket.socket] = {}
        code = f"{package_on_path()}; from autograder.sandbox.spawn import main; main()"
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-c", code],
            env={**ENVIRONMENT, **{name: os.environ[name] for name in _SYSTEM if name in os.environ}},
            cwd=self._folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert self.process.stdin is not None
        where = {"port": self._listener.getsockname()[1], "token": self._token.hex(), "folder": self._folder}
        with contextlib.suppress(OSError), self.process.stdin as pipe:  # closing writes, too
            pipe.write(json.dumps(where).encode())

    def wait_until_warm(self) -> None:
        """Wait until it has called back.

        Raises:
            RuntimeError: if it ended, or does not within two minutes.
        """
        deadline = time.monotonic() + _START_SECONDS
        while len(self._sockets) < 2:
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.end(patient=False)
                raise RuntimeError(f"the process for student code did not come up (exit {self.process.poll()})")
            with contextlib.suppress(TimeoutError):
                self._welcome(self._listener.accept()[0])

    def _welcome(self, caller: socket.socket) -> None:
        """Keep a caller that knows the token."""
        caller.settimeout(_LOOK_SECONDS)
        said = b""
        with contextlib.suppress(Closed, OSError):
            said = exactly(caller, _TOKEN_BYTES + 1)
        if hmac.compare_digest(said[:_TOKEN_BYTES], self._token) and said[_TOKEN_BYTES:] in (_FRAMES, _PRINTS):
            self._sockets[said[_TOKEN_BYTES:]] = caller
        else:
            caller.close()

    def begin(self, limits: Limits) -> tuple[socket.socket, socket.socket]:
        """Tell it its limits; the sockets for frames and for prints, which are the caller's from now on."""
        peer, prints = self._sockets.pop(_FRAMES), self._sockets.pop(_PRINTS)
        told = {"call_seconds": limits.call_seconds, "load_seconds": limits.load_seconds}
        peer.sendall(json.dumps(told).encode() + b"\n")
        peer.setblocking(False)
        prints.setblocking(False)
        return peer, prints

    def end(self, patient: bool) -> dict[str, Any]:
        """End the process and what it started; how it had ended by itself, given a moment if patient."""
        status = self._status(_MOMENTS if patient else 1)
        _kill(self.process)
        self._listener.close()
        for each in self._sockets.values():
            each.close()
        shutil.rmtree(self._folder, ignore_errors=True)
        return status

    def _status(self, looks: int) -> dict[str, Any]:
        for look in range(looks):
            if look:
                time.sleep(_MOMENT_SECONDS)
            if (code := self.process.poll()) is not None:
                return {"signal": -code} if code < 0 else {"exit": code}
        return {"alive": True}


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process, and with it its group where the system has such."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    process.wait()


def main() -> None:
    """The child: make ready, call back, serve one session."""
    from autograder.sandbox.loading import without_collecting
    from autograder.sandbox.server import warm_up

    where = json.loads(sys.stdin.buffer.read())
    tempfile.tempdir = where["folder"]
    with without_collecting():
        warm_up(copies=1)
    peer, prints = (_call_back(where, role) for role in (_FRAMES, _PRINTS))
    sys.stdout = sys.stderr = prints.makefile("w", encoding="utf-8", errors="replace")
    sys.stdout.reconfigure(line_buffering=True)
    with contextlib.suppress(Closed, OSError):
        _serve(peer, json.loads(_line(peer)))


def _serve(peer: socket.socket, limits: dict[str, float]) -> None:
    from autograder.sandbox.wire import Encoder
    from autograder.sandbox.worker import Worker

    worker = Worker(limits["call_seconds"], limits["load_seconds"], seed=0)
    layers = dict.fromkeys((*LAYERS, *EXTRAS), "refused: a process started anew is not confined")
    peer.sendall(Encoder().frame({"level": "none", "layers": layers}))
    while True:
        peer.sendall(worker.answer(serve_one(peer)))


def _call_back(where: dict[str, Any], role: bytes) -> socket.socket:
    caller = socket.create_connection((_LOOPBACK, where["port"]))
    caller.sendall(bytes.fromhex(where["token"]) + role)
    return caller


def _line(peer: socket.socket) -> bytes:
    """One line, and not a byte of what follows it."""
    data = b""
    while not data.endswith(b"\n"):
        data += exactly(peer, 1)
    return data
