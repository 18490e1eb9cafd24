"""`plm course build` and `plm grade`: a whole class."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from autograder.batch import Outcome, grade_course
from autograder.cli.main import app
from autograder.cli.options import Exercises, Json, Lang, LangOption, Unconfined
from autograder.cli.progress import with_steps
from autograder.errors import UsageError
from autograder.exercise import load, slugs
from autograder.homes import use_homes_of
from autograder.intake import Submitted, find_submissions
from autograder.sandbox import UNCONFINED
from autograder.text import Lang as Language

course_app = typer.Typer(no_args_is_help=True, help="The nbgrader course.")
app.add_typer(course_app, name="course")


@course_app.command("build", epilog="Example: plm course build nlp-2026 --only polysemy")
def build(
    directory: Annotated[Path, typer.Argument(help="The course's folder.")],
    only: Annotated[
        list[str] | None, typer.Option(help="An exercise; may be given several times. All if left out.")
    ] = None,
    exercises: Exercises = None,
) -> None:
    """Build the nbgrader course, or bring its sources up to date: source notebooks, data, task sheets, configuration."""
    from autograder.nbgrader_bridge.course import build_course

    use_homes_of(directory)
    chosen = only or slugs()
    build_course(directory, chosen)
    print(f"{directory}: {', '.join(chosen)}. Next: cd {directory} && nbgrader generate_assignment {chosen[0]}")


@app.command(epilog="Example: plm grade nlp-2026 polysemy --workers 2")
def grade(
    course: Annotated[Path, typer.Argument(help="The course's folder.")],
    slug: Annotated[list[str] | None, typer.Argument(help="Exercises; all of the course if left out.")] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes that grade; by default as many as cores.")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="A dask scheduler's address: its workers grade (extra `cluster`).")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Grade again what has a valid Record.")] = False,
    as_json: Json = False,
    unconfined: Unconfined = False,
    lang: Lang = LangOption.zh,
) -> None:
    """Grade every submission of a course into records and the nbgrader gradebook; goes on where it was interrupted."""
    from autograder.report.terminal import print_class

    if unconfined:
        os.environ[UNCONFINED] = "1"  # the processes that grade inherit it
    chosen = chosen_slugs(course, slug)
    graded = grade_class(course, chosen, workers, force, scheduler)
    if as_json:
        _print_json(graded, lang.value)
    else:
        for name in chosen:
            print_class([one for one in graded if one.submitted.slug == name], lang.value)
    raise typer.Exit(1 if any(one.error is not None for one in graded) else 0)


def _print_json(graded: Sequence[Outcome], lang: Language) -> None:
    """All Records as one JSON list, with one of them in memory at a time."""
    print("[", end="")
    for number, one in enumerate(graded):
        print(",\n" if number else "", json.dumps(one.record().to_json(lang), ensure_ascii=True), sep="", end="")
    print("]")


def chosen_slugs(course: Path, named: list[str] | None) -> list[str]:
    """The exercises named, or else all that a course has sources of.

    Raises:
        UsageError: if there is no exercise of a name, none in the course, or a folder with its exercises is gone.
    """
    use_homes_of(course)
    if named:
        return [load(name).slug for name in named]
    found = [name for name in slugs() if (course / "source" / name).is_dir()]
    if not found:
        raise UsageError(f"{course}: no exercise's source in it; build a course with `plm course build {course}`")
    return found


def grade_class(
    course: Path,
    chosen: Sequence[str],
    workers: int | None = None,
    force: bool = False,
    scheduler: str | None = None,
) -> list[Outcome]:
    """Grade a course's submissions with progress on standard error, then bring the new grades into the gradebook.

    Records are on disk when this returns, and not in memory: a class may be larger than that.
    """
    submissions = find_submissions(course, chosen)
    records = grade_course(submissions, workers, force, scheduler=scheduler)
    shown = with_steps(records, len(submissions), "grading", lambda one: one.submitted.student)
    outcomes = (Outcome(one.submitted, one.fresh, one.record.error) for one in shown)
    graded = sorted(outcomes, key=lambda one: one.submitted.name)
    for slug in chosen:
        _into_gradebook(course, slug, [one.submitted for one in graded if _is_new(one, slug)])
    return graded


def _is_new(one: Outcome, slug: str) -> bool:
    """Whether the gradebook does not have it yet (its `autograded` notebook is written with the grade)."""
    submitted = one.submitted
    done = submitted.course / "autograded" / submitted.student / slug / f"{slug}.ipynb"
    return submitted.slug == slug and one.error is None and (one.fresh or not done.is_file())


def _into_gradebook(course: Path, slug: str, submissions: Sequence[Submitted]) -> None:
    from autograder.nbgrader_bridge.gradebook import write_gradebook

    failed = write_gradebook(course, slug, [submitted.student for submitted in submissions])
    for student in failed:
        Console(stderr=True).print(f"{student}: not written to the gradebook; the earlier grade stays", markup=False)
