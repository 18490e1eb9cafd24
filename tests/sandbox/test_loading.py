"""Loading without the garbage collector: still while modules are imported, and as it was afterwards, whatever happens."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from autograder.sandbox.loading import without_collecting


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    yield
    gc.enable()


def test_nothing_is_collected_in_the_block_and_the_collector_goes_on_after_it() -> None:
    with without_collecting():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_the_collector_goes_on_when_an_import_fails() -> None:
    with pytest.raises(ModuleNotFoundError), without_collecting():
        import no_module_has_this_name  # noqa: F401
    assert gc.isenabled()


def test_a_collector_that_somebody_had_stopped_stays_so() -> None:
    gc.disable()
    with without_collecting():
        pass
    assert not gc.isenabled()
