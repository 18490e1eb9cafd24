"""Options that several commands take."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from autograder.homes import VARIABLE, add_home
from autograder.sandbox import UNCONFINED
from autograder.text import LANG_VARIABLE


class LangOption(StrEnum):
    """The languages of what is printed."""

    zh = "zh"
    en = "en"


Lang = Annotated[LangOption, typer.Option("--lang", envvar=LANG_VARIABLE, help="Language of what is printed.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a machine to read.")]
Unconfined = Annotated[
    bool,
    typer.Option("--unconfined", envvar=UNCONFINED, help="Grade even where this machine cannot confine student code."),
]


def _find_there(folders: list[Path] | None) -> list[Path]:
    for folder in folders or ():
        add_home(folder)
    return folders or []


Exercises = Annotated[
    list[Path] | None,
    typer.Option(
        "--exercises",
        callback=_find_there,
        is_eager=True,
        help=f"A folder with exercises outside the package; may be given several times, as {VARIABLE} may name several.",
    ),
]
"""Finding happens before the command runs, so that its body loads any exercise by name."""
