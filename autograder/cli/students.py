"""`plm check`: for students."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.grading import exit_code, read_file
from autograder.cli.main import app
from autograder.cli.options import Json, Lang, LangOption
from autograder.errors import UsageError
from autograder.exercise import load
from autograder.intake import submission_file
from autograder.record import Record
from autograder.report.terminal import print_record, wide_console
from autograder.text import Text

_SAID = Text(
    "公开检查通过 {passed}/{count} 项；评分时还会运行更多检查（{hidden} 项）。",
    "{passed} of {count} public checks passed; {hidden} more run at grading.",
)


@app.command(epilog="Example: plm check polysemy polysemy.ipynb")
def check(
    slug: Annotated[str, typer.Argument(help="The exercise.")],
    file: Annotated[
        Path | None, typer.Argument(help="Your notebook or script; <slug>.ipynb or .py here if left out.")
    ] = None,
    as_json: Json = False,
    lang: Lang = LangOption.zh,
) -> None:
    """Run the public checks on your work, from top to bottom in a fresh process."""
    from autograder.grade import PUBLIC, Grader

    exercise = load(slug)
    path = file or submission_file(Path(), slug)
    if path is None:
        raise UsageError(f"no {slug}.ipynb or {slug}.py in this folder; give the path of your file")
    content = read_file(path)
    with Grader() as grader:
        record = grader.grade(content, path.name, exercise, PUBLIC)
        hidden = sum(visibility == "hidden" for _, visibility in grader.bench(exercise).runner.checks)
    if as_json:
        print(json.dumps(record.to_json(lang.value), ensure_ascii=True, indent=1))
    else:
        print_record(record, lang.value, points=False)
        wide_console().print(_said(record, hidden).get(lang.value))
    raise typer.Exit(exit_code(record))


def _said(record: Record, hidden: int) -> Text:
    checks = [check for function in record.functions.values() for check in function.checks]
    numbers = {"passed": sum(c.passed is True for c in checks), "count": len(checks), "hidden": hidden}
    return Text(_SAID.zh.format(**numbers), _SAID.en.format(**numbers))
