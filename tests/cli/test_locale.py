"""Whatever the locale says: under `LC_ALL=C`, with Python's UTF-8 mode off, in folders of any name, with students of any name."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from autograder.homes import VARIABLE
from autograder.sandbox import UNCONFINED
from tests.cli.conftest import SLUG
from tests.relevance import RIGHT
from tests.test_cli import plm

NAMES = ["作业 #1 (ü) & '%20", "-rf", "a\tb"]


def plm_in_ascii(folder: Path, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, whose Python takes file names for ASCII."""
    environment = {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", VARIABLE: str(home), UNCONFINED: "1"}
    return plm(*arguments, folder=folder, **environment)


@pytest.mark.parametrize("name", NAMES)
def test_a_student_packs_there_and_reads_chinese(home: Path, tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    (folder / f"{SLUG}.py").write_text(f"# 我的作业\n{RIGHT}", encoding="utf-8")
    done = plm_in_ascii(folder, home, "pack", SLUG)
    assert "Traceback" not in done.stderr
    assert "公开检查" in done.stdout
    [packed] = folder.glob("*.zip")
    with zipfile.ZipFile(packed) as archive:
        assert any("我的作业" in archive.read(inner).decode("utf-8") for inner in archive.namelist())


def test_a_class_with_chinese_names_is_graded_and_reported_there(home: Path, course: Path, tmp_path: Path) -> None:
    moved = shutil.move(course, tmp_path / NAMES[0])
    shutil.move(moved / "submitted" / "li", moved / "submitted" / "李 小明")
    for command in (["grade", "."], ["report", "."]):
        done = plm_in_ascii(moved, home, *command)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
    assert (moved / "records" / SLUG / "李 小明.json").is_file()
    assert (moved / "report" / "feedback" / "李 小明" / f"{SLUG}.html").is_file()
