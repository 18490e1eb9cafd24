"""Putting the layers on, in order, in a freshly forked child."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import stat
from collections.abc import Callable

from autograder.sandbox.confine import identity, landlock, linux, memory, namespaces, rlimits, rootfs, seccomp, warden
from autograder.sandbox.confine.policy import EXTRAS, LAYERS, Policy, Refused, Report, refusal


def prepare(policy: Policy) -> None:
    """Look up in the server what every session's `enter` would look up again. Optional; it makes `enter` quicker.

    Raises:
        ValueError: if the policy asks for something forbidden.
    """
    policy.check()
    landlock.without(policy.readable, policy.forbidden)
    if linux.LINUX:
        with contextlib.suppress(Refused):
            linux.machine()
        linux.libc()


def enter(policy: Policy, keep_fds: tuple[int, ...]) -> Report:
    """Confine this process before any student code runs. Returns in an inner process only.

    To be called in a freshly forked, single-threaded child; call it P (the pid that the server's fork returned). P forks once more
    inside, because a PID namespace holds only processes born into it. P itself never returns from here: as the warden it waits for
    the inner process, watches the tree's memory, and ends with the same exit code or signal (`MEMORY_EXIT` if the tree took too
    much memory). The call returns in the inner process, which is process 1 of its namespace.

    How the tree ends: the server sends **SIGTERM to P** and waits for P; P kills the inner process, with which the kernel kills
    everything in its namespace (P does so itself where there is none), reaps it all and only then ends. **SIGKILL to P** ends the
    same tree through the parent-death signal, but P is gone a moment before the rest: a server that is a child subreaper then finds
    the inner process among its children and waits for it. If the inner process ends, so does everything it started, and P.
    If the server ends, the kernel kills P, and the tree with it.

    On return the working folder is the private `/tmp` (or `policy.scratch`), where temporary files go; there is no `/proc` of
    processes; only descriptors 0, 1, 2 and `keep_fds` are open.

    Args:
        policy: what it may see and use, and which layers to put on.
        keep_fds: descriptors to keep besides 0, 1 and 2.

    Returns:
        What came of each layer.

    Raises:
        ValueError: if the policy asks for something forbidden.
        RuntimeError: if something forbidden can be read although a layer that should prevent it is on.

    Example:
        >>> if os.fork() == 0:
        ...     report = enter(policy, (peer.fileno(),))
    """
    policy.check()
    if not linux.LINUX:
        return Report.of(dict.fromkeys((*LAYERS, *EXTRAS), "refused: not Linux"))
    entry = _Entry(policy)
    entry.outer(keep_fds)
    entry.inner()
    entry.audit()
    return Report.of({layer: entry.states.get(layer, "off") for layer in (*LAYERS, *EXTRAS)})


class _Entry:
    """The layers of one session as they are put on."""

    def __init__(self, policy: Policy) -> None:
        self.states: dict[str, str] = {}
        self._policy = policy
        self._server = os.getppid()
        self._mapped = rlimits.mapped_bytes()
        self._uid, self._gid = identity.session_user(os.getpid())
        self._privileged = os.geteuid() == 0
        self._proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY)
        self._cgroup: memory.Cgroup | None = None

    def outer(self, keep_fds: tuple[int, ...]) -> None:
        """Everything that happens before and around the inner fork; returns in the inner process."""
        self._put("descriptors", lambda: close_descriptors({*keep_fds, self._proc}))
        if self._privileged and self._policy.wants("pid") and not self._put("pid", namespaces.enter_pid):
            self._forsake_root()
        if not self._privileged:
            self._put("user", lambda: namespaces.enter_user(self._proc))
            self._put("pid", namespaces.enter_pid)
        linux.prctl("subreaper", linux.PR_SET_CHILD_SUBREAPER, 1)
        self._fork(keep_fds)

    def inner(self) -> None:
        """The layers of the inner process, in order."""
        for layer in namespaces.INNER:
            self._put(layer, namespaces.entering(layer))
        if self._on("mount"):
            self._put("rootfs", lambda: rootfs.enter_root(self._policy, self._uid, self._gid))
        elif self._policy.wants("rootfs"):
            self.states["rootfs"] = "refused: needs the mount layer"
        if not self._on("rootfs") and self._policy.scratch is not None:
            self._use_scratch(self._policy.scratch)
        self._put("uid", self._become)
        if self._privileged:
            self._put("user", lambda: namespaces.enter_user(self._proc))
        os.close(self._proc)
        others = 0 if self._privileged or self._on("user") else rlimits.threads_of(self._uid)
        self._put("capabilities", identity.drop_capabilities)
        linux.prctl("dumpable", linux.PR_SET_DUMPABLE, 1)  # or an ordinary user's warden could not read its memory
        self._die_with_parent()
        self._put("no_new_privs", identity.no_new_privileges)
        self._put("landlock", self._restrict)
        self._put("rlimits", lambda: rlimits.set_limits(self._policy, self._mapped, others))
        self._put("seccomp", self._filter)
        self._wait_for_watch()

    def audit(self) -> None:
        """Make sure that nothing forbidden can be read, if a layer claims so."""
        if self._on("rootfs") or self._on("landlock"):
            for path in self._policy.forbidden:
                if _can_read(path):
                    raise RuntimeError(f"{path} can be read in the session")

    def _put(self, layer: str, step: Callable[[], object]) -> bool:
        """Put one layer on; whether it is on."""
        if not self._policy.wants(layer):
            return False
        try:
            step()
        except (OSError, ValueError, Refused) as error:
            self.states[layer] = refusal(error)
            return False
        self.states[layer] = "on"
        return True

    def _on(self, layer: str) -> bool:
        return self.states.get(layer) == "on"

    def _forsake_root(self) -> None:
        """Where root may not make namespaces, become an ordinary user first: those sometimes may."""
        self._own_scratch()
        self._privileged = not self._put("uid", self._become)

    def _become(self) -> None:
        self._uid, self._gid = identity.become(self._uid, self._gid)

    def _fork(self, keep_fds: tuple[int, ...]) -> None:
        """Split into the warden and the inner process. A pipe between them tells the one that it is watched, or alone."""
        blocked = warden.hold_signals()
        waiting, ready = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(ready)
            self._lifeline = waiting
            os.setsid()
            warden.release_signals(blocked)
            return
        os.close(waiting)
        self._stand_guard(pid, ready, keep_fds)

    def _stand_guard(self, inner: int, ready: int, keep_fds: tuple[int, ...]) -> None:
        """The outer process's part, from which it never returns."""
        try:
            for descriptor in {0, 1, 2, *keep_fds, self._proc}:
                with contextlib.suppress(OSError):
                    os.close(descriptor)
            linux.prctl("parent death signal", linux.PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != self._server:
                os._exit(1)
            watch = self._watch(inner)
            told = {layer: self.states[layer] for layer in ("tree_memory", "cgroup") if layer in self.states}
            os.write(ready, json.dumps(told).encode())
            warden.guard(inner, watch, self._cgroup.remove if self._cgroup else lambda: None)
        finally:
            os._exit(1)

    def _watch(self, inner: int) -> memory.TreeWatch | None:
        watch: list[memory.TreeWatch] = []
        self._put("tree_memory", lambda: watch.append(memory.TreeWatch(inner, self._policy.memory_mb)))
        self._put("cgroup", lambda: self._make_cgroup(inner))
        return watch[0] if watch else None

    def _make_cgroup(self, inner: int) -> None:
        limit = self._policy.memory_mb + self._policy.scratch_mb
        self._cgroup = memory.Cgroup(os.getpid(), limit)
        self._cgroup.add(inner)

    def _die_with_parent(self) -> None:
        """After the last change of user, which would undo it. A warden that died before this has closed the pipe."""
        linux.prctl("parent death signal", linux.PR_SET_PDEATHSIG, signal.SIGKILL)
        poll = select.poll()
        poll.register(self._lifeline, 0)
        if poll.poll(0):
            os._exit(1)

    def _wait_for_watch(self) -> None:
        """No student code before the warden watches."""
        told = os.read(self._lifeline, 4096)
        os.close(self._lifeline)
        if not told:
            os._exit(1)
        self.states |= json.loads(told)

    def _use_scratch(self, folder: str) -> None:
        self._own_scratch()
        with contextlib.suppress(OSError):
            rootfs.settle(folder)

    def _own_scratch(self) -> None:
        if os.geteuid() == 0 and self._policy.scratch is not None and self._policy.wants("uid"):
            with contextlib.suppress(OSError):
                os.chown(self._policy.scratch, self._uid, self._gid)

    def _restrict(self) -> None:
        own_root = self._on("rootfs")
        landlock.restrict(self._policy, "/tmp" if own_root else self._policy.scratch, own_root)

    def _filter(self) -> None:
        alone = self._on("rootfs") and self._on("net")
        found = seccomp.rules(None if self._on("pid") else os.getpid(), unix_sockets=alone)
        seccomp.install(seccomp.assemble(found, linux.machine()))


def close_descriptors(keep: set[int]) -> None:
    """Close every descriptor but 0, 1, 2 and those to keep."""
    last = 2
    for descriptor in [*sorted(fd for fd in keep if fd > 2), os.sysconf("SC_OPEN_MAX")]:
        os.closerange(last + 1, descriptor)
        last = descriptor


def _can_read(path: str) -> bool:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        return not stat.S_ISDIR(os.fstat(descriptor).st_mode) or bool(os.listdir(descriptor))
    except OSError:
        return False
    finally:
        os.close(descriptor)
