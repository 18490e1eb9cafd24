"""`plm new` and `plm selftest`: for those who write exercises."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from autograder.cli.main import app
from autograder.cli.options import Exercises, Json
from autograder.exercise import Exercise, load, slugs
from autograder.warm import warm_grader


@app.command(epilog="Example: plm new attention my-exercises")
def new(
    slug: Annotated[str, typer.Argument(help="The new exercise's name: lower-case letters, digits, underscores.")],
    directory: Annotated[Path, typer.Argument(help="The folder of exercises that it joins; made if it is missing.")],
) -> None:
    """Begin an exercise: stub, task sheets, reference, checks, one misconception; small and right, to be rewritten part by part."""
    from autograder.template import make_exercise

    for path in make_exercise(slug, directory):
        print(path)
    print(f"Next: plm selftest {slug} --exercises {directory} --update")


@app.command(epilog="Example: plm selftest polysemy")
def selftest(
    slug: Annotated[str | None, typer.Argument(help="The exercise; all of them if left out.")] = None,
    only: Annotated[str | None, typer.Option(help="Only rows whose name contains this.")] = None,
    update: Annotated[bool, typer.Option("--update", help="Write the misconceptions' outcomes anew.")] = False,
    exercises: Exercises = None,
    as_json: Json = False,
) -> None:
    """Hold an exercise's files against each other: reference full, stub zero, each misconception at its functions."""
    chosen = [load(name) for name in ([slug] if slug else slugs())]
    sound = True
    with warm_grader(unconfined=True) as grader:
        for exercise in chosen:
            sound &= _selftest_one(exercise, grader, only, update, as_json)
    raise typer.Exit(0 if sound else 1)


def _selftest_one(exercise: Exercise, grader: object, only: str | None, update: bool, as_json: bool) -> bool:
    from autograder.grade import Grader
    from autograder.selftest import Matrix, Row, build_matrix, collect_outcomes, outcomes_are_current, write_outcomes

    assert isinstance(grader, Grader)
    console = Console(stderr=True)
    matrix = Matrix()
    for part in build_matrix(exercise, grader, lambda kind, name: only is None or only in name):
        if isinstance(part, Row):
            matrix.rows.append(part)
            console.print(_line(part), highlight=False, markup=False, soft_wrap=True)
        else:
            matrix.problems.append(part)
            console.print(f"!! {part}", highlight=False, markup=False, soft_wrap=True)
    if matrix.rows and update:
        console.print(f"wrote {write_outcomes(exercise, collect_outcomes(exercise, grader))}", highlight=False)
    elif matrix.rows and only is None and not outcomes_are_current(exercise, grader):
        matrix.problems.append(f"the misconceptions' outcomes are stale: run `plm selftest {exercise.slug} --update`")
    _summary(exercise, matrix, as_json)
    return matrix.sound


def _line(row: object) -> str:
    from autograder.selftest import Row

    assert isinstance(row, Row)
    mark = "ok" if not row.problems else "!!"
    failed = f"  fails {', '.join(row.failed)}" if row.failed else ""
    skipped = f"  skips {', '.join(row.skipped)}" if row.skipped else ""
    return "\n".join(
        [f"{mark} {row.kind:13} {row.name:34} {row.points:6g}{failed}{skipped}", *(f"     {p}" for p in row.problems)]
    )


def _summary(exercise: Exercise, matrix: object, as_json: bool) -> None:
    from autograder.selftest import Matrix

    assert isinstance(matrix, Matrix)
    if as_json:
        data = {
            "exercise": exercise.slug,
            "sound": matrix.sound,
            "problems": matrix.problems,
            "rows": [asdict(r) for r in matrix.rows],
        }
        print(json.dumps(data, ensure_ascii=False))
        return
    table = Table(title=f"{exercise.slug}: {'sound' if matrix.sound else 'NOT sound'}")
    for column in ("kind", "rows", "as they should be"):
        table.add_column(column, justify="left" if column == "kind" else "right")
    for kind in ("reference", "stub", "misconception", "variant"):
        rows = [row for row in matrix.rows if row.kind == kind]
        table.add_row(kind, str(len(rows)), str(sum(not row.problems for row in rows)))
    console = Console()
    console.print(table)
    for problem in matrix.problems:
        console.print(f"!! {problem}", highlight=False, markup=False, soft_wrap=True)
