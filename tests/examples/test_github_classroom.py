"""The workflow for a class repository: its YAML is read, and its shell steps are run as GitHub runs them, on a student's commits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from other_machines import BORROWING, lend_packages, run

from autograder.demo.compose import filled_notebook
from autograder.exercise import Exercise
from autograder.notebook import notebook_bytes
from autograder.release import build_package

WORKFLOW = Path(__file__).resolve().parents[2] / "examples/github-classroom/.github/workflows/check.yml"


@pytest.fixture(scope="module")
def job() -> dict[str, Any]:
    workflow = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["defaults"]["run"]["shell"] == "bash"
    (job,) = workflow["jobs"].values()
    return job


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory, polysemy: Exercise) -> Path:
    """A student's copy of the class repository, nothing done yet, with Python as `setup-python` would put it there."""
    folder = tmp_path_factory.mktemp("classroom")
    run(sys.executable, "-m", "venv", folder / "venv", folder=folder)
    lend_packages(folder / "venv")
    list(build_package(folder / "work", [polysemy]))
    run("git", "init", "--quiet", folder=folder / "work")
    commit(folder / "work")
    return folder / "work"


def commit(folder: Path) -> None:
    run("git", "add", "--all", folder=folder)
    who = ("-c", "user.name=student", "-c", "user.email=student@example.com")
    done = run("git", *who, "commit", "--quiet", "--message", "work", folder=folder)
    assert done.returncode == 0, done.stderr


def push(repository: Path, job: dict[str, Any], files: dict[str, bytes]) -> tuple[int, str, str]:
    """Commit files and run the job's shell steps until one fails: exit code, log, summary."""
    for name, content in files.items():
        (repository / name).write_bytes(content)
    if files:
        commit(repository)
    summary = repository.parent / "summary.md"
    summary.write_text("", encoding="utf-8")
    given = {key: "" if "${{" in value else value for key, value in job["env"].items()}
    path = f"{repository.parent / 'venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**given, **BORROWING, "PATH": path, "GITHUB_STEP_SUMMARY": str(summary), "PLM_LANG": "en"}
    log, code = "", 0
    for step in job["steps"]:
        if "run" in step and code == 0:
            done = as_github_does(step["run"], repository, environment)
            log, code = log + done.stdout + done.stderr, done.returncode
    return code, log, summary.read_text(encoding="utf-8")


def as_github_does(script: str, folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    file = folder.parent / "step.sh"
    file.write_text(script, encoding="utf-8")
    return run("bash", "--noprofile", "--norc", "-eo", "pipefail", file, folder=folder, **environment)


def test_only_githubs_own_actions_are_used(job: dict[str, Any]) -> None:
    assert [step["uses"].split("@")[0] for step in job["steps"] if "uses" in step] == [
        "actions/checkout",
        "actions/setup-python",
    ]
    assert job["steps"][0]["with"]["fetch-depth"] == 0


def test_untouched_stubs_are_not_checked(repository: Path, job: dict[str, Any]) -> None:
    assert push(repository, job, {}) == (0, "", "")


def test_a_wrong_script_is_red_and_the_summary_says_why(
    repository: Path, job: dict[str, Any], polysemy: Exercise
) -> None:
    wrong = polysemy.stub.read_bytes() + b"\n\ndef parse_marked(marked):\n    return marked, 0, 0\n"
    code, log, summary = push(repository, job, {"polysemy/polysemy.py": wrong})
    assert code == 1
    assert "public checks passed" in log
    assert summary.startswith("## ❌ polysemy/polysemy.py")
    assert "parse_marked" in summary


def test_right_work_in_the_notebook_is_green(repository: Path, job: dict[str, Any], polysemy: Exercise) -> None:
    notebook = filled_notebook(polysemy, polysemy.reference.read_text(encoding="utf-8"))
    files = {
        "polysemy/polysemy.ipynb": notebook_bytes(notebook),
        "polysemy/polysemy.py": polysemy.reference.read_bytes(),
    }
    code, log, summary = push(repository, job, {**files, "notes.py": b"1 / 0\n"})
    assert code == 0, log
    assert "✅ polysemy/polysemy.ipynb" in summary
    assert "✅ polysemy/polysemy.py" in summary
    assert "notes.py" not in summary
