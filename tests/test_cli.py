"""The command line: exit codes, one clear line for a user's mistake, JSON for machines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.exercise import Exercise


def plm(*arguments: str | Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "autograder", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        timeout=280,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["grade-one", "polysemie", "x.py"], "no exercise is called 'polysemie': choose one of "),
        (["grade-one", "polysemy", "absent.py"], "absent.py: cannot be read"),
        (["grade-one", "polysemy", "."], "cannot be read"),
        (["grade", "."], "build a course with"),
        (["grade", ".", "nonsense"], "no exercise is called"),
        (["grade-one", "polysemie", "x.py"], " (did you mean polysemy?)"),
        (["grade-one"], "the argument 'slug' is missing"),
        (["nonsense"], "no such command: nonsense"),
    ],
)
def test_a_users_mistake_ends_in_exit_code_2_and_no_traceback(arguments: list[str], said: str, tmp_path: Path) -> None:
    done = plm(*arguments, folder=tmp_path, PLM_LANG="en")
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["grade-one", "polysemie", "x.py"],
        ["grade-one", "polysemy", "absent.py"],
        ["check", "polysemie"],
        ["watch", "polysemie"],
        ["selftest", "polysemie"],
        ["explain", "absent", "li", "polysemie"],
        ["gradescope", "polysemie", "--results", "results.json"],
    ],
)
def test_a_users_mistake_is_said_before_torch_is_loaded(arguments: list[str], tmp_path: Path) -> None:
    code = "import sys; from autograder.cli import main\ntry: main()\nfinally: print('torch' in sys.modules)"
    command = [sys.executable, "-X", "utf8", "-c", code, *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=280, check=False)
    assert done.returncode == 2, done.stderr
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    "command", [[], ["check"], ["grade-one"], ["grade"], ["course", "build"], ["demo"], ["selftest"]]
)
def test_every_command_has_help_with_an_example(command: list[str], tmp_path: Path) -> None:
    done = plm(*command, "--help", folder=tmp_path)
    assert done.returncode == 0
    assert not command or "Example: plm" in done.stdout


def test_a_right_file_gives_exit_code_0_and_its_record(polysemy: Exercise, tmp_path: Path) -> None:
    done = plm("grade-one", "polysemy", polysemy.reference, "--json", folder=tmp_path, PYTHONUTF8="0", LC_ALL="C")
    assert done.returncode == 0, done.stderr
    record = json.loads(done.stdout)
    assert record["max_points"] == 20
    assert record["functions"]["token_span"]["points"] == 4


def test_a_wrong_file_gives_exit_code_1_in_a_folder_of_any_name(polysemy: Exercise, tmp_path: Path) -> None:
    folder = tmp_path / "作业 (1) & ü"
    folder.mkdir()
    (folder / "我的.py").write_bytes(polysemy.stub.read_bytes())
    done = plm("grade-one", "polysemy", "我的.py", "--lang", "en", folder=folder)
    assert done.returncode == 1
    assert "is not written yet" in done.stdout


def test_a_file_that_is_no_notebook_is_graded_zero_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "polysemy.ipynb").write_text('{"cells": [', encoding="utf-8")
    done = plm("grade-one", "polysemy", "polysemy.ipynb", "--json", "--lang", "en", folder=tmp_path)
    assert done.returncode == 1
    record = json.loads(done.stdout)
    assert (record["status"], record["points"]) == ("graded", 0)
    assert "cut off" in record["functions"]["parse_marked"]["checks"][0]["reason"]


def test_check_runs_the_public_checks_only_and_says_that_more_run_at_grading(
    polysemy: Exercise, tmp_path: Path
) -> None:
    (tmp_path / "polysemy.py").write_bytes(polysemy.reference.read_bytes())
    done = plm("check", "polysemy", "--lang", "en", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "more run at grading" in done.stdout
    as_json = json.loads(plm("check", "polysemy", "--json", folder=tmp_path).stdout)
    assert {c["visibility"] for f in as_json["functions"].values() for c in f["checks"]} == {"public"}


def test_check_without_a_file_says_what_to_do(tmp_path: Path) -> None:
    done = plm("check", "polysemy", "--lang", "en", folder=tmp_path)
    assert done.returncode == 2
    assert "give the path of your file" in done.stderr
    assert "请写出你的文件的路径" in plm("check", "polysemy", folder=tmp_path).stderr
