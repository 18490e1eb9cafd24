"""Puts the student package together: notebooks, scripts, task sheets, data, the wheel, how to begin, and all of it as a zip."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import nbformat
from hatchling.builders.wheel import WheelBuilder

from autograder.errors import UsageError
from autograder.exercise import Exercise
from autograder.files import add_to_zip
from autograder.notebook import notebook_bytes, release_notebook
from autograder.release.edition import write_edition
from autograder.release.readme import readme

ARCHIVE = "plm-exercises-student.zip"
_COLAB = """# 在 Colab 上：先把整个练习文件夹（含 wheel）上传，再运行这一格。别处不起作用。
# On Colab: upload the exercises' folder with its wheel, then run this cell. It does nothing elsewhere.
import glob
import importlib.util
import subprocess
import sys

wheels = glob.glob("../plm_exercises-*.whl") + glob.glob("plm_exercises-*.whl")
if wheels and importlib.util.find_spec("autograder") is None:
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", wheels[0]], check=True)"""


def build_package(directory: Path, exercises: Sequence[Exercise]) -> Iterator[Path]:
    """Write the student package, giving back each part's path as it is done; the zip of everything is the last.

    Args:
        directory: a new folder, or one that an earlier release was written to.
        exercises: what goes along.

    Raises:
        UsageError: if the folder holds something else.
    """
    if directory.is_dir() and any(directory.iterdir()) and not (directory / ARCHIVE).is_file():
        raise UsageError(f"{directory}: not empty and no earlier release; give a new folder")
    directory.mkdir(parents=True, exist_ok=True)
    (directory / ARCHIVE).unlink(missing_ok=True)
    for old in directory.glob("plm_exercises-*.whl"):
        old.unlink()
    wheel = build_wheel(directory, exercises)
    yield wheel
    for exercise in exercises:
        yield _write_exercise(directory / exercise.slug, exercise)
    (directory / "README.md").write_text(readme(exercises, wheel.name), encoding="utf-8")
    yield _write_archive(directory)


def build_wheel(directory: Path, exercises: Sequence[Exercise]) -> Path:
    """Build the student edition's wheel; its path."""
    with tempfile.TemporaryDirectory() as folder:
        write_edition(Path(folder), exercises)
        return Path(next(iter(WheelBuilder(folder).build(directory=str(directory), versions=["standard"]))))


def _write_exercise(folder: Path, exercise: Exercise) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / f"{exercise.slug}.ipynb").write_bytes(_notebook(exercise))
    shutil.copyfile(exercise.stub, folder / f"{exercise.slug}.py")
    for sheet in sorted(exercise.folder.glob("task.*.md")):
        shutil.copyfile(sheet, folder / sheet.name)
    if (exercise.folder / "data").is_dir():
        shutil.copytree(exercise.folder / "data", folder / "data")
    return folder


def _notebook(exercise: Exercise) -> bytes:
    notebook = release_notebook(exercise)
    notebook.cells.insert(1, nbformat.v4.new_code_cell(_COLAB, id="colab"))
    return notebook_bytes(notebook)


def _write_archive(directory: Path) -> Path:
    """All files in one zip, with fixed times, so that equal releases are equal files."""
    archive = directory / ARCHIVE
    files = sorted(path for path in directory.rglob("*") if path.is_file() and path != archive)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as target:
        for path in files:
            add_to_zip(target, f"plm-exercises/{path.relative_to(directory).as_posix()}", path.read_bytes())
    return archive
