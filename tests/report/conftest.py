"""A course whose Records were written by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_class import NASTY, make_record

from autograder.exercise import load
from autograder.record import write_record
from autograder.report.class_records import ClassRecords, load_class


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course with a Record for every nasty name, two of them failing, one an error of ours, one student without any."""
    folder = tmp_path / "course"
    quoted = ['"' + name.replace('"', '""') + '"' for name in NASTY.values()]
    rows = [
        f"{student},{name},{number},1{number}" for number, (student, name) in enumerate(zip(NASTY, quoted, strict=True))
    ]
    text = "\n".join(["student,name,canvas_id,moodle_id", *rows, "absent,Nobody Yet,99,199"]) + "\n"
    (folder / "submitted").mkdir(parents=True)
    (folder / "roster.csv").write_text(text, encoding="utf-8", newline="")
    for student in NASTY:
        record = make_record(student, student not in ("comma", "han"), "error" if student == "accent" else "graded")
        write_record(record, folder / "records" / "polysemy" / f"{student}.json")
    return folder


@pytest.fixture
def class_records(course: Path) -> ClassRecords:
    return load_class(course, [load("polysemy").slug])
