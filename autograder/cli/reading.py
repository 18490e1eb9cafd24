"""Reading a student's file, and the exit code that its Record means."""

from __future__ import annotations

from pathlib import Path

from autograder.errors import UsageError
from autograder.intake import submission_file
from autograder.record import Record


def own_file(slug: str, file: Path | None) -> Path:
    """The file given, or the exercise's file in this folder or in the folder of its name.

    Raises:
        UsageError: if there is none.
    """
    path = file or submission_file(Path(), slug) or submission_file(Path(slug), slug)
    if path is None:
        raise UsageError(f"no {slug}.ipynb or {slug}.py in this folder; give the path of your file")
    return path


def exit_code(record: Record) -> int:
    """0 if every check passed, else 1."""
    whole = all(check.passed for function in record.functions.values() for check in function.checks)
    return 0 if record.status == "graded" and whole else 1


def read_file(path: Path) -> bytes:
    """A file's bytes.

    Raises:
        UsageError: if it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror}); give the path of a notebook or script") from None
