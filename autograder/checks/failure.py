"""How a check says that a student's function is wrong, in sentences that may be shown to the student."""

from __future__ import annotations

import re
from collections.abc import Sequence

from autograder.text import Text

UNUSABLE = Text(
    "没有判：它所依赖的函数（见前面没有通过的检查）在这里给不出可用的结果",
    "not judged: the functions it builds on (see the checks above that did not pass) give nothing usable here",
)
"""For a check of a function whose student's own helpers, which have their own checks, stand in the way."""
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class CheckFailed(Exception):
    """A student's function did not do what the contract says.

    Args:
        closed: the sentence for a check whose inputs are secret: nothing of inputs, values or expected results.
        open: the sentence for a check whose inputs the student may see; the closed one where there is nothing to add.
        trace: lines of the student's own code that an exception went through.
    """

    def __init__(self, closed: Text, open: Text | None = None, trace: Sequence[str] = ()) -> None:
        super().__init__(closed.en)
        self.closed = closed
        self.open = open or closed
        self.trace = tuple(trace)


class NotRun(Exception):
    """A check that was not run (after repeated time-outs, say); neither passed nor failed."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.en)
        self.reason = reason


def clean(text: str, most: int = 300) -> str:
    """Text from a student's side, made safe to show: no control or bidirectional characters, no lone surrogates, bounded."""
    text = text[: most * 4].encode("utf-8", "replace").decode("utf-8")
    text = _UNPRINTABLE.sub("·", text)
    return text if len(text) <= most else text[: most - 1] + "…"
