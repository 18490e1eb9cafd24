"""Builds the nbgrader course: source notebooks, data, task sheets and the configuration."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from autograder.errors import UsageError
from autograder.exercise import Exercise, load
from autograder.notebook import notebook_bytes, source_notebook

CONFIG = '''"""nbgrader's configuration for this course; `plm course build` writes it anew, so put settings of your own below the line."""

from autograder.nbgrader_bridge.config import configure

c = get_config()  # noqa: F821  (nbgrader defines it)
configure(c, __file__)

# ---- settings of your own ----
'''
_LINE = CONFIG.splitlines()[-1]
_FOLDERS = ("source", "submitted", "records")


def build_course(directory: Path, slugs: Sequence[str]) -> None:
    """Build a course, or bring the sources of an existing one up to date; submissions, grades and own settings stay.

    Args:
        directory: the course's folder.
        slugs: the exercises.

    Raises:
        UsageError: if the folder holds something that is no course of ours.
    """
    config = directory / "nbgrader_config.py"
    if directory.is_dir() and any(directory.iterdir()) and not config.is_file():
        raise UsageError(f"{directory}: not empty and no course; give a new folder, or the folder of a course")
    for name in _FOLDERS:
        (directory / name).mkdir(parents=True, exist_ok=True)
    config.write_text(_config_text(config), encoding="utf-8")
    for slug in slugs:
        _write_source(load(slug), directory / "source" / slug)


def _config_text(config: Path) -> str:
    """The configuration with the settings that somebody put below the line."""
    if not config.is_file():
        return CONFIG
    _, line, own = config.read_text(encoding="utf-8").partition(_LINE)
    return CONFIG.rstrip("\n") + own if line else CONFIG


def _write_source(exercise: Exercise, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{exercise.slug}.ipynb").write_bytes(notebook_bytes(source_notebook(exercise)))
    for sheet in sorted(exercise.folder.glob("task.*.md")):
        shutil.copyfile(sheet, folder / sheet.name)
    data = exercise.folder / "data"
    if data.is_dir():
        shutil.copytree(data, folder / "data", dirs_exist_ok=True)
