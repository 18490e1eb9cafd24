"""Builds the nbgrader course: source notebooks, data, task sheets and the configuration."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from autograder.errors import UsageError
from autograder.exercise import Exercise, load
from autograder.homes import keep_homes
from autograder.notebook import notebook_bytes, source_notebook

CONFIG = '''"""nbgrader's configuration for this course; `plm course build` writes it anew, so put settings of your own below the line."""

from autograder.nbgrader_bridge.config import configure

c = get_config()  # noqa: F821  (nbgrader defines it)
configure(c, __file__)

# ---- settings of your own ----
'''
README = """# 课程 · Course

```
nbgrader generate_assignment SLUG    # release/：发给学生 · what students get
#   submitted/<student>/<slug>/<slug>.ipynb（或 or .py）：学生交来的文件 · what students hand in
plm grade .                          # records/、gradebook.db、autograded/：快 · the fast way
nbgrader autograde SLUG              # 分数相同 · the same grades by nbgrader's own command
nbgrader generate_feedback SLUG      # feedback/：还给学生 · what goes back to students
nbgrader export                      # grades.csv
```

SLUG: 练习的名字，即 source/ 里的文件夹 · an exercise's name, a folder in source/.

改了名的笔记本、脚本和读不了的文件都会评分：`submitted/` 里会出现一个同名的小笔记本，它只指向学生的原文件，原文件不变。
Renamed notebooks, scripts and unreadable files are graded too: a small notebook with the name that nbgrader looks for appears beside the
student's file in `submitted/` and only names it; the file itself stays as it is.

书面部分的分数是建议：在 formgrader 里由助教确认。手动给的分数和评语在重新评分后保留。
The written part's score is a suggestion for the teaching assistant to settle in the formgrader. Scores and comments given by hand survive
regrading.
"""
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
    exercises = [load(slug) for slug in slugs]
    config = directory / "nbgrader_config.py"
    if directory.is_dir() and any(directory.iterdir()) and not config.is_file():
        raise UsageError(f"{directory}: not empty and no course; give a new folder, or the folder of a course")
    for name in _FOLDERS:
        (directory / name).mkdir(parents=True, exist_ok=True)
    config.write_text(_config_text(config), encoding="utf-8")
    if not (directory / "README.md").exists():
        (directory / "README.md").write_text(README, encoding="utf-8")
    keep_homes(directory, {exercise.home for exercise in exercises})
    for exercise in exercises:
        _write_source(exercise, directory / "source" / exercise.slug)


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
