"""Options that several commands take."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from autograder.sandbox import UNCONFINED


class LangOption(StrEnum):
    """The languages of what is printed."""

    zh = "zh"
    en = "en"


Lang = Annotated[LangOption, typer.Option("--lang", envvar="PLM_LANG", help="Language of what is printed.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a machine to read.")]
Unconfined = Annotated[
    bool,
    typer.Option("--unconfined", envvar=UNCONFINED, help="Grade even where this machine cannot confine student code."),
]
