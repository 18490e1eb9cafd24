"""Run a Python command as an ordinary user, from root, wherever the interpreter lies.

    python -m tests.ordinary_user -m pytest -p no:cacheprovider tests/attacks

The interpreter is made reachable in a mount namespace of the command's own; nothing of the machine is changed.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from autograder.sandbox.confine import linux

USER = 1234


def open_up(path: Path) -> None:
    """Let an ordinary user reach a path, whatever the rights of the folders above; needs a mount namespace of one's own."""
    closed = [folder for folder in reversed(path.parents) if not folder.stat().st_mode & 1]
    if closed:
        linux.mount(str(path), "/mnt", None, linux.MS_BIND | linux.MS_REC)
        linux.mount("open", str(closed[0]), "tmpfs", 0, "mode=755")
        path.mkdir(parents=True)
        linux.mount("/mnt", str(path), None, linux.MS_BIND | linux.MS_REC)
        linux.checked("umount", linux.libc().umount2(b"/mnt", linux.MNT_DETACH))


def become(user: int = USER) -> None:
    """Be an ordinary user in this process from here on, with the interpreter in reach."""
    linux.unshare("ordinary user", linux.CLONE_NEWNS)
    linux.mount("none", "/", None, linux.MS_REC | linux.MS_PRIVATE)
    open_up(Path(sys.base_prefix).resolve())
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def main(arguments: list[str]) -> None:
    """Execute the interpreter anew as an ordinary user with these arguments."""
    home = Path(tempfile.mkdtemp(prefix="plm-ordinary-"))
    os.chown(home, USER, USER)
    become()
    environment = {**os.environ, "HOME": str(home), "TMPDIR": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    os.execve(sys.executable, [sys.executable, *arguments], environment)


if __name__ == "__main__":
    main(sys.argv[1:])
