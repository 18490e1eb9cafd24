"""A seccomp filter: system calls that student code has no use for fail, without reaching the kernel's code behind them.

The filter is a classic BPF program over `struct seccomp_data` (seccomp(2)), assembled here: the architecture is checked first, then
each named call jumps to its rule; what has none is allowed, what is newer than our table does not exist.
"""

from __future__ import annotations

import ctypes
import errno
import struct
from collections.abc import Iterable
from dataclasses import dataclass

from autograder.sandbox.confine import linux
from autograder.sandbox.confine.syscalls import LAST, NUMBERS

_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_SECCOMP = {"x86_64": 317, "aarch64": 277}
_SET_MODE_FILTER, _ALL_THREADS = 1, 1

_LOAD, _EQUAL, _GREATER, _ANY_BIT, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
_KILL_PROCESS, _FAIL, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16

_ABSENT = """
    clone3 io_uring_setup io_uring_enter io_uring_register memfd_create memfd_secret pidfd_open pidfd_getfd pidfd_send_signal
    userfaultfd io_setup
""".split()
"""Calls that programs try and do without: they get ENOSYS, as on an older kernel."""

_DENIED = """
    ptrace process_vm_readv process_vm_writev process_madvise kcmp
    mount umount2 pivot_root chroot move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr unshare setns
    keyctl add_key request_key bpf perf_event_open fanotify_init lookup_dcookie
    kexec_load kexec_file_load init_module finit_module delete_module reboot swapon swapoff acct quotactl quotactl_fd syslog
    settimeofday clock_settime clock_adjtime adjtimex sethostname setdomainname vhangup
    iopl ioperm modify_ldt uselib ustat sysfs _sysctl personality
    open_by_handle_at name_to_handle_at mknod mknodat
    sched_setaffinity sched_setscheduler sched_setparam sched_setattr setpriority ioprio_set move_pages migrate_pages
    shmget shmat msgget semget mq_open vmsplice
    execve execveat
""".split()
"""Among them shmget, mq_open and (above) memfd_create: memory that no process's size shows. execve: there is nothing to run."""

_AF_UNIX = 1
_F_SETOWN, _F_SETOWN_EX, _F_SETPIPE_SZ = 8, 15, 1031
_TIOCSTI, _TIOCLINUX, _FIOSETOWN, _SIOCSPGRP = 0x5412, 0x541C, 0x8901, 0x8902


@dataclass(frozen=True)
class Rule:
    """What becomes of one system call.

    Args:
        call: its name in `NUMBERS`.
        error: the errno it fails with.
        argument: the argument that decides (its low 32 bits; all that decide are ints or flags); None: the call always fails.
        test: `in` or `not in`: fails if the argument is, or is not, one of `values`; `any`: if it has any of the bits of `values`.
        values: see `test`.
    """

    call: str
    error: int = errno.EPERM
    argument: int | None = None
    test: str = "in"
    values: tuple[int, ...] = ()


def rules(own_pid: int | None, unix_sockets: bool) -> list[Rule]:
    """The rules of a session.

    Args:
        own_pid: the only process that may be signalled; None if others are out of reach anyway (a PID namespace).
        unix_sockets: whether to leave unix sockets: only where there is no foreign one to connect to.
    """
    dangerous_prctl = (linux.PR_SET_PDEATHSIG, linux.PR_SET_DUMPABLE, linux.PR_SET_MM, linux.PR_SET_PTRACER)
    found = [Rule(call, errno.ENOSYS) for call in _ABSENT]
    found += [Rule(call) for call in _DENIED]
    found += [
        Rule("clone", argument=0, test="any", values=(linux.CLONE_NEW,)),
        Rule("prctl", argument=0, values=dangerous_prctl),
        Rule("prlimit64", argument=0, test="not in", values=(0,)),
        Rule("fcntl", argument=1, values=(_F_SETOWN, _F_SETOWN_EX, _F_SETPIPE_SZ)),
        Rule("ioctl", argument=1, values=(_TIOCSTI, _TIOCLINUX, _FIOSETOWN, _SIOCSPGRP)),
        Rule("socket", errno.EACCES, 0, "not in", (_AF_UNIX,) if unix_sockets else ()),
    ]
    if own_pid is not None:
        signals = ("kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo")
        found += [Rule(call, argument=0, test="not in", values=(own_pid, 0)) for call in signals]
    return found


def assemble(found: Iterable[Rule], machine: str) -> bytes:
    """The BPF program for some rules.

    Args:
        found: at most one rule for each call.
        machine: `x86_64` or `aarch64`.

    Returns:
        `struct sock_filter` after `struct sock_filter`, 8 bytes each.
    """
    column = ("x86_64", "aarch64").index(machine)
    program = [
        _step(_LOAD, _ARCHITECTURE),
        _step(_EQUAL, _AUDIT_ARCH[machine], 1, 0),
        _step(_RETURN, _KILL_PROCESS),
        _step(_LOAD, _NUMBER),
        _step(_GREATER, LAST, 0, 1),
        _step(_RETURN, _FAIL | errno.ENOSYS),
    ]
    for rule in found:
        number = NUMBERS[rule.call][column]
        if number is not None:
            block = _block(rule)
            program += [_step(_EQUAL, number, 0, len(block)), *block]
    return b"".join([*program, _step(_RETURN, _ALLOW)])


def install(program: bytes) -> None:
    """Put the filter on, for every thread and for good. Needs no_new_privs.

    Raises:
        OSError: if the kernel does not take it.
        Refused: on a processor whose calls are not known.
    """
    buffer = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("@HxxxxxxP", len(program) // 8, ctypes.addressof(buffer))
    linux.syscall("seccomp", _SECCOMP[linux.machine()], _SET_MODE_FILTER, _ALL_THREADS, header)


def _block(rule: Rule) -> list[bytes]:
    fail, allow = _step(_RETURN, _FAIL | rule.error), _step(_RETURN, _ALLOW)
    if rule.argument is None:
        return [fail]
    load = _step(_LOAD, _ARGUMENTS + 8 * rule.argument)
    comparison = _ANY_BIT if rule.test == "any" else _EQUAL
    first, second = (allow, fail) if rule.test == "not in" else (fail, allow)
    count = len(rule.values)
    tests = [_step(comparison, value, count - index, 0) for index, value in enumerate(rule.values)]
    return [load, *tests, second, first]


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)
