"""A place where attacks are run, with any choice of layers, as root and as an ordinary user, without harm to the machine.

Each attack runs in three processes: the test, a stand-in for the machine with namespaces of its own (so that an attack that is meant to
succeed mounts and renames only there), and the session. Only JSON comes back.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import measured

from autograder.sandbox import confine
from autograder.sandbox.confine import linux
from autograder.sandbox.confine.memory import descendants
from autograder.sandbox.confine.warden import end_tree
from tests import ordinary_user

SECRET = "the expected value is 0.25"
_SECONDS = 60.0


@dataclass
class Ground:
    """What there is to attack: made anew for each attack."""

    folder: Path
    secret: Path
    """A forbidden file that everybody may read, so that only confinement can protect it."""
    library: Path
    """A readable folder, on the list by the name of a link to it."""
    link: Path
    scratch: Path
    facts: dict[str, Any] = field(default_factory=dict)
    """What the stand-in for the machine prepared: descriptors, ports, process numbers."""


@dataclass
class Outcome:
    """What came of an attack."""

    layers: dict[str, str]
    value: Any
    error: str
    status: int
    host: Any

    @property
    def succeeded(self) -> bool:
        """Whether the attack says so, with evidence."""
        return bool(self.value) and not self.error

    @property
    def ending(self) -> str:
        """How P, the outer process, ended: `exit N` or `signal N`."""
        return (
            f"signal {os.WTERMSIG(self.status)}"
            if os.WIFSIGNALED(self.status)
            else f"exit {os.WEXITSTATUS(self.status)}"
        )


Attack = Callable[[Ground], Any]


@dataclass
class Arena:
    """Runs attacks as one kind of user."""

    who: str
    folder: Path

    def run(
        self,
        attack: Attack,
        layers: frozenset[str] | None = None,
        host: Callable[[Ground], None] = lambda ground: None,
        after: Callable[[Ground, int], Any] = lambda ground, pid: None,
        before: Callable[[], None] = lambda: None,
        **changes: Any,
    ) -> Outcome:
        """Run one attack.

        Args:
            attack: runs in the session; returns evidence of success, or something false, or raises.
            layers: those that are on; None for all.
            host: runs in the stand-in machine before the session is forked, as its user.
            after: runs there too, when the session has reported or ended; its value is the outcome's `host`.
            before: runs in the session before the layers are put on (to simulate a machine that refuses some).
            changes: fields of the policy.
        """
        ground = self._ground()
        reading, writing = os.pipe()
        machine = os.fork()
        if machine == 0:
            _whole_process(lambda: self._machine(ground, writing, attack, layers, host, after, before, changes))
        os.close(writing)
        try:
            message = json.loads(_read_all(reading, _SECONDS))
        finally:
            _end_machine(machine)
            os.close(reading)
        assert "harness" not in message, message["harness"]
        measured.keep(message.pop("seen", ""))
        return Outcome(**message)

    def _ground(self) -> Ground:
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        ground = Ground(
            folder, folder / "course" / "secret.txt", folder / "library", folder / "lib", folder / "scratch"
        )
        for made in (folder, ground.secret.parent, ground.library, ground.scratch):
            made.mkdir(exist_ok=True)
            made.chmod(0o777)
        ground.secret.write_text(SECRET, encoding="utf-8")
        (ground.library / "data.txt").write_text("data", encoding="utf-8")
        (ground.library / "data.txt").chmod(0o666)
        ground.link.symlink_to(ground.library)
        return ground

    def _machine(
        self,
        ground: Ground,
        writing: int,
        attack: Attack,
        layers: frozenset[str] | None,
        host: Callable[[Ground], None],
        after: Callable[[Ground, int], Any],
        before: Callable[[], None],
        changes: dict[str, Any],
    ) -> None:
        try:
            self.become_machine()
            host(ground)
            policy = replace(_policy(ground), layers=layers, **changes)
            message = _session(ground, policy, attack, after, before)
        except BaseException as error:
            message = {"harness": f"{type(error).__name__}: {error}"}
        end_tree()
        os.write(writing, json.dumps(message).encode())

    def become_machine(self) -> None:
        """Make this process the stand-in: with namespaces of its own where it is root, and then the arena's user."""
        linux.prctl("subreaper", linux.PR_SET_CHILD_SUBREAPER, 1)
        if os.geteuid() != 0:
            return
        linux.unshare("stand-in", linux.CLONE_NEWNS | linux.CLONE_NEWUTS | linux.CLONE_NEWIPC)
        linux.mount("none", "/", None, linux.MS_REC | linux.MS_PRIVATE)
        if self.who == "ordinary":
            ordinary_user.become()
            linux.prctl(
                "dumpable", linux.PR_SET_DUMPABLE, 1
            )  # as after executing the server, which a mere change of user is not


def _policy(ground: Ground) -> confine.Policy:
    return confine.Policy(
        readable=(*confine.runtime_folders(), str(ground.link)),
        forbidden=(str(ground.secret.parent),),
        scratch_mb=8,
        memory_mb=256,
        cpu_seconds=60,
        file_mb=4,
        open_files=64,
        processes=24,
        scratch=str(ground.scratch),
    )


def _session(
    ground: Ground,
    policy: confine.Policy,
    attack: Attack,
    after: Callable[[Ground, int], Any],
    before: Callable[[], None],
) -> dict[str, Any]:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        _whole_process(lambda: _inside(ground, policy, attack, before, writing))
    os.close(writing)
    said = _read_all(reading, _SECONDS / 2)
    seen = after(ground, pid)
    message: dict[str, Any] = {"layers": {}, "value": None, "error": "no answer", **(json.loads(said) if said else {})}
    return {**message, "status": _status(pid), "host": seen}


def _inside(ground: Ground, policy: confine.Policy, attack: Attack, before: Callable[[], None], writing: int) -> None:
    before()
    message: dict[str, Any] = {"layers": {}, "value": None, "error": ""}
    seen = measured.begin()
    try:
        message["layers"] = confine.enter(policy, (writing,)).layers
        message["value"] = attack(ground)
    except BaseException as error:
        message["error"] = f"{type(error).__name__}: {error}"
    os.write(writing, json.dumps({**message, "seen": seen()}).encode())


def _status(pid: int) -> int:
    """How the session ended; it is told to after a while."""
    for wait in (2.0, 2.0):
        deadline = time.monotonic() + wait
        while time.monotonic() < deadline:
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                return status
            time.sleep(0.005)
        os.kill(pid, signal.SIGTERM)
    os.kill(pid, signal.SIGKILL)
    return os.waitpid(pid, 0)[1]


def _end_machine(machine: int) -> None:
    """A machine that did not answer in time may have children: they die first."""
    for pid in [*reversed(descendants(machine)), machine]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    os.waitpid(machine, 0)


def _whole_process(body: Callable[[], None]) -> None:
    try:
        body()
    finally:
        os._exit(0)


def _read_all(descriptor: int, seconds: float) -> bytes:
    data, deadline = b"", time.monotonic() + seconds
    while select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))[0]:
        part = os.read(descriptor, 1 << 16)
        if not part:
            break
        data += part
        with contextlib.suppress(ValueError):
            json.loads(data)
            break
    return data
