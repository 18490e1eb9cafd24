"""Errors that a user can mend: one clear line, no traceback."""


class UsageError(Exception):
    """Wrong usage or unreadable input: the message names the file, what is wrong and what to do (exit code 2)."""
