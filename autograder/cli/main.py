"""The typer application and what all commands share: languages, exit codes, errors in one line."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from pathlib import Path

import typer

from autograder.errors import UsageError
from autograder.text import Lang, Text, usual_lang

app = typer.Typer(
    name="plm",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Exercises for the chapter on pretrained language models: check, grade, report.",
)


_MOST_CHARACTERS = 4000
_INTERRUPTED = 130
"""The exit code that typer makes of Ctrl-C."""
_STOPPED = Text("已中断；做完的部分保留着", "interrupted; what is done is kept")
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


def _asked_lang() -> Lang:
    """What `--lang` says, else the usual language: an error may come before a command has its options."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--lang", nargs="?", const=usual_lang(), default=usual_lang())
    return "en" if parser.parse_known_args()[0].lang == "en" else "zh"


def main() -> None:
    """Run `plm`; a user's mistake ends in one line and exit code 2, never in a traceback."""
    _begin_again_in_utf8()
    _speak_utf8()
    _add_commands()
    try:
        code = app(prog_name="plm", standalone_mode=False) or 0
    except UsageError as error:
        _say(error.text.get(_asked_lang()))
        code = 2
    except typer.TyperException as error:
        from autograder.cli.misuse import said_of, speaks

        if (said := said_of(error)) is not None:
            _say(said.get(speaks(error, _asked_lang())))
        code = 2
    if code == _INTERRUPTED:
        _say(_STOPPED.get(_asked_lang()))
    raise SystemExit(code)


def _say(line: str) -> None:
    from autograder.checks.failure import clean

    print(f"plm: {clean(line, _MOST_CHARACTERS)}", file=sys.stderr)
