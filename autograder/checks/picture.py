"""Pictures that public checks draw of the student's own values, for the feedback page."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from typing import Any, Literal

from autograder.record import Picture
from autograder.text import Text

_MOST_VALUES = 64
_drawn: ContextVar[list[Picture] | None] = ContextVar("drawn", default=None)


def picture(
    kind: Literal["line", "bars"],
    *,
    zh: str,
    en: str,
    x: Sequence[str],
    series: Mapping[str, Any],
) -> None:
    """Add a picture to the running check's result; nothing where the values are no finite numbers.

    Only public checks' pictures are kept. The names of the series should be words of both languages ("你的 yours").

    Args:
        kind: `line` (layers, steps) or `bars` (choices).
        zh, en: what is shown.
        x: the labels below.
        series: name to numbers, each as many as labels.

    Example:
        >>> picture("line", zh="各层的相似度", en="similarity by layer", x=["0", "1"], series={"你的 yours": [0.5, 0.7]})
    """
    drawn = _drawn.get()
    kept = {name: numbers for name, values in series.items() if (numbers := _numbers(values, len(x))) is not None}
    if drawn is not None and kept and len(x) <= _MOST_VALUES:
        drawn.append(Picture(kind, Text(zh, en), tuple(x), kept))


def begin_pictures() -> list[Picture]:
    """The list that collects the pictures of the check about to run."""
    drawn: list[Picture] = []
    _drawn.set(drawn)
    return drawn


def _numbers(values: Any, count: int) -> tuple[float, ...] | None:
    try:
        numbers = tuple(float(value) for value in values)
    except (TypeError, ValueError, OverflowError):
        return None
    return numbers if len(numbers) == count and all(map(math.isfinite, numbers)) else None
