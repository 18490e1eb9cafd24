"""Who the session is: a user of its own without any right beyond that."""

from __future__ import annotations

import contextlib
import ctypes
import os

from autograder.sandbox.confine import linux
from autograder.sandbox.confine.policy import Refused

_NOBODY = 65534
_FIRST_SESSION_USER = 0x70000000
"""Beyond what distributions, containers and directory services hand out; one number for each session, so that none can signal another."""

_CAPABILITY_VERSION_3 = 0x20080522
_AMBIENT_CLEAR_ALL = 4
_SECURE_LOCKED = 0xEF
"""noroot, no_setuid_fixup, no_cap_ambient_raise and the locks of all four secure bits; keep_caps stays off."""


def session_user(pid: int) -> tuple[int, int]:
    """The user and group that a session will have, given its process number.

    An ordinary user stays who they are; root becomes a user that owns nothing.
    """
    if os.getuid() != 0:
        return os.getuid(), os.getgid()
    return _FIRST_SESSION_USER + pid, _FIRST_SESSION_USER + pid


def become(uid: int, gid: int) -> tuple[int, int]:
    """Become a user for good, in all three of its forms and without further groups; root must not stay root.

    Returns:
        The numbers it became: nobody's, where the machine does not have those that were asked for.

    Raises:
        OSError: if the machine does not allow it.
        Refused: if root would be left.
    """
    if os.getuid() == 0 or os.geteuid() == 0:
        with contextlib.suppress(PermissionError):
            os.setgroups([])
        try:
            os.setresgid(gid, gid, gid)
        except OSError:
            uid, gid = _NOBODY, _NOBODY
            os.setresgid(gid, gid, gid)
        os.setresuid(uid, uid, uid)
    if 0 in os.getresuid():
        raise Refused("still root")
    return uid, gid


def drop_capabilities() -> None:
    """Give up every capability, now and for whatever this process may execute.

    Raises:
        OSError: if one is left.
    """
    for number in range(64):
        if linux.libc().prctl(linux.PR_CAPBSET_DROP, ctypes.c_ulong(number), 0, 0, 0) != 0:
            break
    with contextlib.suppress(OSError):
        linux.prctl("secure bits", linux.PR_SET_SECUREBITS, _SECURE_LOCKED)
    linux.prctl("ambient capabilities", linux.PR_CAP_AMBIENT, _AMBIENT_CLEAR_ALL)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    linux.checked("capset", linux.libc().capset(ctypes.byref(header), ctypes.byref(nothing)))


def no_new_privileges() -> None:
    """Let no program that is executed give more rights than there are now.

    Raises:
        OSError: if the machine does not allow it.
    """
    linux.prctl("no_new_privs", linux.PR_SET_NO_NEW_PRIVS, 1)
