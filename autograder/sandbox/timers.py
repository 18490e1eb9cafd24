"""A soft time limit inside the student's process, so that a loop without end names its line.

The hard limit is the trusted side's, which ends the process. Computing time counts (a busy machine costs nobody points); time asleep is
bounded by `PATIENCE` times as much on the wall clock.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 3.0


class TimeLimit(BaseException):
    """Student code ran longer than it may. No `Exception`, so that `except Exception` does not swallow it."""


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise `TimeLimit` in the block after so many seconds of computing, or `PATIENCE` times as many on the clock.

    Does nothing for None, where the system has no such timers, and outside the main thread.
    """
    usable = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if seconds is None or not usable:
        yield
        return
    old = {number: signal.signal(number, _raise) for number in (signal.SIGPROF, signal.SIGALRM)}
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds * PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in old.items():
            signal.signal(number, handler)


def _raise(number: int, frame: Any) -> None:
    raise TimeLimit("the time limit")
