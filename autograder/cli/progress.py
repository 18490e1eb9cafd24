"""Progress on standard error, with how long the rest will take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Item = TypeVar("Item")


def with_steps(items: Iterable[Item], total: int, word: str) -> Iterator[Item]:
    """Pass items on, showing how many there have been.

    Args:
        items: what is passed on.
        total: how many there will be.
        word: what is going on.
    """
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(word, total=total)
        for item in items:
            progress.update(task, advance=1)
            yield item
