"""`plm grade-one`: for teaching assistants, and for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.main import app
from autograder.cli.options import Json, Lang, LangOption, Unconfined
from autograder.cli.reading import exit_code, read_file
from autograder.exercise import load


@app.command("grade-one", epilog="Example: plm grade-one polysemy submitted/li/polysemy/polysemy.ipynb --json")
def grade_one(
    slug: Annotated[str, typer.Argument(help="The exercise.")],
    file: Annotated[Path, typer.Argument(help="The notebook or script.")],
    as_json: Json = False,
    unconfined: Unconfined = False,
    lang: Lang = LangOption.zh,
) -> None:
    """Grade one file: public and hidden checks and the written part; the Record on standard output."""
    from autograder.grade import Grader
    from autograder.report.terminal import print_record

    exercise = load(slug)
    content = read_file(file)
    with Grader(unconfined) as grader:
        record = grader.grade(content, file.name, exercise)
    if as_json:
        print(json.dumps(record.to_json(lang.value), ensure_ascii=True, indent=1))
    else:
        print_record(record, lang.value)
    raise typer.Exit(exit_code(record))
