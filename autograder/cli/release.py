"""`plm release`: the student package."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.main import app
from autograder.cli.options import Exercises
from autograder.cli.progress import with_steps
from autograder.exercise import load, slugs


@app.command(epilog="Example: plm release student-package")
def release(
    directory: Annotated[Path, typer.Argument(help="The folder to write to: new, or an earlier release.")],
    only: Annotated[
        list[str] | None, typer.Option(help="An exercise; may be given several times. All if left out.")
    ] = None,
    exercises: Exercises = None,
) -> None:
    """Make the student package: notebooks, scripts, task sheets, data, models and a wheel without anything hidden."""
    from autograder.release import build_package

    chosen = [load(slug) for slug in only or slugs()]
    parts = list(with_steps(build_package(directory, chosen), len(chosen) + 2, "release"))
    print(
        f"{parts[-1]}: {parts[-1].stat().st_size / 1e6:.1f} MB, {len(chosen)} exercises; the same unpacked in {directory}"
    )
