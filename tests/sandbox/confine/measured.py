"""What `make coverage` sees in a process that may write no file: it travels as text beside the process's answer."""

from __future__ import annotations

import base64
import contextlib
from collections.abc import Callable

try:
    from coverage import Coverage, CoverageData
except ImportError:  # only needed for measuring
    Coverage = None


def is_running() -> bool:
    """Whether this process is measured: coverage then has each process that multiprocessing starts read a file that confinement hides."""
    return bool(Coverage and Coverage.current())


def begin() -> Callable[[], str]:
    """Begin to measure this forked process by itself; what is given back ends that and gives what was seen, empty if nobody measures."""
    running = Coverage and Coverage.current()
    if running is None:
        return lambda: ""
    running.stop()
    own = Coverage(data_file=None, config_file=False, branch=True, source_pkgs=["autograder"], messages=False)
    own.start()

    def seen() -> str:
        own.stop()
        with contextlib.suppress(Exception):
            return base64.b64encode(own.get_data().dumps()).decode("ascii")
        return ""

    return seen


def keep(seen: str) -> None:
    """Put what another process saw to the rest, for `coverage combine`."""
    running = Coverage and Coverage.current()
    if running is not None and seen:
        data = CoverageData(no_disk=True)
        data.loads(base64.b64decode(seen))
        beside = CoverageData(running.get_data().base_filename(), suffix=True)
        beside.update(data)
        beside.write()
