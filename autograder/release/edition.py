"""The student edition of this package: which of its files go along, by an allow-list, and what stands in for those that do not."""

from __future__ import annotations

import importlib.metadata
import json
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from autograder.checks.recorded import write_answers
from autograder.diagnosis import outcomes_path, read_outcomes
from autograder.exercise import Exercise
from autograder.homes import PACKAGE
from autograder.misconception import HINTS, load_misconceptions
from autograder.release.answers import record_answers

MODULES = (
    "__init__.py",
    "__main__.py",
    "archive.py",
    "box.py",
    "cell.py",
    "diagnosis.py",
    "errors.py",
    "exercise.py",
    "files.py",
    "grade.py",
    "handed_in.py",
    "homes.py",
    "intake.py",
    "length.py",
    "misconception.py",
    "record.py",
    "stand_in.py",
    "stray.py",
    "text.py",
    "warm.py",
    "checks/*.py",
    "checks/public/__init__.py",
    "cli/__init__.py",
    "cli/main.py",
    "cli/misuse.py",
    "cli/models.py",
    "cli/options.py",
    "cli/progress.py",
    "cli/reading.py",
    "cli/students.py",
    "models/**/*",
    "report/__init__.py",
    "report/terminal.py",
    "sandbox/**/*.py",
    "student/*.py",
    "submission/*.py",
)
"""Everything else stays: hidden checks, misconceptions' code, rubrics, the demonstration, whatever grades a class."""
_NOT_FOR_STUDENTS = frozenset(("copydetect", "pyyaml", "hatchling", "sqlalchemy"))
_PYPROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "plm-exercises"
version = "{version}+student"
description = "Exercises for a chapter on pretrained language models: the students' edition, with the public checks"
requires-python = ">=3.11"
license = "MIT"
dependencies = {dependencies}

[project.scripts]
plm = "autograder.cli:main"

[tool.hatch.build.targets.wheel]
packages = ["autograder"]
"""


def write_edition(folder: Path, exercises: Sequence[Exercise]) -> None:
    """Write the student edition's source tree, ready to be built into a wheel.

    Args:
        folder: an empty folder.
        exercises: what goes along.
    """
    package = folder / "autograder"
    for path in _modules():
        _copy(path, package / path.relative_to(PACKAGE))
    for exercise in exercises:
        _write_exercise(exercise, package)
    (folder / "pyproject.toml").write_text(_pyproject(), encoding="utf-8")


def _modules() -> Iterable[Path]:
    found = {path for pattern in MODULES for path in PACKAGE.glob(pattern) if path.is_file()}
    return sorted(path for path in found if "__pycache__" not in path.parts)


def _write_exercise(exercise: Exercise, package: Path) -> None:
    home = package / "_exercises"
    shutil.copytree(exercise.folder, home / "assignments" / exercise.slug, ignore=shutil.ignore_patterns("__pycache__"))
    _copy(exercise.checks("public"), package / "checks" / "public" / f"{exercise.slug}.py")
    recorded = record_answers(exercise)
    write_answers(home / "answers" / f"{exercise.slug}.json", recorded.answers, recorded.hidden)
    outcomes = {check: known for check, known in read_outcomes(exercise).items() if check in recorded.public}
    named = {name for known in outcomes.values() for name in known}
    hints = {m.name: m.hint.to_json() for m in load_misconceptions(exercise) if m.name in named}
    folder = package / "misconceptions" / exercise.slug
    folder.mkdir(parents=True)
    (folder / outcomes_path(exercise).name).write_text(json.dumps(outcomes), encoding="utf-8")
    (folder / HINTS).write_text(json.dumps(hints, ensure_ascii=False), encoding="utf-8")


def _pyproject() -> str:
    needed = importlib.metadata.requires("plm-exercises") or []
    kept = [line for line in needed if "extra ==" not in line and not line.lower().startswith(tuple(_NOT_FOR_STUDENTS))]
    return _PYPROJECT.format(
        version=importlib.metadata.version("plm-exercises"), dependencies=json.dumps(kept, indent=4)
    )


def _copy(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)
