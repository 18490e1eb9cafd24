"""What a session may do, and what came of each layer that says so."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath
from typing import Literal

LAYERS = (
    "descriptors",
    "user",
    "pid",
    "mount",
    "net",
    "ipc",
    "uts",
    "rootfs",
    "uid",
    "capabilities",
    "no_new_privs",
    "landlock",
    "seccomp",
    "rlimits",
    "tree_memory",
)
"""Every layer that `full` asks for."""

EXTRAS = ("cgroup",)
"""Layers that strengthen another where the machine allows it, and whose refusal costs nothing: `tree_memory` holds without."""

_NEEDED = (
    ("rootfs", "landlock"),
    ("net", "seccomp"),
    ("pid", "landlock", "seccomp"),
    ("no_new_privs",),
    ("rlimits",),
    ("tree_memory",),
)
"""What `partial` asks for, one of each: files, network, other processes, no gain of rights, one process's means, the tree's means."""


@dataclass(frozen=True)
class Policy:
    """What student code may see and use.

    Args:
        readable: absolute folders and files that it may read: interpreter, libraries, models, the sandbox package. What does not
            exist or cannot be reached is passed over.
        forbidden: absolute paths that it must never read (course, checks, reference, misconceptions, submissions). One that lies
            inside a readable folder is cut out of it; a readable path inside a forbidden one is an error.
        scratch_mb: megabytes of the private `/tmp`.
        memory_mb: megabytes of memory that it may take beyond what it starts with, one process and the whole tree alike.
        cpu_seconds: processor seconds of one process.
        file_mb: megabytes of one file.
        open_files: descriptors of one process.
        processes: processes and threads at a time.
        layers: the layers to put on; None for all.
        scratch: a folder to write in where a private `/tmp` is refused; None for none.
    """

    readable: tuple[str, ...]
    forbidden: tuple[str, ...]
    scratch_mb: int
    memory_mb: int
    cpu_seconds: int
    file_mb: int
    open_files: int
    processes: int
    layers: frozenset[str] | None = None
    scratch: str | None = None

    def wants(self, layer: str) -> bool:
        """Whether a layer is to be put on."""
        return self.layers is None or layer in self.layers

    def check(self) -> None:
        """Make sure that nothing forbidden was asked for.

        Raises:
            ValueError: if a path is not absolute, a layer unknown, or a readable path lies inside a forbidden one.
        """
        for path in (*self.readable, *self.forbidden):
            if not PurePosixPath(path).is_absolute():
                raise ValueError(f"not an absolute path: {path}")
        if self.layers is not None and not self.layers <= {*LAYERS, *EXTRAS}:
            raise ValueError(f"no such layer: {sorted(self.layers - {*LAYERS, *EXTRAS})}")
        for path in self.readable:
            for secret in self.forbidden:
                if inside(real(path), real(secret)):
                    raise ValueError(f"{path} lies inside {secret}, which is forbidden")


@dataclass(frozen=True)
class Report:
    """What holds in a session.

    Args:
        level: `full` if every layer of `LAYERS` is on; `partial` if files, network, other processes and resources are each
            guarded by at least one; otherwise `none`.
        layers: each layer with `on`, `off` (not asked for) or `refused: ERRNO what`.
    """

    level: Literal["full", "partial", "none"]
    layers: dict[str, str]

    @classmethod
    def of(cls, layers: dict[str, str]) -> Report:
        """A report on layers, with the level that they amount to."""
        on = {layer for layer, state in layers.items() if state == "on"}
        if on >= set(LAYERS):
            return cls("full", layers)
        guarded = all(on & set(choices) for choices in _NEEDED)
        return cls("partial" if guarded else "none", layers)


class Refused(Exception):
    """The machine does not give a layer.

    Args:
        why: errno name and step, or a sentence.
    """


def refusal(error: Exception) -> str:
    """What a report says of a failed layer."""
    if isinstance(error, OSError) and error.errno is not None:
        return f"refused: {errno.errorcode.get(error.errno, str(error.errno))} {error.strerror}"
    return f"refused: {error}"


@cache
def real(path: str) -> str:
    """A path without links. Looked up once in a process and the children forked from it, since each look costs a fork's page."""
    return os.path.realpath(path)


def inside(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies below it; both resolved."""
    return PurePosixPath(path).is_relative_to(folder)
