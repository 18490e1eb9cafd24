"""A student whose program runs in this process."""

from __future__ import annotations

from autograder.checks.caller import Caller
from autograder.sandbox.session import LocalSession
from autograder.sandbox.worker import Worker


def student_of(program: str) -> Caller:
    """Whoever wrote this program, loaded as one cell."""
    worker = Worker()
    worker.load([{"cell": "c", "source": program, "label": "c", "first_line": 1}])
    session = LocalSession(worker)
    return Caller(lambda: session, worker.forget)
