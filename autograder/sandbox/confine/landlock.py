"""Landlock: which files may be opened, by rules that this process and its children cannot lift (docs.kernel.org/userspace-api/landlock)."""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import struct
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from autograder.sandbox.confine import linux
from autograder.sandbox.confine.policy import Policy, inside, real
from autograder.sandbox.confine.rootfs import DEVICES, MACHINE_FACTS, OWN_FILES, outermost

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_RULE_PATH_BENEATH = 1
_VERSION = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 1 << 1, 1 << 2, 1 << 3
_MAKE_CHAR, _MAKE_BLOCK = 1 << 6, 1 << 11
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
_ALL_FILE_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1, 5: (1 << 16) - 1}
_FOR_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_NETWORK = 0b11
"""Binding and connecting of TCP sockets: handled, and no port allowed."""

_SCOPES = 0b11
"""Abstract unix sockets and signals: none beyond this session."""


def version() -> int:
    """The kernel's Landlock version.

    Raises:
        OSError: if it has none.
    """
    return linux.syscall("landlock", _CREATE_RULESET, None, 0, _VERSION)


def restrict(policy: Policy, scratch: str | None, own_root: bool) -> None:
    """Let this process read what the policy names, write in one folder and use the harmless devices; nothing else.

    From version 4 on no TCP either, from version 6 on no signal to and no abstract socket of others.

    Args:
        policy: what is readable and what is cut out of it.
        scratch: the folder to write in, if there is one.
        own_root: whether this process is in a root that `enter_root` made.

    Raises:
        OSError: if the kernel has no Landlock or does not allow it.
    """
    abi = version()
    handled = _ALL_FILE_RIGHTS[min(abi, 5)]
    ruleset = _ruleset(abi, handled)
    try:
        read = _READ_FILE | _READ_DIR
        for path in without(policy.readable, policy.forbidden):
            _allow(ruleset, path, read)
        for device in DEVICES:
            _allow(ruleset, device, read | _WRITE_FILE | (handled & _TRUNCATE))
        for fact in (*MACHINE_FACTS, *(OWN_FILES if own_root else ())):
            _allow(ruleset, fact, read)
        if scratch is not None:
            _allow(ruleset, scratch, handled & ~(_EXECUTE | _MAKE_CHAR | _MAKE_BLOCK | _IOCTL_DEV))
        linux.syscall("landlock_restrict_self", _RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


@cache
def without(folders: tuple[str, ...], forbidden: tuple[str, ...]) -> tuple[str, ...]:
    """Folders with what is forbidden cut out: one that holds such a path is replaced by its other entries.

    Rules only ever add, so a hole in a folder has to be spelt as everything around it.
    """
    secrets = [real(path) for path in forbidden]
    return tuple(path for folder in outermost(real(path) for path in folders) for path in _around(folder, secrets))


def _around(path: str, secrets: list[str]) -> Iterator[str]:
    if any(inside(path, secret) for secret in secrets):
        return
    if not any(inside(secret, path) for secret in secrets):
        yield path
        return
    with contextlib.suppress(OSError):
        for below in sorted(Path(path).iterdir()):
            if not below.is_symlink():
                yield from _around(str(below), secrets)


def _ruleset(abi: int, handled: int) -> int:
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    attributes = struct.pack("=QQQ", handled, _NETWORK, _SCOPES)[:size]
    return linux.syscall("landlock_create_ruleset", _CREATE_RULESET, attributes, size, 0)


def _allow(ruleset: int, path: str, rights: int) -> None:
    """Allow rights at and below a path; one that is not there needs none."""
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= _FOR_FILES
        rule = ctypes.create_string_buffer(struct.pack("=Qi", rights, descriptor))
        linux.syscall(f"landlock_add_rule {path}", _ADD_RULE, ruleset, _RULE_PATH_BENEATH, rule, 0)
    finally:
        os.close(descriptor)
