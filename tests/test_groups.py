"""Tests that share what is slow to make run on one worker."""

from __future__ import annotations

import pytest


@pytest.mark.xdist_group("groups")
def test_the_workers_keep_groups(request: pytest.FixtureRequest) -> None:
    """pytest-xdist tells groups by names; where it cannot write them (3.8 with pytest 9.2), nothing else would say so."""
    if not hasattr(request.config, "workerinput"):
        pytest.skip("one process runs all tests")
    assert request.node.nodeid.endswith("@groups")
