"""What holds for every child of the warm server, with or without further layers: limits that the system enforces.

Address space is limited to what the child maps after the fork plus its budget, since the warm process maps gigabytes that cost nothing.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from pathlib import Path

_PR_SET_NO_NEW_PRIVS = 38
_FILE_MB = 256
_OPEN_FILES = 256


def apply_limits(memory_mb: int) -> dict[str, str]:
    """Limit this process and what it starts.

    Args:
        memory_mb: megabytes of address space beyond what is mapped now.

    Returns:
        Each layer with "on", or "refused: ..." and why.
    """
    return {"rlimits": _layer(lambda: _set_rlimits(memory_mb)), "no_new_privs": _layer(_no_new_privileges)}


def _layer(step: Callable[[], None]) -> str:
    try:
        step()
    except (OSError, ValueError, ImportError) as error:
        return f"refused: {error}"
    return "on"


def _set_rlimits(memory_mb: int) -> None:
    import resource

    mapped = _mapped_bytes()
    bounds = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: _FILE_MB << 20,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        **({resource.RLIMIT_AS: mapped + (memory_mb << 20)} if mapped else {}),
    }
    for kind, bound in bounds.items():
        _, hard = resource.getrlimit(kind)
        most = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(kind, (most, most))


def _mapped_bytes() -> int:
    """This process's address space now; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return 0
    import resource

    return pages * resource.getpagesize()


def _no_new_privileges() -> None:
    if sys.platform != "linux":
        raise OSError("not Linux")
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "no_new_privs")
