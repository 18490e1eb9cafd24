"""Files that a reader sees whole or not at all, and zip archives whose bytes depend on their content alone."""

from __future__ import annotations

import os
import tempfile
import zipfile
from pathlib import Path

_FIXED_TIME = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o644


def write_whole(path: Path, content: bytes, *, durable: bool = False, private: bool = False) -> None:
    """Write a file by way of a temporary one beside it; on any error the old file stays and nothing else is left behind.

    Args:
        path: the file; its folder is made if it is missing.
        content: its bytes.
        durable: whether the content is on the disk before the name is.
        private: whether only its owner may read it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        if not private:
            Path(temporary).chmod(_READABLE)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def add_to_zip(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Add a file with a fixed time and mode, so that equal contents make equal archives."""
    info = zipfile.ZipInfo(name, _FIXED_TIME)
    info.external_attr = _READABLE << 16
    archive.writestr(info, content, zipfile.ZIP_DEFLATED)
