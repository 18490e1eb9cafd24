"""Stand-ins: small notebooks where nbgrader looks for one, each naming the file that was really handed in.

The student's own file stays as it is, and is what is graded. A student who forges a stand-in can only name another file of their own
folder. A stand-in that names nothing says that there was no file to grade.
"""

from __future__ import annotations

import json
from pathlib import Path

from autograder.files import write_whole
from autograder.text import Text

NOTHING_TO_GRADE = Text(
    "文件夹里没有可以确定要评分的文件（没有笔记本或脚本，或者有几个而无法判断是哪一个）；请按要求的文件名重新提交",
    "there is no file here that is clearly the one to grade (no notebook or script, or several of them): "
    "hand it in again under the name asked for",
)
_KEY = "plm_stands_for"
_MOST_BYTES = 4096


def write_stand_in(path: Path, for_file: Path | None) -> None:
    """Write a stand-in at `path` for a file in the same folder, or for none; a reader sees a whole one or none."""
    write_whole(path, _text(for_file.name if for_file else None).encode("utf-8"))


def stands_for(path: Path) -> Path | None:
    """The file that a stand-in names; None if this is no stand-in or that file is not there."""
    name = _named(_read(path))
    if type(name) is not str or Path(name).name != name or name == path.name:
        return None
    named = path.parent / name
    return named if named.is_file() and not named.is_symlink() else None


def is_stand_in(path: Path) -> bool:
    """Whether a file is exactly what `write_stand_in` writes, so that nothing of a student's is in it."""
    text = _read(path)
    name = _named(text)
    return (name is None or type(name) is str) and text == _text(name)


def _text(name: str | None) -> str:
    notebook = {"cells": [], "metadata": {_KEY: name}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=1) + "\n"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8") if path.stat().st_size <= _MOST_BYTES else ""
    except (OSError, ValueError):
        return ""


def _named(text: str) -> object:
    """What a stand-in's text names; False if it is none."""
    try:
        return json.loads(text)["metadata"][_KEY]
    except (ValueError, KeyError, TypeError, RecursionError):
        return False
