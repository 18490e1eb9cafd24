"""Every usage error of `plm check`, `watch`, `hint`, `pack` and `models` comes in the language asked for, Chinese by default.

The errors are found in the modules' own text: a new one without a case here fails the last test.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import traceback
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from autograder import cell, exercise, homes
from autograder.cli import models, reading, students
from autograder.errors import UsageError
from autograder.models import store
from autograder.student import hints, missing, pack, watch
from autograder.submission import stub
from autograder.template import make_exercise
from autograder.text import Text
from tests.cli import model_cases
from tests.cli.conftest import SLUG, Plm
from tests.relevance import RIGHT

MODULES = (
    *(cell, exercise, homes, reading, students, hints, missing, pack, watch, stub),
    *(models, *model_cases.MODULES),
)
HAN = re.compile(r"[\u4e00-\u9fff]")
Case = Callable[[Path, pytest.MonkeyPatch], tuple[str, ...]]


def manifest(folder: Path) -> Path:
    return folder / "home" / "assignments" / SLUG / "exercise.toml"


def no_such_exercise(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    return ("check", "nonsense")


def two_of_one_name(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    shutil.copytree(folder / "home", folder / "second")
    patch.setenv(homes.VARIABLE, os.pathsep.join(map(str, (folder / "home", folder / "second"))))
    return ("watch", SLUG)


def no_home(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    return ("check", SLUG, "--exercises", str(folder / "nowhere"))


def broken_manifest(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    manifest(folder).write_text("slug = 1", encoding="utf-8")
    return ("hint", SLUG)


def no_stub(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    (manifest(folder).parent / f"{SLUG}.py").unlink()
    return ("pack", SLUG)


def stub_without_its_cell(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    (manifest(folder).parent / f"{SLUG}.py").write_text('# %% plm="setup"\n', encoding="utf-8")
    return ("check", SLUG)


def no_file(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    (folder / f"{SLUG}.py").unlink()
    return ("check", SLUG)


def file_that_is_not_there(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    return ("watch", SLUG, "absent.py")


def unreadable(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    (folder / f"{SLUG}.py").rename(folder / f"{SLUG}.ipynb").write_text('{"cells": [', encoding="utf-8")
    return ("pack", SLUG)


def empty(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    (folder / f"{SLUG}.py").write_bytes(b"")
    return ("pack", SLUG)


def packed_already(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    with zipfile.ZipFile(folder / f"{SLUG}.zip", "w") as archive:
        archive.writestr(f"{SLUG}.py", RIGHT)
    return ("pack", SLUG, f"{SLUG}.zip")


def too_large(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    patch.setattr(pack, "MOST_BYTES", 10)
    return ("pack", SLUG)


def nowhere_to_write(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    (folder / "taken").write_text("no folder", encoding="utf-8")
    return ("pack", SLUG, "--output", str(folder / "taken"))


def no_such_function(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    return ("hint", SLUG, "nonsense")


def broken_hints(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, ...]:
    (manifest(folder).parent / "hints.toml").write_text("hints = 1", encoding="utf-8")
    return ("hint", SLUG, "softmax")


CASES: tuple[Case, ...] = (
    no_such_exercise,
    two_of_one_name,
    no_home,
    broken_manifest,
    no_stub,
    stub_without_its_cell,
    no_file,
    file_that_is_not_there,
    unreadable,
    empty,
    packed_already,
    too_large,
    nowhere_to_write,
    no_such_function,
    broken_hints,
    *model_cases.CASES,
)
Place = tuple[str, int]
"""File and line."""


@dataclass(frozen=True)
class Told:
    """What a case said, and where the error was raised."""

    text: str
    place: Place


@pytest.fixture
def told(tmp_path_factory: pytest.TempPathFactory, plm: Plm) -> Callable[..., Told]:
    """Run a case in a new folder, with an exercise and a right file in it."""

    def run(case: Case, *lang: str) -> Told:
        raised: list[Place] = []
        error = noted(raised)
        folder = tmp_path_factory.mktemp("case")
        with pytest.MonkeyPatch.context() as patch:
            for module in MODULES:
                patch.setattr(module, "UsageError", error, raising=False)
            patch.delenv("PLM_LANG", raising=False)
            patch.setenv(store.CACHE, str(folder / "cache"))
            patch.chdir(folder)
            make_exercise(SLUG, folder / "home")
            (folder / f"{SLUG}.py").write_text(RIGHT, encoding="utf-8")
            patch.setenv(homes.VARIABLE, str(folder / "home"))
            done = plm(*case(folder, patch), *lang)
        said = done.err.strip()  # a progress bar that was taken away leaves an empty line
        assert (done.code, len(said.splitlines())) == (2, 1), done.err
        return Told(said, raised[-1])

    return run


def noted(raised: list[Place]) -> type[UsageError]:
    """A usage error that writes down where it is raised."""

    class Noted(UsageError):
        def __init__(self, said: str | Text) -> None:
            super().__init__(said)
            frame = traceback.extract_stack(limit=2)[0]
            raised.append((Path(frame.filename).name, frame.lineno or 0))

    return Noted


def all_places() -> Iterator[Place]:
    """Where these modules raise a usage error."""
    for module in MODULES:
        path = Path(str(module.__file__))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.exc.func if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) else None
            if isinstance(called, ast.Name) and called.id == UsageError.__name__:
                yield path.name, node.lineno


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_it_is_said_in_chinese_unless_english_is_asked_for(case: Case, told: Callable[..., Told]) -> None:
    assert HAN.search(told(case).text)
    assert not HAN.search(told(case, "--lang", "en").text)


def test_there_is_a_case_for_every_error(told: Callable[..., Told]) -> None:
    elsewhere = ("cell.py", "fetch.py")  # in notebooks alone: tests/test_cell.py, tests/models/test_registry.py
    in_notebooks_alone = {place for place in all_places() if place[0] in elsewhere}
    assert {told(case).place for case in CASES} == set(all_places()) - in_notebooks_alone
