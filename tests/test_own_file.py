"""Which of a student's files a self-check takes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from autograder.cli.reading import own_file
from autograder.errors import UsageError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The student's folder, with both files as the package has them, of one age."""
    monkeypatch.chdir(tmp_path)
    for name in ("sbo.ipynb", "sbo.py"):
        (tmp_path / name).write_text("", encoding="utf-8")
        os.utime(tmp_path / name, (1000, 1000))
    return tmp_path


@pytest.mark.parametrize("worked_on", ["sbo.ipynb", "sbo.py"])
def test_of_two_files_the_one_saved_last_is_taken_and_said_to_be(
    folder: Path, capsys: pytest.CaptureFixture[str], worked_on: str
) -> None:
    os.utime(folder / worked_on, (2000, 2000))
    assert own_file("sbo", None, "en") == Path(worked_on)
    said = capsys.readouterr().err
    assert said.startswith(f"checking {worked_on}: ")
    assert "of two files the one saved last is taken" in said


def test_of_two_files_that_nobody_touched_the_notebook_is_taken(folder: Path) -> None:
    assert own_file("sbo", None) == Path("sbo.ipynb")


def test_the_file_that_is_named_is_taken_without_a_word(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert own_file("sbo", Path("sbo.py")) == Path("sbo.py")
    assert capsys.readouterr().err == ""


def test_the_folder_with_the_exercises_name_is_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "albert").mkdir()
    (tmp_path / "albert" / "albert.py").write_text("", encoding="utf-8")
    assert own_file("albert", None) == Path("albert/albert.py")


def test_what_was_packed_before_is_not_taken_for_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine.py", "sbo.zip"):
        (tmp_path / name).write_text("", encoding="utf-8")
    assert own_file("sbo", None) == Path("mine.py")


def test_no_file_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=r"no gpt\.ipynb or gpt\.py in this folder"):
        own_file("gpt", None)
