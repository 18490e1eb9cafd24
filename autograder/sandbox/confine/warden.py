"""The outer process of a session: waits for the inner one, watches the tree's memory, and takes the whole tree with it when it ends.

It never runs student code and keeps no descriptor of the session.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable

from autograder.sandbox.confine import linux
from autograder.sandbox.confine.memory import TreeWatch, descendants

MEMORY_EXIT = 250
"""The outer process's exit code when it ended the tree because of its memory."""

_LOOK_SECONDS = 0.05
_HEARD = {signal.SIGCHLD, signal.SIGTERM} if linux.LINUX else set()


def hold_signals() -> set[int]:
    """Block what the warden waits for, before the fork, so that nothing is missed; the signals blocked before."""
    return {int(number) for number in signal.pthread_sigmask(signal.SIG_BLOCK, _HEARD)}


def release_signals(before: set[int]) -> None:
    """Give the inner process the signals back."""
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


def guard(inner: int, watch: TreeWatch | None, cleanup: Callable[[], None]) -> None:
    """Stay until the inner process has ended, then end like it. Never returns.

    Args:
        inner: the inner process.
        watch: the watch over the tree's memory, if there is one.
        cleanup: called when the whole tree is gone.
    """
    code, ended_by = 1, 0
    try:
        over, status = _stay(inner, watch)
        end_tree()
        code = MEMORY_EXIT if over else os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0
        ended_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) and not over else 0
        cleanup()
        if ended_by:
            _end_by(ended_by)
    finally:
        os._exit(code or (128 + ended_by if ended_by else 0))


def end_tree() -> None:
    """Kill and reap every descendant; as the reaper of orphans this process has them all below it."""
    while True:
        for pid in descendants(os.getpid()):
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _stay(inner: int, watch: TreeWatch | None) -> tuple[bool, int]:
    """Wait for the inner process, looking at the memory meanwhile; whether it was too much, and the status."""
    over = False
    while True:
        heard = signal.sigtimedwait(_HEARD, _LOOK_SECONDS)
        if heard is not None and heard.si_signo == signal.SIGTERM:
            os.kill(inner, signal.SIGKILL)
        elif not over and watch is not None and watch.over():
            over = True
            os.kill(inner, signal.SIGKILL)
        status = _ended(inner)
        if status is not None:
            return over, status


def _ended(inner: int) -> int | None:
    """Reap whatever has ended; the inner process's status if it was among it."""
    found = None
    with contextlib.suppress(ChildProcessError):
        while (pair := os.waitpid(-1, os.WNOHANG))[0]:
            if pair[0] == inner:
                found = pair[1]
    return found


def _end_by(number: int) -> None:
    """End by the same signal, without a core file."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [number])
    os.kill(os.getpid(), number)
