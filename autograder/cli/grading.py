"""`plm grade-one`: for teaching assistants, and for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.main import app
from autograder.cli.options import Json, Lang, LangOption
from autograder.errors import UsageError
from autograder.exercise import load
from autograder.record import Record


@app.command("grade-one", epilog="Example: plm grade-one polysemy submitted/li/polysemy/polysemy.ipynb --json")
def grade_one(
    slug: Annotated[str, typer.Argument(help="The exercise.")],
    file: Annotated[Path, typer.Argument(help="The notebook or script.")],
    as_json: Json = False,
    lang: Lang = LangOption.zh,
) -> None:
    """Grade one file: public and hidden checks and the written part; the Record on standard output."""
    from autograder.grade import Grader
    from autograder.report.terminal import print_record

    exercise = load(slug)
    content = read_file(file)
    with Grader() as grader:
        record = grader.grade(content, file.name, exercise)
    if as_json:
        print(json.dumps(record.to_json(lang.value), ensure_ascii=True, indent=1))
    else:
        print_record(record, lang.value)
    raise typer.Exit(exit_code(record))


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
