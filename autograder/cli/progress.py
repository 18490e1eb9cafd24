"""Progress on standard error, with how long the rest will take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

Item = TypeVar("Item")


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:.1f}/s" if speed else "")


def with_steps(
    items: Iterable[Item], total: int, word: str, name: Callable[[Item], str] | None = None
) -> Iterator[Item]:
    """Pass items on, showing how many there have been, how many a second, and how long the rest will take.

    Args:
        items: what is passed on.
        total: how many there will be.
        word: what is going on.
        name: what to show of the last item instead.
    """
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(word, total=total)
        for item in items:
            progress.update(task, advance=1, description=name(item) if name else word)
            yield item
