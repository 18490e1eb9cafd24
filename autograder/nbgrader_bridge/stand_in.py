"""Stand-ins: small notebooks where nbgrader looks for one, each naming the file that was really handed in.

The student's own file stays as it is, and is what is graded. A student who forges a stand-in can only name another file of their own
folder.
"""

from __future__ import annotations

import json
from pathlib import Path

_KEY = "plm_stands_for"
_MOST_BYTES = 4096


def write_stand_in(path: Path, for_file: Path) -> None:
    """Write a stand-in at `path` for a file in the same folder."""
    notebook = {"cells": [], "metadata": {_KEY: for_file.name}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(notebook, indent=1) + "\n", encoding="utf-8")


def stands_for(path: Path) -> Path | None:
    """The file that a stand-in names; None if this is no stand-in or that file is not there."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            return None
        name = json.loads(path.read_text(encoding="utf-8"))["metadata"][_KEY]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if type(name) is not str or Path(name).name != name or name == path.name:
        return None
    named = path.parent / name
    return named if named.is_file() and not named.is_symlink() else None
