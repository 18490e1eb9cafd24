"""The `check` marker: what a check is called, what it counts for, and what it depends on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest

from autograder.text import Text

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Check:
    """One check's marker."""

    id: str
    function: str
    title: Text
    share: float
    needs: tuple[str, ...]
    secret: bool | None
    builds_on: tuple[str, ...] = ()


def check(
    id: str,
    *,
    function: str,
    zh: str,
    en: str,
    share: float = 1.0,
    needs: Sequence[str] = (),
    secret: bool | None = None,
    builds_on: Sequence[str] = (),
) -> Callable[[F], F]:
    """Mark a pytest function as a check.

    Args:
        id: `<function>.<what>`, unique inside the exercise.
        function: the function whose points it decides.
        zh, en: its title as students read it.
        share: its weight among the function's checks.
        needs: ids of checks whose failure makes this one meaningless; it is then skipped.
        secret: whether its inputs and the student's values on them stay hidden; by default so for hidden checks.
        builds_on: ids of checks of other functions whose mistakes may make this one fail: if one of them did not pass, this one counts
            where it passes and is not judged where it fails.
    """
    return pytest.mark.check(Check(id, function, Text(zh, en), share, tuple(needs), secret, tuple(builds_on)))


def marker_of(item: pytest.Item) -> Check | None:
    """The check that a collected pytest item carries."""
    mark = item.get_closest_marker("check")
    return mark.args[0] if mark and mark.args and isinstance(mark.args[0], Check) else None
