"""What killed wardens left behind goes when the next session begins."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from autograder.sandbox.confine import memory

_NOBODYS = 2**22 + 1
"""Above the largest process number that Linux gives."""


def test_an_empty_cgroup_of_a_process_that_is_gone_is_removed_and_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "_own_group", lambda: (tmp_path, "memory.max"))
    for name in (f"plm-{_NOBODYS}", f"plm-{os.getppid()}", "another"):
        (tmp_path / name).mkdir()
    memory.Cgroup(os.getpid(), 64)
    assert {folder.name for folder in tmp_path.iterdir()} == {f"plm-{os.getppid()}", f"plm-{os.getpid()}", "another"}
    assert (tmp_path / f"plm-{os.getpid()}" / "memory.max").read_text(encoding="ascii") == str(64 << 20)
