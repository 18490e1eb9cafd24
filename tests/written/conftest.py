"""Rubrics are read by the code under test, and not taken from what this process read before."""

from __future__ import annotations

import pytest

from autograder.written.rubric import read_rubric


@pytest.fixture(autouse=True)
def read_anew() -> None:
    """Forget the rubrics that were read."""
    read_rubric.cache_clear()
