"""`plm grade-one` and `plm gradescope`: one submission, for teaching assistants, tests, and graders that call this one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.main import app
from autograder.cli.options import Exercises, Json, Lang, LangOption, Unconfined
from autograder.cli.reading import exit_code, read_file
from autograder.exercise import load
from autograder.record import Record
from autograder.text import Lang as Language
from autograder.text import Text
from autograder.warm import warm_grader

_SUBMISSION, _RESULTS = Path("/autograder/submission"), Path("/autograder/results/results.json")
"""Gradescope's own places."""
_WRITTEN = Text("{path}：{points}/{most} 分，隔离 {level}", "{path}: {points} of {most} points, confinement {level}")
_NOTHING = Text("{path}：没有可评分的文件，0 分", "{path}: no file to grade was handed in, 0 points")
_NOT_GRADED = Text("{path}：没有评分，没有分数：{error}", "{path}: not graded, no score: {error}")


@app.command("grade-one", epilog="Example: plm grade-one polysemy submitted/li/polysemy/polysemy.ipynb --json")
def grade_one(
    slug: Annotated[str, typer.Argument(help="The exercise.")],
    file: Annotated[Path, typer.Argument(help="The notebook or script.")],
    as_json: Json = False,
    unconfined: Unconfined = False,
    exercises: Exercises = None,
    lang: Lang = LangOption.zh,
) -> None:
    """Grade one file: public and hidden checks and the written part; the Record on standard output."""
    exercise, content = load(slug), read_file(file)
    from autograder.report.terminal import print_record

    with warm_grader(unconfined) as grader:
        record = grader.grade(content, file.name, exercise)
    if as_json:
        print(json.dumps(record.to_json(lang.value), ensure_ascii=True, indent=1))
    else:
        print_record(record, lang.value)
    raise typer.Exit(exit_code(record))


@app.command(epilog="Example: plm gradescope polysemy --submission handed-in --results results.json")
def gradescope(
    slug: Annotated[str, typer.Argument(help="The exercise.")],
    submission: Annotated[Path, typer.Option(help="The folder with what was handed in.")] = _SUBMISSION,
    results: Annotated[Path, typer.Option(help="The results.json to write.")] = _RESULTS,
    unconfined: Unconfined = False,
    lang: Lang = LangOption.zh,
) -> None:
    """Grade in the place of a Gradescope autograder: a submission's folder in, a results.json out, whatever happens."""
    from autograder.report.exports.gradescope import not_graded_text
    from autograder.report.pages import write_text

    write_text(results, not_graded_text())  # what stands if this process is ended before its time
    exercise = load(slug)
    with warm_grader(unconfined) as grader:
        from autograder.gradescope import grade_folder

        record = grade_folder(submission, results, exercise, grader)
    print(_said(record, results, lang.value))
    raise typer.Exit(1 if record is not None and record.status == "error" else 0)


def _said(record: Record | None, path: Path, lang: Language) -> str:
    """What the instructor reads of it in the autograder's output."""
    if record is None:
        return _NOTHING.get(lang).format(path=path)
    if record.status == "error":
        return _NOT_GRADED.get(lang).format(path=path, error=record.error)
    level = record.confinement.get("level", "-")
    return _WRITTEN.get(lang).format(path=path, points=record.points, most=record.max_points, level=level)
