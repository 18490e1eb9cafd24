"""Graders whose torch is loaded in the sandbox's process and in this one at the same time, and only when there is work."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from socket import socket
from typing import TYPE_CHECKING

from autograder.sandbox import UNCONFINED
from autograder.sandbox.loading import without_collecting
from autograder.sandbox.session import ForkServer, Server, open_server

if TYPE_CHECKING:
    from autograder.grade import Grader

_shared: Grader | None = None
_shared_lock = threading.Lock()


@contextmanager
def warm_grader(unconfined: bool) -> Iterator[Grader]:
    """A grader that ends with the block.

    Args:
        unconfined: as for `Grader`.

    Example:
        >>> with warm_grader(unconfined=True) as grader:
        ...     record = grader.grade_program(submission, exercise)
    """
    with closing(open_server()) as server, _grader_at(server, unconfined) as grader:
        yield grader


def shared_grader() -> Grader:
    """The process's own grader, made when first asked for."""
    return _share(None)


def use_twin(control: socket | None) -> None:
    """Let the process's own grader open its sessions at a server that another process has made for it; None for a server of its own."""
    _share(control)


def _share(control: socket | None) -> Grader:
    global _shared
    with _shared_lock:
        if _shared is None:
            server = open_server() if control is None else ForkServer(control)
            _shared = _grader_at(server, os.environ.get(UNCONFINED) == "1")
        return _shared


def _grader_at(server: Server, unconfined: bool) -> Grader:
    """A grader whose server comes up while this process imports what it needs itself."""
    server.begin()
    with without_collecting():
        from autograder.grade import Grader
    gc.freeze()  # a Trainer has all garbage collected whenever it ends: not among a million objects that stay
    return Grader(unconfined, server)
