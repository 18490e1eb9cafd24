"""A concept that compares: the first score that an answer gives for one thing is lower than the one it gives for another."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBER = r"(?<![\d.])(-?\d?\.\d+|-?\d+(?:\.\d+)?(?= ?(?:%|道|题|个|/)| (?:of|out of|right|correct)\b)|-\d+\.\d+)"
_LABEL = r"(?:top ?-?\d|{between}[^\d。\n-])"
"""What may stand between a name and its number."""


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
