"""What student code may see and use when submissions are graded."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from autograder.sandbox.confine import Policy, runtime_folders

_PACKAGE = Path(__file__).resolve().parent.parent
_READABLE = ("__init__.py", "sandbox", "models")
_FORBIDDEN = ("checks", "misconceptions", "_exercises", "written", "demo", "nbgrader_bridge")
_FORBIDDEN_BESIDE = ("reference", "tests", "assignments", ".git")
_SCRATCH_MB, _FILE_MB, _OPEN_FILES, _PROCESSES = 256, 64, 256, 64
"""A check that trains the largest model shipped for twelve epochs leaves 180 MB where a checkpoint is saved at the end of each."""


def session_policy(message: dict[str, Any], secrets: tuple[str, ...] = ()) -> Policy:
    """The policy of one session.

    Args:
        message: the server's `spawn` request: `memory_mb`, `submission_seconds`, and `folder`, which serves where a private `/tmp` is
            refused.
        secrets: what it must not read besides the package's own checks and solutions: those of exercises from elsewhere.
    """
    return Policy(
        readable=_readable(),
        forbidden=(*_forbidden(), *secrets),
        scratch_mb=_SCRATCH_MB,
        memory_mb=message["memory_mb"],
        cpu_seconds=int(message["submission_seconds"]) + 60,
        file_mb=_FILE_MB,
        open_files=_OPEN_FILES,
        processes=_PROCESSES,
        scratch=message["folder"],
    )


@cache
def _readable() -> tuple[str, ...]:
    return (*runtime_folders(), *(str(_PACKAGE / name) for name in _READABLE))


@cache
def _forbidden() -> tuple[str, ...]:
    beside = (
        [_PACKAGE.parent / name for name in _FORBIDDEN_BESIDE] if (_PACKAGE.parent / "pyproject.toml").is_file() else []
    )
    return tuple(str(path) for path in (*(_PACKAGE / name for name in _FORBIDDEN), *beside) if path.exists())
