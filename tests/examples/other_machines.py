"""What the examples' tests share: commands in folders, and virtual environments that borrow this one's packages."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

BORROWING = {"PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1"}
"""For pip: install what is given and nothing else, without a network."""


def run(*command: str | Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, whatever its exit code."""
    settings = {**os.environ, **environment}
    return subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", env=settings, timeout=280, check=False
    )


def path_to_this_python(folder: Path) -> str:
    """A PATH on which the newest Python is the one that runs the tests: borrowed packages are of its version."""
    folder.mkdir()
    for name in ("python3.13", "python3"):
        (folder / name).symlink_to(Path(sys.executable).resolve())
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


def lend_packages(venv: Path) -> None:
    """Let an environment see the packages of the one that runs the tests; the project itself is not among them."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    target = run(venv / "bin" / "python", "-c", code, folder=venv).stdout.strip()
    Path(target, "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
