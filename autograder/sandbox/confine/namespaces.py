"""Namespaces: users, process numbers, mounts, network, System V objects and host name of one's own."""

from __future__ import annotations

import os
from collections.abc import Callable

from autograder.sandbox.confine import linux

INNER = {
    "mount": linux.CLONE_NEWNS,
    "net": linux.CLONE_NEWNET,
    "ipc": linux.CLONE_NEWIPC,
    "uts": linux.CLONE_NEWUTS,
}
"""Namespaces that the innermost process enters by itself, in this order."""


def enter_user(proc: int) -> None:
    """Enter a new user namespace in which this process keeps its own numbers and nobody else has any.

    Args:
        proc: a descriptor of the `/proc` folder, which may be out of reach by now.

    Raises:
        OSError: if the machine does not allow it.
    """
    uid, gid = os.geteuid(), os.getegid()  # afterwards both read as nobody's
    linux.unshare("user", linux.CLONE_NEWUSER)
    linux.prctl(
        "dumpable", linux.PR_SET_DUMPABLE, 1
    )  # a change of user may have given this process's /proc entry to root
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        _write(f"self/{name}", text, proc)


def enter_pid() -> None:
    """Let the next child be the first process of a new PID namespace.

    Raises:
        OSError: if the machine does not allow it.
    """
    linux.unshare("pid", linux.CLONE_NEWPID)


def entering(layer: str) -> Callable[[], None]:
    """The step that enters one of the `INNER` namespaces."""
    return lambda: _enter(layer)


def _enter(layer: str) -> None:
    linux.unshare(layer, INNER[layer])
    if layer == "mount":
        linux.mount("none", "/", None, linux.MS_REC | linux.MS_PRIVATE)  # or mounts would show outside


def _write(path: str, text: str, folder: int) -> None:
    descriptor = os.open(path, os.O_WRONLY, dir_fd=folder)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)
