"""The formgrader, on a running Jupyter server: the class, a submission's page, a grade given by hand, a regrade."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from autograder.exercise import Exercise
from autograder.nbgrader_bridge.gradebook import write_gradebook
from tests.nbgrader_bridge.conftest import Course, environment, hand_in, record_for, what_would_run
from tests.nbgrader_bridge.test_parity import STUDENTS, auto, grades

TOKEN = "formgrader-test"
EXTENSION = "nbgrader.server_extensions.formgrader"


@dataclass(frozen=True)
class Server:
    """A running server on a course."""

    url: str
    course: Course

    def ask(self, path: str, method: str = "GET", body: Any = None) -> str:
        """What it answers."""
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"{self.url}/formgrader/{path}", data, method=method)
        asked.add_header("Authorization", f"token {TOKEN}")
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return str(answer.read().decode())

    def api(self, path: str, method: str = "GET", body: Any = None) -> Any:
        """What its API answers."""
        return json.loads(self.ask(f"api/{path}", method, body))


@pytest.fixture(scope="module")
def server(fast: Course, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Jupyter with nbgrader's formgrader, started in the course as its documentation says."""
    home = tmp_path_factory.mktemp("home")
    folder = tmp_path_factory.mktemp("formgrader") / "course"
    shutil.copytree(fast.folder, folder)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        *(
            sys.executable,
            "-m",
            "jupyter_server",
            "--no-browser",
            "--ServerApp.ip=127.0.0.1",
            f"--ServerApp.port={port}",
        ),
        *(f"--IdentityProvider.token={TOKEN}", f"--ServerApp.jpserver_extensions={{'{EXTENSION}': True}}"),
        *(["--allow-root"] if os.getuid() == 0 else []),
    ]
    log = home / "log"
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(
            command, cwd=folder, env={**environment(), "HOME": str(home)}, stdout=out, stderr=out
        )
    try:
        made = Server(f"http://127.0.0.1:{port}", Course(folder))
        wait_for(made, process, log)
        yield made
    finally:
        process.terminate()
        process.wait(timeout=30)


def wait_for(server: Server, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        try:
            server.api("assignments")
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
        else:
            return
    pytest.fail(log.read_text(encoding="utf-8")[-2000:])


def notebook_of(server: Server, student: str) -> dict[str, Any]:
    found = server.api("submitted_notebooks/polysemy/polysemy")
    return next(dict(one) for one in found if one["student"] == student)


def grade_of(server: Server, student: str, cell: str) -> dict[str, Any]:
    found = server.api(f"grades?submission_id={notebook_of(server, student)['id']}")
    return next(dict(one) for one in found if one["name"] == cell)


def test_the_class_is_there_with_scores(server: Server) -> None:
    class_there = server.api("submissions/polysemy")
    assert len(class_there) == STUDENTS
    assert all(one["autograded"] and one["submitted"] for one in class_there)
    scores = {one["student"]: (one["score"], one["max_score"], one["needs_manual_grade"]) for one in class_there}
    expected = sum(row[3] for (student, _), row in grades(server.course).items() if student == "half-done")
    assert scores["half-done"] == (expected, 20.0, True)


def test_the_pages_that_a_teaching_assistant_opens_are_there(server: Server) -> None:
    for page in (
        "manage_assignments",
        "manage_submissions/polysemy",
        "gradebook/polysemy/polysemy",
        "manage_students/陈静/polysemy",
    ):
        assert "<title>nbgrader formgrade" in server.ask(urllib.parse.quote(page))


def test_a_submission_shows_code_results_and_the_cell_to_grade(server: Server) -> None:
    page = server.ask(f"submissions/{notebook_of(server, 'half-done')['id']}/")
    for said in (
        "the hidden check of token_span",
        "look again at token_span",
        'id="check-token_span"',
        'id="ANALYSIS"',
    ):
        assert said in page


def test_a_students_answer_does_not_run_in_the_teaching_assistants_browser(server: Server) -> None:
    page = server.ask(f"submissions/{notebook_of(server, 'hostile')['id']}/")
    assert "<strong>words</strong>" in page
    assert what_would_run(page) == []


def test_the_suggested_score_is_shown_and_one_given_by_hand_survives_both_regrades(
    server: Server, polysemy: Exercise
) -> None:
    grade = grade_of(server, "late", "ANALYSIS")
    assert (grade["auto_score"], grade["manual_score"], grade["needs_manual_grade"]) == (1.5, None, True)
    server.api(f"grade/{grade['id']}", "PUT", {"manual_score": 2.75, "extra_credit": None})
    record_for(server.course.folder, "late", polysemy, part=1.0)
    assert write_gradebook(server.course.folder, "polysemy", ["late"]) == []
    assert server.api("submission/polysemy/late/autograde", "POST")["success"]
    assert grade_of(server, "late", "ANALYSIS")["manual_score"] == 2.75
    assert grade_of(server, "late", "check-token_span")["auto_score"] == 4.0


def test_a_script_that_comes_while_the_server_runs_is_graded_by_its_button(server: Server, polysemy: Exercise) -> None:
    hand_in(server.course.folder, "newcomer", "polysemy.py", b"x = 1\n")
    record_for(server.course.folder, "newcomer", polysemy, part=0.25)
    assert server.api("submission/polysemy/newcomer/autograde", "POST")["success"]
    assert auto(server.course, "newcomer", "check-token_span") == 1.0
