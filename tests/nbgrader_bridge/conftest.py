"""Two courses with the same class: one graded by nbgrader's stock commands, one by ours."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from autograder.cli.courses import grade_class
from autograder.demo import sample_class
from autograder.exercise import Exercise
from autograder.nbgrader_bridge.course import build_course

KINDS = ("right-notebook", "right-script", "half-done", "duplicated-grade-cell", "deleted-cell", "no-json")


@dataclass(frozen=True)
class Course:
    """A course's folder, and what nbgrader said in it."""

    folder: Path
    said: str = ""


def nbgrader(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run nbgrader's own command line in a course, as a teaching assistant would."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    command = [sys.executable, "-m", "nbgrader", *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=600, check=False
    )


@pytest.fixture(scope="session")
def class_folder(tmp_path_factory: pytest.TempPathFactory, polysemy: Exercise) -> Path:
    """A course with a small class in it, not graded."""
    folder = tmp_path_factory.mktemp("class")
    build_course(folder, ["polysemy"])
    for handed in sample_class(polysemy):
        kind = handed.student.split("-", 1)[1]
        if kind in KINDS:
            _hand_in(folder, kind, handed.file, handed.content)
        if kind == "right-notebook":
            _hand_in(folder, "renamed", "my homework (1).ipynb", handed.content)
    return folder


def _hand_in(folder: Path, student: str, file: str, content: bytes) -> None:
    target = folder / "submitted" / student / "polysemy"
    target.mkdir(parents=True)
    (target / file).write_bytes(content)


@pytest.fixture(scope="session")
def stock(class_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The class graded by `nbgrader generate_assignment` and `nbgrader autograde`."""
    folder = tmp_path_factory.mktemp("stock") / "course"
    shutil.copytree(class_folder, folder)
    made = nbgrader(folder, "generate_assignment", "polysemy")
    assert made.returncode == 0, made.stderr
    graded = nbgrader(folder, "autograde", "polysemy")
    assert graded.returncode == 0, graded.stderr
    return Course(folder, graded.stderr)


@pytest.fixture(scope="session")
def fast(class_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The class graded by what `plm grade` calls."""
    folder = tmp_path_factory.mktemp("fast") / "course"
    shutil.copytree(class_folder, folder)
    grade_class(folder, ["polysemy"], workers=1)
    return Course(folder)
