"""`plm course build` and `plm grade`: a whole class."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text as RichText

from autograder.batch import Graded, grade_course
from autograder.cli.main import app
from autograder.cli.options import Json, Lang, LangOption, Unconfined
from autograder.errors import UsageError
from autograder.exercise import load, slugs
from autograder.intake import Submitted, find_submissions

course_app = typer.Typer(no_args_is_help=True, help="The nbgrader course.")
app.add_typer(course_app, name="course")


@course_app.command("build", epilog="Example: plm course build nlp-2026 --only polysemy")
def build(
    directory: Annotated[Path, typer.Argument(help="The course's folder.")],
    only: Annotated[
        list[str] | None, typer.Option(help="An exercise; may be given several times. All if left out.")
    ] = None,
) -> None:
    """Build the nbgrader course, or bring its sources up to date: source notebooks, data, task sheets, configuration."""
    from autograder.nbgrader_bridge.course import build_course

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
        os.environ["PLM_UNCONFINED"] = "1"  # the processes that grade inherit it
    chosen = [load(name).slug for name in slug] if slug else course_slugs(course)
    graded = grade_class(course, chosen, workers, force, scheduler)
    if as_json:
        print(json.dumps([one.record.to_json(lang.value) for one in graded], ensure_ascii=True))
    else:
        for name in chosen:
            print_class([one for one in graded if one.submitted.slug == name], lang.value)
    raise typer.Exit(1 if any(one.record.error is not None for one in graded) else 0)


def course_slugs(course: Path) -> list[str]:
    """The exercises that a course has sources of.

    Raises:
        UsageError: if it has none.
    """
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
) -> list[Graded]:
    """Grade a course's submissions with progress on standard error, then bring the new grades into the gradebook."""
    submissions = find_submissions(course, chosen)
    records = grade_course(submissions, workers, force, scheduler=scheduler)
    graded = sorted(with_progress(records, len(submissions)), key=lambda one: one.submitted.name)
    for slug in chosen:
        _into_gradebook(course, slug, [one.submitted for one in graded if _is_new(one, slug)])
    return graded


class _Rate(ProgressColumn):
    def render(self, task: Task) -> RichText:
        speed = task.finished_speed or task.speed
        return RichText(f"{speed:.1f}/s" if speed else "")


def with_progress(graded: Iterable[Graded], total: int) -> Iterable[Graded]:
    """Pass Records on, showing on standard error how many there are, how many a second, and how long the rest will take."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("grading", total=total)
        for one in graded:
            progress.update(task, advance=1, description=one.submitted.student)
            yield one


def _is_new(one: Graded, slug: str) -> bool:
    """Whether the gradebook does not have it yet (its `autograded` notebook is written with the grade)."""
    submitted = one.submitted
    done = submitted.course / "autograded" / submitted.student / slug / f"{slug}.ipynb"
    return submitted.slug == slug and one.record.error is None and (one.fresh or not done.is_file())


def _into_gradebook(course: Path, slug: str, submissions: Sequence[Submitted]) -> None:
    from autograder.nbgrader_bridge.gradebook import write_gradebook

    failed = write_gradebook(course, slug, [submitted.student for submitted in submissions])
    for student in failed:
        Console(stderr=True).print(f"{student}: not written to the gradebook; the earlier grade stays", markup=False)
