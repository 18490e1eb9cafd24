"""A root of one's own: an explicit list of folders, read-only, and a small private `/tmp`."""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from pathlib import Path

from autograder.sandbox.confine import linux
from autograder.sandbox.confine.policy import Policy, Refused, inside, real

DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
MACHINE_FACTS = ("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/version")
"""All there is of /proc: no processes. Libraries read these to choose a number of threads or a size."""

OWN_FILES = ("/etc/passwd", "/etc/group")
"""Written for the session, so that it has a name."""

_STAGES = ("/mnt", "/media", "/srv", "/opt", "/var/tmp", "/tmp")
_INODES_PER_MB = 64
_MOUNT_SETATTR = 442
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_ATTR_RDONLY, _ATTR_NOSUID, _ATTR_NODEV, _ATTR_NOEXEC = 1, 2, 4, 8
_LOCKED = {os.ST_RDONLY: linux.MS_RDONLY, os.ST_NOSUID: linux.MS_NOSUID} if linux.LINUX else {}
if linux.LINUX:
    _LOCKED |= {os.ST_NODEV: linux.MS_NODEV, os.ST_NOEXEC: linux.MS_NOEXEC}
    _LOCKED |= {os.ST_NOATIME: os.ST_NOATIME, os.ST_NODIRATIME: os.ST_NODIRATIME, os.ST_RELATIME: 1 << 21}


def runtime_folders() -> tuple[str, ...]:
    """What a Python program with C libraries reads while it runs: standard library, packages, shared libraries, time zones.

    Deliberately not `sys.path`, on which a checkout with its reference solutions may lie.
    """
    named = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    system = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache", "/usr/share/zoneinfo"]
    folders = [*named, str(Path(sys.base_prefix) / "lib"), *system]
    return tuple(dict.fromkeys(folder for folder in folders if Path(folder).exists()))


