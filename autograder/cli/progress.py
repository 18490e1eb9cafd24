"""Progress on standard error, with how long the rest will take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
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


@contextmanager
def with_bytes() -> Iterator[Callable[[str, int, int], None]]:
    """Give a function that shows how much of a file has come, called with its name, bytes and size (0: nobody knows).

    Nothing is drawn before its first call, so that another program may write its own progress until then.
    """
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    tasks: dict[str, TaskID] = {}

    def report(name: str, came: int, size: int) -> None:
        progress.start()
        if name not in tasks:
            tasks[name] = progress.add_task(name, total=size or None)
        progress.update(tasks[name], completed=came, total=size or None, visible=came < size or not size)

    try:
        yield report
    finally:
        if tasks:
            progress.stop()
