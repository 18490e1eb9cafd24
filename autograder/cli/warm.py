"""A command's grader: torch is loaded in the sandbox's process and in this one at the same time, and only when there is work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from autograder.sandbox.session import open_server

if TYPE_CHECKING:
    from autograder.grade import Grader


@contextmanager
def warm_grader(unconfined: bool) -> Iterator[Grader]:
    """A grader whose server comes up while this process imports what it needs itself; both end with the block.

    Args:
        unconfined: as for `Grader`.

    Example:
        >>> with warm_grader(unconfined=True) as grader:
        ...     record = grader.grade_program(submission, exercise)
    """
    with closing(open_server()) as server:
        server.begin()
        from autograder.grade import Grader

        with Grader(unconfined, server) as grader:
            yield grader
