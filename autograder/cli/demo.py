"""`plm demo`: for newcomers."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.courses import grade_class
from autograder.cli.main import app
from autograder.cli.options import Lang, LangOption
from autograder.exercise import load, slugs
from autograder.intake import Submitted
from autograder.report.terminal import print_class, wide_console

_WHOLE_CLASS = "polysemy"


@app.command(epilog="Example: plm demo demo-course")
def demo(
    directory: Annotated[Path, typer.Argument(help="Where the course is built.")] = Path("demo-course"),
    only: Annotated[list[str] | None, typer.Option(help="An exercise; may be given several times.")] = None,
    lang: Lang = LangOption.zh,
) -> None:
    """Build a course, hand in a bundled sample class, grade it through the gradebook, print the table, write the dashboard."""
    from autograder.demo import sample_class
    from autograder.nbgrader_bridge.course import build_course
    from autograder.report.class_records import load_class
    from autograder.report.write import write_report
    from autograder.sandbox import UNCONFINED

    os.environ.setdefault(UNCONFINED, "1")  # the sample class is ours
    chosen = only or _exercises()
    start = time.monotonic()
    build_course(directory, chosen)
    for slug in chosen:
        for handed in sample_class(load(slug), small=slug != chosen[0]):
            folder = directory / "submitted" / handed.student / slug
            folder.mkdir(parents=True, exist_ok=True)
            (folder / handed.file).write_bytes(handed.content)
    graded = grade_class(directory, chosen)
    for slug in chosen:
        print_class([one for one in graded if one.submitted.slug == slug], lang.value)
    *_, dashboard = write_report(load_class(directory, chosen), lang.value)
    _say(directory, dashboard, graded[0].submitted, len(graded), time.monotonic() - start)


def _exercises() -> list[str]:
    """The first of the chapter's exercises with a whole class, then the others."""
    found = [slug for slug in slugs() if not load(slug).lab]
    return sorted(found, key=lambda slug: slug != _WHOLE_CLASS)


def _say(directory: Path, dashboard: Path, first: Submitted, count: int, seconds: float) -> None:
    lines = (
        f"{count} submissions graded in {seconds:.0f} s. Records: {directory / 'records'}; gradebook: {directory / 'gradebook.db'}.",
        f"The class dashboard: {dashboard}; feedback for students: {dashboard.parent / 'feedback'}.",
        "Next, for instance:",
        f"  plm explain {directory} {first.student} {first.slug}",
        f"  plm export {directory} --format csv,canvas",
        f"  cd {directory} && nbgrader generate_feedback {first.slug} && nbgrader export",
    )
    for line in lines:
        wide_console().print(line, soft_wrap=True)
