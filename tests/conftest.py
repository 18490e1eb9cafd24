"""What many tests use: one warm grader for the whole run, the exercises, and students made of a few lines."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from autograder.exercise import Exercise, load
from autograder.grade import Grader
from autograder.record import Record
from autograder.sandbox.session import ENVIRONMENT

_MEASURED = "COVERAGE_PROCESS_CONFIG"
if _MEASURED in os.environ:  # by `make coverage`: let it see the warm server, whose environment is a clean one
    ENVIRONMENT[_MEASURED] = os.environ[_MEASURED]


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
