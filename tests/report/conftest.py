"""A course whose Records were written by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_class import write_course

from autograder.exercise import load
from autograder.report.class_records import ClassRecords, load_class


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course with a Record for every nasty name, two of them failing, one an error of ours, one student without any."""
    return write_course(tmp_path / "course")


@pytest.fixture
def class_records(course: Path) -> ClassRecords:
    return load_class(course, [load("polysemy").slug])
