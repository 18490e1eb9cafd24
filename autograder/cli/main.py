"""The typer application and what all commands share: languages, exit codes, errors in one line."""

from __future__ import annotations

import sys

import typer

from autograder.errors import UsageError

app = typer.Typer(
    name="plm",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Exercises for the chapter on pretrained language models: check, grade, report.",
)


def main() -> None:
    """Run `plm`; a user's mistake ends in one line and exit code 2, never in a traceback."""
    from autograder.cli import courses, demo, exercises, grading, intake, reports, students  # noqa: F401

    try:
        app()
    except UsageError as error:
        print(f"plm: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        print("plm: interrupted; what is done is kept", file=sys.stderr)
        raise SystemExit(130) from None
