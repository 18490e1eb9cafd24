"""In the place of a Gradescope autograder: what is graded of a folder, and that there is a result whatever happens."""

from __future__ import annotations

import importlib
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from autograder.cli.main import app
from autograder.errors import UsageError
from autograder.exercise import Exercise
from autograder.grade import Grader
from autograder.gradescope import grade_folder
from autograder.sandbox.session import ForkedSession

_RIGHT = b"def parse_marked(marked):\n    start = marked.index('[')\n    return marked.replace('[', '').replace(']', ''), start, 0\n"


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    folder = tmp_path / "submission"
    folder.mkdir()
    return folder


def graded(folder: Path, exercise: Exercise, grader: Grader) -> dict[str, Any]:
    results = folder.parent / "results" / "results.json"
    grade_folder(folder, results, exercise, grader)
    return json.loads(results.read_text(encoding="utf-8"))


def test_the_zip_of_plm_pack_is_opened_and_points_are_those_of_grade(
    handed_in: Path, polysemy: Exercise, grader: Grader
) -> None:
    with zipfile.ZipFile(handed_in / "polysemy.zip", "w") as archive:
        archive.writestr("polysemy.py", _RIGHT)
        archive.writestr("receipt.json", "{}")
    result = graded(handed_in, polysemy, grader)
    record = grader.grade(_RIGHT, "polysemy.py", polysemy)
    assert result["score"] == record.points
    assert {test["name"]: test["score"] for test in result["tests"]}.items() >= {
        name: function.points for name, function in record.functions.items()
    }.items()


def test_a_link_to_the_reference_is_no_submission(handed_in: Path, polysemy: Exercise, grader: Grader) -> None:
    (handed_in / "polysemy.py").symlink_to(polysemy.reference)
    result = graded(handed_in, polysemy, grader)
    assert result["score"] == 0
    assert "polysemy.py: " in result["output"]
    assert "no plain file" in result["output"]


def test_an_empty_folder_gives_0_and_says_what_to_hand_in(handed_in: Path, polysemy: Exercise, grader: Grader) -> None:
    result = graded(handed_in, polysemy, grader)
    assert (result["score"], result["tests"]) == (0, [])
    assert "hand in polysemy.ipynb or polysemy.py" in result["output"]


def run(*arguments: str | Path) -> int:
    importlib.import_module("autograder.cli.grading")  # adds the command
    try:
        app([str(argument) for argument in arguments], standalone_mode=False)
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


@pytest.mark.parametrize("fault", [UsageError("no such folder"), MemoryError()])
def test_a_fault_of_ours_leaves_a_result_without_a_score(
    fault: Exception, handed_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*anything: object) -> None:
        raise fault

    monkeypatch.setattr("autograder.gradescope.grade_folder", fail)
    results = handed_in.parent / "results.json"
    with pytest.raises(type(fault)):
        run("gradescope", "polysemy", "--submission", handed_in, "--results", results)
    result = json.loads(results.read_text(encoding="utf-8"))
    assert "score" not in result
    assert "our side" in result["output"]


def test_a_machine_that_confines_nothing_leaves_a_result_without_a_score_and_tells_the_instructor_why(
    handed_in: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = {"level": "none", "layers": {"landlock": "refused: ENOSYS landlock"}}
    monkeypatch.setattr(ForkedSession, "confinement", property(lambda session: bare))
    monkeypatch.delenv("PLM_UNCONFINED", raising=False)
    (handed_in / "polysemy.py").write_bytes(_RIGHT)
    results = handed_in.parent / "results.json"
    run("gradescope", "polysemy", "--submission", handed_in, "--results", results, "--lang", "en")
    result = json.loads(results.read_text(encoding="utf-8"))
    assert "score" not in result
    assert "landlock" not in json.dumps(result)
    assert "landlock refused: ENOSYS" in capsys.readouterr().out
