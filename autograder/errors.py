"""Errors that a user can mend: one clear line, no traceback."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from autograder.text import Text


class UsageError(Exception):
    """Wrong usage or unreadable input: the message names the file, what is wrong and what to do (exit code 2).

    Args:
        said: the line; in both languages wherever a student may meet it.

    Example:
        >>> str(UsageError(Text("空文件", "an empty file")))
        'an empty file'
    """

    def __init__(self, said: str | Text) -> None:
        self.text = said if isinstance(said, Text) else Text(said, said)
        super().__init__(self.text.en)


def nearest(name: str, known: Iterable[str]) -> Text:
    """The known name that is most like one that nobody knows, as the end of a message; empty where none is like it.

    Example:
        >>> nearest("polysem", ["albert", "polysemy"]).en
        ' (did you mean polysemy?)'
    """
    found = get_close_matches(name, list(known), n=1)
    return Text(f"（是不是 {found[0]}？）", f" (did you mean {found[0]}?)") if found else Text("", "")
