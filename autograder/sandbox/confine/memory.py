"""A cap on the memory of a whole tree of processes: watched from outside, and by a cgroup where one may be made."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path, PurePosixPath

from autograder.sandbox.confine.policy import Refused, inside

_PREFIX = "plm-"
_REMOVAL_SECONDS = 0.5


class TreeWatch:
    """Watches how much memory a process and all its descendants take together.

    What the first process has when the watch begins, and every descendant with it, shares with the warm server and is not counted.

    Args:
        pid: the first process.
        limit_mb: megabytes that the tree may take.

    Example:
        >>> TreeWatch(os.getpid(), 1024).over()
        False
    """

    def __init__(self, pid: int, limit_mb: int) -> None:
        self._pid = pid
        self._limit = limit_mb << 20
        self._at_first = resident(pid)

    def over(self) -> bool:
        """Whether the tree is over its limit now.

        Cheap figures first. They count a page once for each process that shares it, so that a tree of several is convicted only by
        exact ones: what its processes have for themselves, or each one's part of what they share.
        """
        below = descendants(self._pid)
        tree = [self._pid, *below]
        if sum(max(0, resident(pid) - self._at_first) for pid in tree) <= self._limit:
            return False
        shares = [proportional(pid) for pid in tree]
        if not below or None in shares:
            return True
        alone = sum(private(pid) or 0 for pid in tree)
        return max(alone, sum(share or 0 for share in shares) - self._at_first) > self._limit


def resident(pid: int) -> int:
    """Bytes of memory of a process that no file on disk backs; 0 if it is gone."""
    return _sum_of(Path(f"/proc/{pid}/status"), ("RssAnon:", "RssShmem:")) or 0


def proportional(pid: int) -> int | None:
    """The same with each shared page divided among those who share it; None if it may not be read."""
    return _sum_of(Path(f"/proc/{pid}/smaps_rollup"), ("Pss_Anon:", "Pss_Shmem:"))


def private(pid: int) -> int | None:
    """Bytes that no other process has; None if it may not be read."""
    return _sum_of(Path(f"/proc/{pid}/smaps_rollup"), ("Private_Dirty:",))


def descendants(pid: int) -> list[int]:
    """All living descendants of a process, parents before children."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        children = _children(waiting.pop())
        found += children
        waiting += children
    return found


class Cgroup:
    """A memory cgroup below this process's own, for one tree.

    Args:
        owner: the process that will remove the group; it gives the name.
        limit_mb: megabytes that it may take.

    Raises:
        OSError, Refused: if the machine does not allow it.
    """

    def __init__(self, owner: int, limit_mb: int) -> None:
        parent, limit_file = _own_group()
        _remove_left_overs(parent)
        self._folder = parent / f"{_PREFIX}{owner}"
        self._folder.mkdir()
        try:
            (self._folder / limit_file).write_text(str(limit_mb << 20), encoding="ascii")
        except OSError:
            self.remove()
            raise

    def add(self, pid: int) -> None:
        """Move a process into the group; its children are born there."""
        (self._folder / "cgroup.procs").write_text(str(pid), encoding="ascii")

    def remove(self) -> None:
        """Remove the group, once its last process is gone."""
        deadline = time.monotonic() + _REMOVAL_SECONDS
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                self._folder.rmdir()
                return
            time.sleep(0.002)


def _own_group() -> tuple[Path, str]:
    """This process's group in the memory hierarchy, and the file that holds a limit there (cgroups(7))."""
    memberships = [line.split(":", 2) for line in _lines("/proc/self/cgroup")]
    for _, controllers, path in memberships:
        if "memory" in controllers.split(","):
            return _seen_at("cgroup", "memory", path), "memory.limit_in_bytes"
    unified = _seen_at("cgroup2", "", next((path for number, _, path in memberships if number == "0"), "/"))
    if "memory" not in (unified / "cgroup.subtree_control").read_text(encoding="ascii").split():
        raise Refused("the memory controller is not delegated")
    return unified, "memory.max"


def _seen_at(kind: str, option: str, path: str) -> Path:
    """Where a group is mounted: a container may see only a part of the hierarchy (proc_pid_mountinfo(5))."""
    for line in _lines("/proc/self/mountinfo"):
        (_, _, _, root, point, *_), (mounted, _, options) = (half.split() for half in line.split(" - "))
        if mounted == kind and (not option or option in options.split(",")) and inside(path, root):
            folder = Path(point) / PurePosixPath(path).relative_to(root)
            if folder.is_dir():
                return folder
    raise Refused("its own memory cgroup is not mounted")


def _remove_left_overs(parent: Path) -> None:
    """Remove the groups of wardens that were killed before they could."""
    for folder in parent.glob(f"{_PREFIX}*"):
        if not Path("/proc", folder.name.removeprefix(_PREFIX)).exists():
            with contextlib.suppress(OSError):
                folder.rmdir()


def _lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").splitlines()


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError):
                found += map(int, Path(f"/proc/{pid}/task/{task}/children").read_text(encoding="ascii").split())
    return found


def _sum_of(path: Path, names: tuple[str, ...]) -> int | None:
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    except OSError:
        return None
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith(names))
