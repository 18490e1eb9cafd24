"""The built wheel, installed into a clean virtual environment and run outside the checkout."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from autograder.exercise import Exercise
from autograder.homes import HOME

ROOT = Path(__file__).resolve().parent.parent


def run(*command: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", timeout=280, check=False)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel; the packages that it needs are borrowed from this one, the project is not."""
    folder = tmp_path_factory.mktemp("wheel")
    built = run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, folder=folder)
    assert built.returncode == 0, built.stderr
    wheel = next(folder.glob("*.whl"))
    run(sys.executable, "-m", "venv", folder / "venv", folder=folder)
    python = folder / "venv" / "bin" / "python"
    installed = run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel, folder=folder)
    assert installed.returncode == 0, installed.stderr
    target = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", folder=folder).stdout.strip()
    Path(target, "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder


def test_the_package_is_the_wheels_and_not_the_checkouts(environment: Path) -> None:
    code = "import autograder.homes as homes; print(homes.HOME)"
    home = run(environment / "venv" / "bin" / "python", "-c", code, folder=environment).stdout.strip()
    assert home.startswith(str(environment))
    assert not home.startswith(str(HOME))


def test_plm_grades_a_submission_there(environment: Path, polysemy: Exercise) -> None:
    (environment / "work").mkdir()
    submission = environment / "work" / "mine.py"
    submission.write_bytes(polysemy.reference.read_bytes())
    said = run(
        environment / "venv" / "bin" / "plm", "grade-one", "polysemy", submission, "--json", folder=submission.parent
    )
    assert said.returncode == 0, said.stderr
    record = json.loads(said.stdout)
    assert record["status"] == "graded"
    assert all(f["points"] == f["max_points"] for f in record["functions"].values())
