"""Loading large libraries without the garbage collector walking through them again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collecting() -> Iterator[None]:
    """Keep the garbage collector still while modules are imported: what they make stays, so there is nothing to find.

    Example:
        >>> with without_collecting():
        ...     import transformers
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
