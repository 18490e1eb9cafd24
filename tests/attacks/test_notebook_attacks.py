"""Hostile notebooks through `grade`, each with its positive control: a grader that believes the notebook."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from naive_grader import FAILED
from naive_notebook import MORE
from notebook_table import NOTEBOOKS, SOLVED, UNSOLVED, NotebookAttack, book, content

from autograder.record import Record

_SECONDS = 20
_READING_MB = 700
"""What reading a hundred megabytes may take at its height: the bytes, the text, the text without outputs."""
Grade = Callable[[bytes], Record]


def _points(record: Record) -> float:
    assert record.error is None, record.error
    return record.functions["parse_marked"].points


@pytest.fixture(scope="module")
def honest(grade_notebook: Grade) -> float:
    """What the solved function earns."""
    return _points(grade_notebook(content(book(SOLVED))))


def test_the_plain_notebook_earns_what_its_function_is_worth(grade_notebook: Grade, honest: float) -> None:
    assert _points(grade_notebook(content(book(UNSOLVED)))) == 0.0
    assert honest == grade_notebook(content(book(SOLVED))).functions["parse_marked"].max_points


@pytest.mark.parametrize(("solution", "verdict"), [(SOLVED, "full"), (UNSOLVED, "failed")], ids=["solved", "unsolved"])
def test_the_naive_grader_is_a_grader(solution: str, verdict: str, tmp_path: Path) -> None:
    assert _naively(content(book(solution)), tmp_path) == verdict


@pytest.mark.parametrize("attack", NOTEBOOKS, ids=lambda attack: attack.name)
def test_a_notebook_gains_nothing_but_what_its_function_earns(
    attack: NotebookAttack, grade_notebook: Grade, honest: float, record_property: Callable[[str, object], None]
) -> None:
    record_property("attack", "notebooks")
    before = _peak_mb()
    record = grade_notebook(attack.content())
    assert _points(record) == (honest if attack.honest else 0.0)
    assert record.functions["parse_marked"].max_points == honest
    assert record.seconds < 30
    assert _peak_mb() - before < _READING_MB


@pytest.mark.parametrize("attack", NOTEBOOKS, ids=lambda attack: attack.name)
def test_where_the_notebook_is_believed_it_succeeds(
    attack: NotebookAttack, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    record_property("control", "notebooks")
    assert _naively(attack.content(), tmp_path) == attack.control


def _naively(notebook: bytes, folder: Path) -> str:
    path = folder / "student.ipynb"
    path.write_bytes(notebook)
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("naive_notebook.py")), "", str(path)],
        env={"HOME": str(folder), "IPYTHONDIR": str(folder)},
        capture_output=True,
        timeout=_SECONDS,
        check=False,
    )
    if b"Traceback" in done.stderr.rsplit(b"\n", 2)[0] and done.returncode == FAILED:
        return "died"
    return {0: "full", FAILED: "failed", MORE: "more"}.get(done.returncode, "died")


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
