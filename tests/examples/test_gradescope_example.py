"""The example for Gradescope, packed and run as Gradescope documents it: source, setup.sh, run_autograder, results."""

from __future__ import annotations

import json
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from other_machines import BORROWING, lend_packages, path_to_this_python, run

from autograder.exercise import Exercise

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "gradescope"


def succeed(*command: str | Path, folder: Path, **environment: str) -> str:
    """What a command prints that must end well."""
    done = run(*command, folder=folder, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def autograder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder `autograder` as in Gradescope's image after its build; the packages that the wheel needs are borrowed."""
    home = tmp_path_factory.mktemp("gradescope") / "autograder"
    for folder in ("source", "submission", "results"):
        (home / folder).mkdir(parents=True)
    succeed(EXAMPLE / "pack.sh", "polysemy", home.parent / "autograder.zip", folder=home.parent, PYTHON=sys.executable)
    with zipfile.ZipFile(home.parent / "autograder.zip") as archive:
        archive.extractall(home / "source")
    shutil.copy(home / "source" / "run_autograder", home)
    (home / "run_autograder").chmod(0o755)
    path = path_to_this_python(home.parent / "bin")
    succeed("bash", home / "source" / "setup.sh", folder=home, PATH=path, **BORROWING)
    lend_packages(home / "venv")
    return home


def graded(home: Path, files: dict[str, bytes]) -> tuple[dict[str, Any], str]:
    """The results.json that a submission of these files gets, and what the instructor reads."""
    shutil.rmtree(home / "submission")
    (home / "submission").mkdir()
    for name, content in files.items():
        (home / "submission" / name).write_bytes(content)
    (home / "results" / "results.json").unlink(missing_ok=True)
    said = succeed(home / "run_autograder", folder=home, PLM_LANG="en")
    return json.loads((home / "results" / "results.json").read_text(encoding="utf-8")), said


def test_the_reference_has_full_points(autograder: Path, polysemy: Exercise) -> None:
    result, said = graded(autograder, {"my work.py": polysemy.reference.read_bytes()})
    code = [test for test in result["tests"] if test["name"] in {f.name for f in polysemy.functions}]
    assert [test["score"] for test in code] == [function.points for function in polysemy.functions]
    assert sum(test["score"] for test in result["tests"]) == result["score"]
    assert "of 20.0 points, confinement" in said


def test_nothing_handed_in_gives_0_and_a_result(autograder: Path) -> None:
    result, said = graded(autograder, {"notes.txt": b"later"})
    assert result["score"] == 0
    assert "no file to grade" in said


def test_the_uploaded_zip_has_at_its_root_what_gradescope_looks_for(autograder: Path) -> None:
    with zipfile.ZipFile(autograder.parent / "autograder.zip") as archive:
        names = archive.namelist()
    assert {"setup.sh", "run_autograder", "constraints.txt", "exercise"} < set(names)
    assert len(names) == 5
