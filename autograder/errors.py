"""Errors that a user can mend: one clear line, no traceback."""

from __future__ import annotations

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
