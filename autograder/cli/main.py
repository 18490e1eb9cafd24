"""The typer application and what all commands share: languages, exit codes, errors in one line."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import typer

from autograder.errors import UsageError

app = typer.Typer(
    name="plm",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Exercises for the chapter on pretrained language models: check, grade, report.",
)


_STUDENTS = ("students", "models")
_TEACHERS = ("courses", "demo", "exercises", "grading", "intake", "release", "reports")


def _add_commands() -> None:
    """Import the modules that add commands; the student edition has no others than the students'."""
    for name in (*_STUDENTS, *_TEACHERS):
        if (Path(__file__).parent / f"{name}.py").is_file():
            importlib.import_module(f"autograder.cli.{name}")


def main() -> None:
    """Run `plm`; a user's mistake ends in one line and exit code 2, never in a traceback."""
    _add_commands()
    try:
        app()
    except UsageError as error:
        print(f"plm: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        print("plm: interrupted; what is done is kept", file=sys.stderr)
        raise SystemExit(130) from None
