"""The files of a folder or zip, as a platform hands them out."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from autograder.archive import (
    DAMAGED,
    MOST_BYTES,
    MOST_FILES,
    SKIPPED_FOLDERS,
    Member,
    Refused,
    members,
    no_plain_file,
    not_unpacked,
    read_member,
    too_large,
)
from autograder.errors import UsageError
from autograder.text import Text

MOST_BYTES_IN_ALL = 8 * 2**30
_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")


@dataclass(frozen=True)
class SourceFile:
    """A file: where it was, and its bytes."""

    path: PurePosixPath
    content: bytes


def read_source(source: Path) -> Iterator[SourceFile | Refused]:
    """All files of a folder or zip, in order.

    Args:
        source: a folder, or a zip file.

    Raises:
        UsageError: if it is neither, or holds too much.
    """
    if source.is_dir():
        return _bounded(_opened(_from_folder(source)), source)
    if source.is_file() and zipfile.is_zipfile(source):
        return _bounded(_opened(_from_zip(source, PurePosixPath())), source)
    raise UsageError(f"{source}: neither a folder nor a zip file; give what the platform handed out")


def _bounded(files: Iterator[SourceFile | Refused], source: Path) -> Iterator[SourceFile | Refused]:
    total = 0
    for number, file in enumerate(files):
        if number >= MOST_FILES:
            raise UsageError(f"{source}: more than {MOST_FILES:,} files; give a smaller part of it")
        if isinstance(file, SourceFile):
            total += len(file.content)
            if total > MOST_BYTES_IN_ALL:
                raise UsageError(f"{source}: more than {MOST_BYTES_IN_ALL >> 30} GiB; give a smaller part of it")
        yield file


def _opened(files: Iterator[SourceFile | Refused]) -> Iterator[SourceFile | Refused]:
    """A zip that a student handed in (`plm pack` makes one) is opened; other archives, and archives inside it, are not."""
    for file in files:
        if not isinstance(file, SourceFile) or file.path.suffix.lower() not in _ARCHIVES:
            yield file
        elif file.path.suffix.lower() == ".zip" and zipfile.is_zipfile(io.BytesIO(file.content)):
            yield from map(_no_archive, _from_zip(io.BytesIO(file.content), file.path))
        else:
            yield _no_archive(file)


def _no_archive(file: SourceFile | Refused) -> SourceFile | Refused:
    if isinstance(file, SourceFile) and file.path.suffix.lower() in _ARCHIVES:
        return Refused(str(file.path), Text("压缩包里的压缩包不会打开", "an archive inside an archive is not opened"))
    return file


def _from_folder(source: Path) -> Iterator[SourceFile | Refused]:
    for folder, folders, names in os.walk(source, followlinks=False):
        links = [name for name in folders if (Path(folder) / name).is_symlink()]
        folders[:] = sorted(name for name in folders if name not in links and name not in SKIPPED_FOLDERS)
        for name in sorted([*names, *links]):
            path = Path(folder) / name
            yield _from_disk(path, PurePosixPath(path.relative_to(source).as_posix()))


def _from_disk(path: Path, shown: PurePosixPath) -> SourceFile | Refused:
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            return no_plain_file(str(shown))
        if status.st_size > MOST_BYTES:
            return too_large(str(shown))
        return SourceFile(shown, path.read_bytes())
    except OSError as error:
        return Refused(str(shown), Text(f"无法读取：{error.strerror}", f"cannot be read: {error.strerror}"))


def _from_zip(source: Path | io.BytesIO, above: PurePosixPath) -> Iterator[SourceFile | Refused]:
    try:
        with zipfile.ZipFile(source) as archive:
            for member in members(archive):
                content = read_member(archive, member) if isinstance(member, Member) else member
                yield SourceFile(above / member.path, content) if isinstance(content, bytes) else content
    except DAMAGED as error:
        yield Refused(str(above), not_unpacked(error))
