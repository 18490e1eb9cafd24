"""`plm` in this process: its output, its exit code, and a small course of an exercise from outside the package."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from autograder.cli import main
from autograder.exercise import Exercise, load
from autograder.grade import Grader
from autograder.homes import VARIABLE
from autograder.nbgrader_bridge.course import build_course
from autograder.sandbox import UNCONFINED
from autograder.sandbox.session import Server
from autograder.template import make_exercise
from tests.relevance import OVERFLOWS, RIGHT

SLUG = "relevance"
ROSTER = "student,name,canvas_id\nana,Ana Sá,12\nli,李 小明,11\nzoe,Zoë,13\n"


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit code and what it wrote."""

    code: int
    out: str
    err: str


Plm = Callable[..., Ended]


class _Kept:
    """The warm server of all tests; a command's grader does not end it."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.begin, self.start, self.session, self.end = server.begin, server.start, server.session, server.end

    def close(self) -> None:
        """It goes on."""


@pytest.fixture
def plm(grader: Grader, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Plm:
    """Run `plm` with these arguments; what it changes of the environment is undone."""
    monkeypatch.setattr("autograder.warm.open_server", lambda: _Kept(grader._server))
    monkeypatch.setattr("autograder.warm._shared", grader)
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setenv(UNCONFINED, "1")
    monkeypatch.setenv("PLM_LANG", "en")

    def run(*arguments: str | Path) -> Ended:
        monkeypatch.setattr(sys, "argv", ["plm", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return Ended(int(ended.value.code or 0), said.out, said.err)

    return run


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one exercise, as `plm new` makes it."""
    folder = tmp_path_factory.mktemp("home")
    make_exercise(SLUG, folder)
    return folder


@pytest.fixture(scope="session")
def relevance(home: Path) -> Exercise:
    """The exercise in it."""
    return load(SLUG, home)


@pytest.fixture(scope="session")
def built(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course of it, with a roster of three and the work of two."""
    folder = tmp_path_factory.mktemp("built") / "course"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(home))
        build_course(folder, [SLUG])
    (folder / "roster.csv").write_text(ROSTER, encoding="utf-8")
    for student, program in (("li", RIGHT), ("ana", OVERFLOWS)):
        handed_in = folder / "submitted" / student / SLUG / f"{SLUG}.py"
        handed_in.parent.mkdir(parents=True)
        handed_in.write_text(program, encoding="utf-8")
    return folder


@pytest.fixture
def course(built: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    return shutil.copytree(built, tmp_path / "course")
