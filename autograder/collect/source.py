"""The files of a folder or zip, one by one, with everything refused that could reach beyond it or fill the disk."""

from __future__ import annotations

import io
import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from autograder.errors import UsageError
from autograder.text import Text

MOST_FILES = 200_000
MOST_BYTES = 200 * 2**20
"""Of one file; a notebook with its figures is a few megabytes."""
MOST_BYTES_IN_ALL = 8 * 2**30
MOST_RATIO = 200
"""Of a file's size to its compressed size; text compresses to a tenth or so."""
_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")
_SKIPPED_FOLDERS = frozenset((".git", "__MACOSX", ".ipynb_checkpoints", "__pycache__", "node_modules"))


@dataclass(frozen=True)
class SourceFile:
    """A file: where it was, and its bytes."""

    path: PurePosixPath
    content: bytes


@dataclass(frozen=True)
class Refused:
    """What was not taken, and why."""

    path: str
    reason: Text


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
        folders[:] = sorted(name for name in folders if name not in links and name not in _SKIPPED_FOLDERS)
        for name in sorted([*names, *links]):
            path = Path(folder) / name
            yield _from_disk(path, PurePosixPath(path.relative_to(source).as_posix()))


def _from_disk(path: Path, shown: PurePosixPath) -> SourceFile | Refused:
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            return Refused(str(shown), Text("不是普通文件（链接？）", "no plain file (a link?)"))
        if status.st_size > MOST_BYTES:
            return _too_large(str(shown))
        return SourceFile(shown, path.read_bytes())
    except OSError as error:
        return Refused(str(shown), Text(f"无法读取：{error.strerror}", f"cannot be read: {error.strerror}"))


def _from_zip(source: Path | io.BytesIO, above: PurePosixPath) -> Iterator[SourceFile | Refused]:
    try:
        with zipfile.ZipFile(source) as archive:
            for info in archive.infolist()[: MOST_FILES + 1]:
                path = PurePosixPath(_name(info))
                if not info.is_dir() and not _SKIPPED_FOLDERS & set(path.parts):
                    yield _member(archive, info, path, above)
    except zipfile.BadZipFile as error:
        yield Refused(str(above), Text(f"无法解压：{error}", f"cannot be unpacked: {error}"))


def _member(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: PurePosixPath, above: PurePosixPath
) -> SourceFile | Refused:
    mode = info.external_attr >> 16
    if not path.parts or path.is_absolute() or ".." in path.parts or "\\" in str(path) or ":" in path.parts[0]:
        return Refused(str(path), Text("路径指向压缩包之外", "its path leads outside the archive"))
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return Refused(str(path), Text("不是普通文件（链接？）", "no plain file (a link?)"))
    if info.file_size > MOST_BYTES or info.file_size > MOST_RATIO * max(info.compress_size, 1024):
        return _too_large(str(path))
    try:
        with archive.open(info) as file:
            content = file.read(MOST_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, NotImplementedError) as error:
        return Refused(str(path), Text(f"无法解压：{error}", f"cannot be unpacked: {error}"))
    return SourceFile(above / path, content) if len(content) <= MOST_BYTES else _too_large(str(path))


def _name(info: zipfile.ZipInfo) -> str:
    """A member's name; one that is not flagged as UTF-8 is tried as UTF-8 and GBK before the zip format's own code page."""
    if info.flag_bits & 0x800:
        return info.filename
    raw = info.filename.encode("cp437", "replace")
    for encoding in ("utf-8", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return info.filename


def _too_large(path: str) -> Refused:
    return Refused(path, Text("太大，或解压后太大", "too large, or too large when unpacked"))
