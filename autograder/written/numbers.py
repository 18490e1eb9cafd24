"""Concepts that compare: the score for one thing is lower than the one for another; a figure rises, or falls."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBER = r"(?<![\d.])(-?\d?\.\d+|-?\d+(?:\.\d+)?(?= ?(?:%|道|题|个|/)| (?:of|out of|right|correct)\b)|-\d+\.\d+)"
_LABEL = r"(?:top ?-?\d|{between}[^\d。\n-])"
"""What may stand between a name and its number."""
_FIGURE = r"(?<![\d.a-z])(\d+(?:\.\d+)?)(?![\d.]*\d)"
_TO = r"(?:到|至|成|为|降|升|跌|涨|掉|落|→|->|=>|\bto\b|\bdown\b|\bup\b|\bafter\b|\bbefore\b|之?[前后]|\bthen\b|\binto\b|\bnow\b|现在)"
_NO_OTHER = r"(?:(?!\band\b|[和与跟])[^\d。;；,，])"
"""What may stand between a figure's name and its first value."""
_PARENTHESIS = re.compile(r"\([^()]*\)|（[^（）]*）")


@dataclass(frozen=True)
class Lower:
    """Found where `first`'s score is lower than `second`'s.

    Args:
        first: pattern of the first name.
        second: pattern of the second name.

    Example:
        >>> bool(Lower("roberta", "(?<!ro)bert").search("bert 0.62, roberta 0.50"))
        True
    """

    first: str
    second: str

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        """The first name's score, if it is the lower one."""
        both = self._score(self.first, text, start), self._score(self.second, text, start)
        one, other = both
        return one if one and other and float(one[1]) < float(other[1]) else None

    def _score(self, name: str, text: str, start: int) -> re.Match[str] | None:
        """`0.57 (name)` or `name: 0.57`, without another name between."""
        before = re.compile(rf"{_NUMBER}[ %道题个]*\((?:{name})")
        between = f"(?!{self.first}|{self.second}|比特|bits|困惑|perplex)"
        behind = re.compile(rf"(?:{name})(?!\)){_LABEL.format(between=between)}{{0,24}}?{_NUMBER}")
        return before.search(text, start) or behind.search(text, start)


@dataclass(frozen=True)
class Moved:
    """Found where a figure is told to go from one value to another, up or down: by its values, whatever the words say.

    Args:
        of: pattern of the figure's name.
        up: whether it must rise, or fall.

    Example:
        >>> bool(Moved("hits", up=False).search("the hits went from 0.11 (9 of 80) to 0.08"))
        True
    """

    of: str
    up: bool

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        """The figure with its two values, if they go that way."""
        plain = _PARENTHESIS.sub(lambda match: " " * len(match[0]), text)
        name, first = rf"(?:{self.of}){_NO_OTHER}{{0,24}}?", rf"{_FIGURE}(?: ?(?:of|out of|/) ?\d+)?"
        course = re.compile(rf"{name}{first}[^\d。;；]{{0,16}}?{_TO}[^\d。;；]{{0,12}}?{_FIGURE}")
        moves = course.finditer(plain, start)
        return next(
            (move for move in moves if (float(move[2]) > float(move[1])) is self.up and move[1] != move[2]), None
        )
