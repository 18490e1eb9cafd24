"""Where exercises are found: in this package, in folders that somebody names, in installed packages that offer some.

A home holds `assignments/`, `reference/`, `checks/`, `misconceptions/` and, if need be, `written/rubrics/`. Only the package's own
exercises have the last three beside the engine.
"""

from __future__ import annotations

import os
from collections.abc import Set
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from autograder.errors import UsageError
from autograder.files import write_whole
from autograder.text import Text

PACKAGE = Path(__file__).resolve().parent
_BUNDLED = PACKAGE / "_exercises"
HOME = _BUNDLED if _BUNDLED.is_dir() else PACKAGE.parent
"""The package's own: it holds `assignments/` and `reference/`, in the checkout or as copies inside an installed wheel."""
PARTS = ("assignments", "reference", "checks", "misconceptions", "written")
VARIABLE = "PLM_EXERCISES"
"""The environment variable with more homes, as `PATH` has folders; processes that this one starts inherit it."""
GROUP = "plm.exercises"
"""The entry points of installed packages with exercises: each names a module whose folder is a home, or a path in it."""
COURSE_FILE = "exercise-folders.txt"
"""In a course's folder: the homes that its exercises come from, one a line, seen from the course."""
_NOTE = "# Folders with this course's exercises, one a line, seen from this folder; written by `plm course build`."


def homes() -> tuple[Path, ...]:
    """All homes: the package's own first, then those named, then those installed.

    Raises:
        UsageError: if one that is named or installed is not there.
    """
    return (HOME, *outside_homes())


def outside_homes() -> tuple[Path, ...]:
    """The homes that are not the package's own.

    Raises:
        UsageError: if one is not there.
    """
    named = (_home(Path(part), VARIABLE) for part in os.environ.get(VARIABLE, "").split(os.pathsep) if part)
    return tuple(home for home in dict.fromkeys((*named, *_installed())) if home != HOME)


def engine_side(home: Path) -> Path:
    """The folder with a home's `checks/`, `misconceptions/` and `written/rubrics/`."""
    return PACKAGE if home == HOME else home


def add_home(folder: Path) -> None:
    """Find exercises in this folder too, in this process and those that it starts.

    Raises:
        UsageError: if it holds no exercises.
    """
    home = str(_home(folder, "--exercises"))
    known = os.environ.get(VARIABLE, "").split(os.pathsep)
    os.environ[VARIABLE] = os.pathsep.join(part for part in dict.fromkeys((home, *known)) if part)


def use_homes_of(course: Path) -> None:
    """Find the exercises of a course's own homes.

    Raises:
        UsageError: if one of them is not there any more.
    """
    for line in _lines(course):
        add_home(_home(course / line, str(course / COURSE_FILE)))


def keep_homes(course: Path, used: Set[Path]) -> None:
    """Write down which homes a course's exercises come from, so that every command on it finds them.

    Args:
        course: the course's folder.
        used: the homes; the package's own needs no line.
    """
    lines = {_seen_from(course.resolve(), home) for home in used if home != HOME}
    if lines:
        write_whole(course / COURSE_FILE, "\n".join([_NOTE, *sorted({*_lines(course), *lines}), ""]).encode())


def _lines(course: Path) -> list[str]:
    path = course / COURSE_FILE
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def _seen_from(course: Path, home: Path) -> str:
    """Relative where the two lie near each other and are likely moved together."""
    near = home.is_relative_to(course.parent)
    return Path(os.path.relpath(home, course)).as_posix() if near else str(home)


def _home(folder: Path, named_by: str) -> Path:
    if not (folder / "assignments").is_dir():
        raise UsageError(
            Text(
                f"{named_by}：{folder} 里没有文件夹 `assignments`；请给出 `plm new SLUG DIR` 建立的文件夹，见 docs/authors.md",
                f"{named_by}: {folder} has no folder `assignments`; name the folder that `plm new SLUG DIR` made, see docs/authors.md",
            )
        )
    return folder.resolve()


@cache
def _installed() -> tuple[Path, ...]:
    return tuple(_offered(entry) for entry in sorted(entry_points(group=GROUP)))


def _offered(entry: EntryPoint) -> Path:
    offered = entry.load()
    if not isinstance(offered, str | Path):
        offered = Path(offered.__file__).parent
    return _home(Path(offered), f"the entry point {entry.name} of {GROUP}")
