"""What many tests use: one warm grader for the whole run, the exercises, and students made of a few lines."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence

import pytest

from autograder.exercise import Exercise, load
from autograder.record import Record
from autograder.sandbox.loading import without_collecting
from autograder.sandbox.session import ENVIRONMENT

with without_collecting():
    from autograder.grade import Grader
gc.freeze()  # as in a command's process

_MEASURED = "COVERAGE_PROCESS_CONFIG"
if _MEASURED in os.environ:  # by `make coverage`: let it see the warm server, whose environment is a clean one
    ENVIRONMENT[_MEASURED] = os.environ[_MEASURED]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With several workers: what a folder's or a file's tests share is made by one of them, once."""
    for item in items:
        if isinstance(item, pytest.Function) and item.get_closest_marker("xdist_group") is None:
            shared = {
                place for place in map(_place_of_what_is_kept, item._fixtureinfo.name2fixturedefs.values()) if place
            }
            if shared:
                item.add_marker(pytest.mark.xdist_group(max(shared, key=len)))


def _place_of_what_is_kept(definitions: Sequence[pytest.FixtureDef[object]]) -> str:
    """Folder or file of a fixture that outlives a test; empty for those of a single test and of all tests."""
    kept = definitions[-1].scope in ("module", "session")
    return definitions[-1].baseid if kept and "/" in definitions[-1].baseid else ""


@pytest.fixture(scope="session")
def grader() -> Iterator[Grader]:
    """A grader whose warm server is started once for all tests of this process."""
    with Grader(unconfined=True) as made:
        yield made


@pytest.fixture(scope="session")
def polysemy() -> Exercise:
    """The first exercise."""
    return load("polysemy")


@pytest.fixture
def grade_script(grader: Grader, polysemy: Exercise) -> Callable[[str], Record]:
    """Grade a script, given as text, as a submission to `polysemy`."""
    return lambda source: grader.grade(source.encode(), "student.py", polysemy)
