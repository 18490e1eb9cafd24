"""`plm demo`: for newcomers."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.courses import grade_class
from autograder.cli.main import app
from autograder.cli.options import Lang, LangOption
from autograder.exercise import load, slugs
from autograder.report.terminal import print_class, wide_console


@app.command(epilog="Example: plm demo demo-course")
def demo(
    directory: Annotated[Path, typer.Argument(help="Where the course is built.")] = Path("demo-course"),
    only: Annotated[list[str] | None, typer.Option(help="An exercise; may be given several times.")] = None,
    lang: Lang = LangOption.zh,
) -> None:
    """Build a course, hand in a bundled sample class, grade it through the gradebook, and print the table."""
    from autograder.demo import sample_class
    from autograder.nbgrader_bridge.course import build_course

    chosen = only or [slug for slug in slugs() if not load(slug).lab]
    start = time.monotonic()
    build_course(directory, chosen)
    for slug in chosen:
        for handed in sample_class(load(slug)):
            folder = directory / "submitted" / handed.student / slug
            folder.mkdir(parents=True, exist_ok=True)
            (folder / handed.file).write_bytes(handed.content)
    graded = grade_class(directory, chosen)
    for slug in chosen:
        print_class([one for one in graded if one.submitted.slug == slug], lang.value)
    _say(directory, chosen[0], graded[0].submitted.path, len(graded), time.monotonic() - start)


def _say(directory: Path, slug: str, first: Path, count: int, seconds: float) -> None:
    lines = (
        f"{count} submissions graded in {seconds:.0f} s. Records: {directory / 'records'}; gradebook: {directory / 'gradebook.db'}.",
        "Next, for instance:",
        f"  plm grade-one {slug} {first}",
        f"  cd {directory} && nbgrader generate_feedback {slug} && nbgrader export",
    )
    for line in lines:
        wide_console().print(line, soft_wrap=True)
