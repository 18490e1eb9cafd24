"""A command lets the sandbox come up before it loads torch itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from autograder.exercise import Exercise

_BEGUN = 7
_SAYS_WHEN = f"""
import sys
from autograder.cli import main, warm
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