def enter_root(policy: Policy, uid: int, gid: int) -> None:
    """Make the new root, move into it and let go of the old one; the working folder becomes the private `/tmp`.

    Needs a mount namespace of one's own and the right to mount in it.

    Args:
        policy: what is bound and how large `/tmp` is.
        uid: who will own `/tmp`.
        gid: its group.

    Raises:
        OSError: if a step is not allowed.
        Refused: if there is no folder to build the root on.
    """
    paths = outermost(policy.readable)
    stage = _stage([real(path) for path in paths])
    linux.mount("plm-root", stage, "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, "size=4m,nr_inodes=20000,mode=755")
    _lay_scratch(stage, policy.scratch_mb, uid, gid)  # first: what is readable may lie in /tmp
    for path in paths:
        _bind(path, stage)
    for path in policy.forbidden:
        _cut_out(path, stage, paths)
    _furnish(stage, uid, gid)
    _pivot(stage)
    linux.mount(
        "none", "/", None, linux.MS_REMOUNT | linux.MS_BIND | linux.MS_RDONLY | linux.MS_NOSUID | linux.MS_NODEV
    )
    settle("/tmp")


def settle(folder: str) -> None:
    """Make a folder the place for working and for temporary files."""
    os.chdir(folder)
    tempfile.tempdir = folder
    os.environ.update({"HOME": folder, "TMPDIR": folder, "USER": "student", "LOGNAME": "student"})


def outermost(paths: Iterable[str]) -> list[str]:
    """Paths without those that lie below another one, the shortest first."""
    kept: list[str] = []
    for path in sorted({os.path.normpath(path) for path in paths}, key=len):
        if not any(inside(path, other) for other in kept):
            kept.append(path)
    return kept


def _stage(sources: list[str]) -> str:
    """A folder to mount the new root on, that hides none of what will be bound."""
    for folder in _STAGES:
        if Path(folder).is_dir() and not any(inside(source, folder) for source in sources):
            return folder
    raise Refused("no folder left to build a root on")


def _bind(path: str, stage: str) -> None:
    """Bind a path where it really is, with a link from the name it was given by."""
    source = real(path)
    try:
        kind = Path(source).stat().st_mode
    except OSError:
        return
    target = stage + source
    if not os.path.lexists(target):
        _make(target, stat.S_ISDIR(kind))
        linux.mount(source, target, None, linux.MS_BIND | linux.MS_REC)
        _read_only(target)
    if source != path and not os.path.lexists(stage + path):
        Path(stage + path).parent.mkdir(parents=True, exist_ok=True)
        Path(stage + path).symlink_to(source)


def _make(target: str, folder: bool) -> None:
    Path(target).parent.mkdir(parents=True, exist_ok=True)
    if folder:
        Path(target).mkdir(exist_ok=True)
    else:
        Path(target).touch(exist_ok=True)


def _read_only(target: str) -> None:
    """Take writing, setuid and devices from a mount and, where the kernel can (5.12), from all below it."""
    attributes = (ctypes.c_uint64 * 4)(_ATTR_RDONLY | _ATTR_NOSUID | _ATTR_NODEV, 0, 0, 0)
    arguments = (_AT_FDCWD, os.fsencode(target), _AT_RECURSIVE, ctypes.byref(attributes), ctypes.sizeof(attributes))
    try:
        linux.syscall(f"mount_setattr {target}", _MOUNT_SETATTR, *arguments)
    except OSError:
        held = os.statvfs(target).f_flag
        flags = sum(flag for seen, flag in _LOCKED.items() if held & seen)
        flags |= linux.MS_REMOUNT | linux.MS_BIND | linux.MS_RDONLY | linux.MS_NOSUID | linux.MS_NODEV
        linux.mount("none", target, None, flags)


def _cut_out(path: str, stage: str, readable: list[str]) -> None:
    """Lay an empty read-only folder or file over what is forbidden inside what was bound."""
    path = real(path)
    if not any(inside(path, real(folder)) for folder in readable) or not os.path.lexists(stage + path):
        return
    folder = Path(stage + path).is_dir()
    nothing = f"{stage}/.empty-folder" if folder else f"{stage}/.empty-file"
    _make(nothing, folder)
    linux.mount(nothing, stage + path, None, linux.MS_BIND)
    _read_only(stage + path)
    Path(nothing).chmod(0)


def _lay_scratch(stage: str, scratch_mb: int, uid: int, gid: int) -> None:
    scratch = Path(stage, "tmp")
    scratch.mkdir()
    options = f"size={scratch_mb}m,nr_inodes={1000 + scratch_mb * _INODES_PER_MB},mode=700,uid={uid},gid={gid}"
    linux.mount("plm-tmp", str(scratch), "tmpfs", linux.MS_NOSUID | linux.MS_NODEV | linux.MS_NOEXEC, options)


def _furnish(stage: str, uid: int, gid: int) -> None:
    for device in DEVICES:
        _bind_plain(device, stage)
    for fact in MACHINE_FACTS:
        with contextlib.suppress(OSError):
            _bind_plain(fact, stage)
    etc = Path(stage, "etc")
    etc.mkdir(exist_ok=True)
    (etc / "passwd").write_text(f"student:x:{uid}:{gid}::/tmp:/bin/false\n", encoding="ascii")
    (etc / "group").write_text(f"student:x:{gid}:\n", encoding="ascii")
    Path(stage, "dev", "shm").symlink_to("/tmp")


def _bind_plain(path: str, stage: str) -> None:
    """Bind one file as it is: a device must stay one."""
    if Path(path).exists():
        _make(stage + path, folder=False)
        linux.mount(path, stage + path, None, linux.MS_BIND)


def _pivot(stage: str) -> None:
    os.chdir(stage)
    linux.checked("pivot_root", linux.libc().syscall(ctypes.c_long(_pivot_number()), b".", b"."))
    linux.checked("umount of the old root", linux.libc().umount2(b".", linux.MNT_DETACH))
    os.chdir("/")


def _pivot_number() -> int:
    return {"x86_64": 155, "aarch64": 41}[linux.machine()]
