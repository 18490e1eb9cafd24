"""Whoever grades lets the sandbox come up before loading torch; and a process's own grader."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from socket import socket, socketpair

import pytest

from autograder import warm
from autograder.exercise import Exercise

_BEGUN = 7
_SAYS_WHEN = f"""
import sys
from autograder import warm
from autograder.cli import main
class Server:
    def begin(self):
        print("torch" in sys.modules)
        raise SystemExit({_BEGUN})
    def close(self):
        print("closed")
warm.open_server = Server
main()
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "polysemy"],
        ["pack", "polysemy"],
        ["hint", "polysemy"],
        ["watch", "polysemy"],
        ["grade-one", "polysemy", "polysemy.py"],
        ["gradescope", "polysemy", "--submission", ".", "--results", "results.json"],
        ["explain", ".", "li", "polysemy"],
        ["selftest", "polysemy"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_the_sandbox_is_begun_before_torch_is_loaded_and_ended_whatever_comes(
    arguments: list[str], polysemy: Exercise, tmp_path: Path
) -> None:
    handed_in = tmp_path / "submitted" / "li" / "polysemy" / "polysemy.py"
    handed_in.parent.mkdir(parents=True)
    for path in (tmp_path / "polysemy.py", handed_in):
        path.write_bytes(polysemy.stub.read_bytes())
    command = [sys.executable, "-X", "utf8", "-c", _SAYS_WHEN, *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=280, check=False)
    assert (done.returncode, done.stdout.splitlines()[-2:]) == (_BEGUN, ["False", "closed"]), done.stderr


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A process without a grader of its own yet; what is done to the servers it opens."""
    done: list[str] = []

    class Server:
        def __init__(self, control: socket | None = None) -> None:
            self.control = control

        def begin(self) -> None:
            done.append("begun" if self.control is None else "twin begun")

    monkeypatch.setattr(warm, "_shared", None)
    monkeypatch.setattr(warm, "open_server", Server)
    monkeypatch.setattr(warm, "ForkServer", Server)
    return done


@pytest.mark.parametrize(("value", "allowed"), [("1", True), ("0", False)])
def test_the_process_has_one_grader_which_reads_the_environment(
    value: str, allowed: bool, own: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLM_UNCONFINED", value)
    made = warm.shared_grader()
    assert warm.shared_grader() is made
    assert (made._unconfined, own) == (allowed, ["begun"])


def test_a_worker_opens_its_sessions_at_the_twin_it_was_given(own: list[str]) -> None:
    control, other = socketpair()
    with control, other:
        warm.use_twin(control)
        warm.shared_grader()
    assert own == ["twin begun"]
