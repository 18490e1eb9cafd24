"""The arena, once as root and once as an ordinary user."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from arena import Arena

from autograder.sandbox.confine import linux


@pytest.fixture(params=["root", "ordinary"])
def arena(request: pytest.FixtureRequest) -> Iterator[Arena]:
    """A place for attacks, as root and as an ordinary user."""
    if not linux.LINUX:
        pytest.skip("confinement is for Linux")
    if request.param == "root" and os.geteuid() != 0:
        pytest.skip("not root here")
    folder = Path(tempfile.mkdtemp(prefix="plm-arena-"))
    folder.chmod(0o755)
    yield Arena(request.param, folder)
    shutil.rmtree(folder, ignore_errors=True)
