"""Fixtures: the tiny exercise, its release notebook, and a reader."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from autograder.exercise import Exercise
from autograder.notebook import notebook_bytes, release_notebook
from autograder.submission import Submission, read_submission
from tests.submission.tiny import Book, make_tiny


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Exercise:
    """The tiny exercise; see `tests.submission.tiny`."""
    return make_tiny(tmp_path_factory.mktemp("home"))


@pytest.fixture
def book(tiny: Exercise) -> Book:
    """The release notebook as it comes."""
    return Book(json.loads(notebook_bytes(release_notebook(tiny))))


@pytest.fixture
def read(tiny: Exercise) -> Callable[..., Submission]:
    """Read a notebook, bytes or a script's text as a submission to the tiny exercise."""

    def reader(what: Book | bytes | str, name: str | None = None) -> Submission:
        if isinstance(what, Book):
            return read_submission(what.content(), name or "tiny.ipynb", tiny)
        content = what.encode() if isinstance(what, str) else what
        return read_submission(content, name or "tiny.py", tiny)

    return reader
