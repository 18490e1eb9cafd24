"""Limits of one process: address space, processor time, file size, descriptors, processes."""

from __future__ import annotations

import os
from pathlib import Path

from autograder.sandbox.confine.policy import Policy

_STACK_BYTES = 64 << 20


def set_limits(policy: Policy, mapped: int, others: int) -> None:
    """Set both the soft and the hard limits, so that they cannot be raised.

    Args:
        policy: the budgets.
        mapped: bytes of address space right after the fork, to which the memory budget is added: the warm process maps gigabytes
            that cost nothing.
        others: processes of this user that count against the limit but are not the session's.

    Raises:
        OSError, ValueError: if a limit is not taken.
    """
    import resource

    bounds = {
        resource.RLIMIT_AS: mapped + (policy.memory_mb << 20),
        resource.RLIMIT_CPU: policy.cpu_seconds,
        resource.RLIMIT_FSIZE: policy.file_mb << 20,
        resource.RLIMIT_NOFILE: policy.open_files,
        resource.RLIMIT_NPROC: policy.processes + others,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_STACK: _STACK_BYTES,
    }
    if hasattr(resource, "RLIMIT_MSGQUEUE"):
        bounds[resource.RLIMIT_MSGQUEUE] = 0
    for kind, bound in bounds.items():
        _, hard = resource.getrlimit(kind)
        most = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        soft = most if kind != resource.RLIMIT_STACK else min(most, resource.getrlimit(kind)[0])
        resource.setrlimit(kind, (soft, most))


def mapped_bytes() -> int:
    """This process's address space now.

    Raises:
        OSError: where the system does not tell.
    """
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * os.sysconf("SC_PAGESIZE")


def threads_of(uid: int) -> int:
    """Threads that a user has on the whole machine, as RLIMIT_NPROC counts them without a user namespace."""
    count = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            count += _threads_if_of(folder, uid)
    return count


def _threads_if_of(folder: Path, uid: int) -> int:
    try:
        if folder.stat().st_uid != uid:
            return 0
        return len(list((folder / "task").iterdir()))
    except OSError:
        return 0
