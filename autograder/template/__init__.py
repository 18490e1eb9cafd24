"""Begins an exercise: a small one that is right in all its parts, to be rewritten part by part."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from pathlib import Path

from autograder.errors import UsageError
from autograder.exercise import home_of
from autograder.files import write_whole
from autograder.homes import engine_side

FILES = Path(__file__).parent / "files"
_NAME = "SLUG"


def make_exercise(slug: str, home: Path) -> list[Path]:
    """Write a new exercise's files.

    Args:
        slug: its name: lower-case letters, digits and underscores.
        home: the folder of exercises that it joins; made if it is missing.

    Returns:
        The files, in the order in which one would rewrite them.

    Raises:
        UsageError: if the name cannot be one, is taken, or a file is there already.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", slug) or keyword.iskeyword(slug):
        raise UsageError(f"{slug!r}: an exercise's name is a Python name of lower-case letters, digits and underscores")
    if (taken := home_of(slug)) is not None:
        raise UsageError(f"{slug}: {taken} has an exercise of this name; choose another")
    written = dict(_files(slug, home.resolve()))
    for path in written:
        if path.exists():
            raise UsageError(f"{path} is there already; nothing was written")
    for path, text in written.items():
        write_whole(path, text.encode("utf-8"))
    return list(written)


def _files(slug: str, home: Path) -> Iterator[tuple[Path, str]]:
    """Each file's place and text; the package's own exercises have some of them beside the engine."""
    for part in ("assignments", "reference", "checks", "misconceptions"):
        root = home if part in ("assignments", "reference") else engine_side(home)
        for path in sorted((FILES / part).rglob("*.*")):
            if path.is_file() and path.suffix != ".pyc":
                place = path.relative_to(FILES).as_posix().replace(_NAME, slug)
                yield root / place, path.read_text(encoding="utf-8").replace(_NAME, slug)
