"""A file is there whole or as it was; equal contents make equal archives."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from pathlib import Path

import pytest

from autograder.files import add_to_zip, write_whole


def test_a_file_is_written_with_its_folder_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "new" / "名字.txt"
    write_whole(path, b"first")
    write_whole(path, b"second\r\n", durable=True)
    assert path.read_bytes() == b"second\r\n"
    assert [one.name for one in path.parent.iterdir()] == ["名字.txt"]


def test_what_goes_wrong_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    write_whole(path, b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new", durable=True)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("private", "mode"), [(False, 0o644), (True, 0o600)])
def test_a_private_file_is_its_owners_alone(tmp_path: Path, private: bool, mode: int) -> None:
    write_whole(tmp_path / "a", b"x", private=private)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == mode


def test_archives_of_equal_contents_are_equal_bytes() -> None:
    made = []
    for _ in range(2):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            add_to_zip(archive, "a/b.txt", b"text" * 100)
        made.append(buffer.getvalue())
    assert made[0] == made[1]
    assert zipfile.ZipFile(io.BytesIO(made[0])).read("a/b.txt") == b"text" * 100
