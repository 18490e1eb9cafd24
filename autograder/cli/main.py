"""The typer application and what all commands share: languages, exit codes, errors in one line."""

from __future__ import annotations

import importlib
import io
import os
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


_MOST_CHARACTERS = 4000
_STUDENTS = ("students", "models")
_TEACHERS = ("courses", "demo", "exercises", "grading", "intake", "release", "reports")


def _add_commands() -> None:
    """Import the modules that add commands; the student edition has no others than the students'."""
    for name in (*_STUDENTS, *_TEACHERS):
        if (Path(__file__).parent / f"{name}.py").is_file():
            importlib.import_module(f"autograder.cli.{name}")


def _begin_again_in_utf8() -> None:
    """Under `LC_ALL=C` Python takes file names for ASCII, and a student called 李 could not be written down: start in UTF-8 mode."""
    if sys.getfilesystemencoding().lower() != "utf-8":
        command = [sys.executable, "-m", "autograder", *sys.argv[1:]]
        os.execve(sys.executable, [os.fsencode(part) for part in command], {**os.environ, "PYTHONUTF8": "1"})


def _speak_utf8() -> None:
    """Write UTF-8 whatever the locale says: a Chinese sentence must not end a command under `LC_ALL=C`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def main() -> None:
    """Run `plm`; a user's mistake ends in one line and exit code 2, never in a traceback."""
    _begin_again_in_utf8()
    _speak_utf8()
    _add_commands()
    try:
        app()
    except UsageError as error:
        from autograder.checks.failure import clean

        print(f"plm: {clean(str(error), _MOST_CHARACTERS)}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        print("plm: interrupted; what is done is kept", file=sys.stderr)
        raise SystemExit(130) from None
