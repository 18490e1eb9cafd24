"""System calls that Python has no function for, through the C library."""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from functools import cache
from typing import Any

from autograder.sandbox.confine.policy import Refused

LINUX = sys.platform == "linux"

CLONE_NEWNS = 0x00020000
CLONE_NEWCGROUP = 0x02000000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000
CLONE_NEW = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 32
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
MNT_DETACH = 2

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_SECUREBITS = 28
PR_SET_MM = 35
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_SET_PTRACER = 0x59616D61


@cache
def libc() -> ctypes.CDLL:
    """The C library of this process."""
    return ctypes.CDLL(None, use_errno=True)


@cache
def machine() -> str:
    """The processor: `x86_64` or `aarch64`.

    Raises:
        Refused: if system calls are not known for it.
    """
    name = platform.machine()
    if name not in ("x86_64", "aarch64") or sys.maxsize <= 1 << 32:
        raise Refused(f"system calls of {name} are not known")
    return name


def syscall(what: str, number: int, *arguments: Any) -> int:
    """Call the kernel; `what` names the step in the error.

    Raises:
        OSError: with the call's errno.
    """
    values = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    return checked(what, libc().syscall(ctypes.c_long(number), *values))


def prctl(what: str, option: int, *arguments: int) -> int:
    """Call prctl(2); missing arguments are 0.

    Raises:
        OSError: with the call's errno.
    """
    values = [ctypes.c_ulong(a) for a in (*arguments, 0, 0, 0, 0)[:4]]
    return checked(what, libc().prctl(option, *values))


def unshare(what: str, flags: int) -> None:
    """Leave namespaces of this process for new ones.

    Raises:
        OSError: with the call's errno.
    """
    checked(f"unshare {what}", libc().unshare(flags))


def mount(source: str, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    """Mount, bind or remount.

    Raises:
        OSError: with the call's errno.
    """
    texts = [None if text is None else os.fsencode(text) for text in (source, target, kind, options)]
    result = libc().mount(texts[0], texts[1], texts[2], ctypes.c_ulong(flags), texts[3])
    checked(f"mount {target}", result)


def checked(what: str, result: int) -> int:
    """A result, or the error it stands for.

    Raises:
        OSError: with errno and the name of the step.
    """
    if result == -1:
        raise OSError(ctypes.get_errno(), what)
    return int(result)
