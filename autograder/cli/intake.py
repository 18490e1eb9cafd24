"""`plm collect`: from a learning platform into the course."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.courses import chosen_slugs
from autograder.cli.main import app
from autograder.cli.options import Json, Lang, LangOption
from autograder.exercise import load


@app.command(epilog="Example: plm collect nlp-2026 submissions.zip")
def collect(
    course: Annotated[Path, typer.Argument(help="The course's folder.")],
    source: Annotated[
        Path,
        typer.Argument(
            help="A folder or zip from Canvas, Moodle or Gradescope, or a folder of git clones, one a student."
        ),
    ],
    slug: Annotated[
        str | None, typer.Option(help="The exercise that all files belong to, where their names do not say.")
    ] = None,
    as_json: Json = False,
    lang: Lang = LangOption.zh,
) -> None:
    """Put submissions where the course expects them; says who is missing, doubled or unknown to roster.csv."""
    from autograder.checks.failure import clean
    from autograder.collect import collect as collect_into
    from autograder.collect.collect import lines

    slugs = chosen_slugs(course, None)
    collected = collect_into(course, source, slugs, load(slug).slug if slug else None)
    if as_json:
        data = {
            "layout": collected.layout,
            "taken": [{**vars(one), "path": str(one.path)} for one in collected.taken],
            "doubled": collected.doubled,
            "unmapped": collected.unmapped,
            "refused": [{"path": one.path, "reason": one.reason.to_json()} for one in collected.refused],
            "missing": collected.missing,
        }
        print(json.dumps(data, ensure_ascii=True))
    else:
        for line in lines(collected):
            print(clean(line.get(lang.value), 1000))
    raise typer.Exit(1 if collected.unmapped or collected.refused else 0)
