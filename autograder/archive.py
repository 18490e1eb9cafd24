"""The files of a zip, one by one, with everything refused that could reach beyond it or fill the disk."""

from __future__ import annotations

import lzma
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from autograder.text import Text

MOST_FILES = 200_000
MOST_BYTES = 200 * 2**20
"""Of one file; a notebook with its figures is a few megabytes."""
MOST_RATIO = 200
"""Of a file's size to its compressed size; text compresses to a tenth or so."""
DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    OSError,
    EOFError,
    RuntimeError,
    ValueError,
)
"""What the standard library raises at a damaged, encrypted or strange zip."""
SKIPPED_FOLDERS = frozenset((".git", "__MACOSX", ".ipynb_checkpoints", "__pycache__", "node_modules"))


@dataclass(frozen=True)
class Refused:
    """What was not taken, and why."""

    path: str
    reason: Text


@dataclass(frozen=True)
class Member:
    """A file of a zip that has not been read yet."""

    path: PurePosixPath
    info: zipfile.ZipInfo


def members(archive: zipfile.ZipFile) -> Iterator[Member | Refused]:
    """A zip's files, judged by what its table says of them; folders, and what systems and tools put beside the work, are left out."""
    # not ZipInfo.is_dir: before Python 3.12 it raises at a name that damage left empty
    for info in archive.infolist()[: MOST_FILES + 1]:
        path = PurePosixPath(_name(info))
        if not info.filename.endswith("/") and not SKIPPED_FOLDERS & set(path.parts):
            yield _judged(info, path)


def read_member(archive: zipfile.ZipFile, member: Member) -> bytes | Refused:
    """A file's bytes."""
    try:
        with archive.open(member.info) as file:
            content = file.read(MOST_BYTES + 1)
    except DAMAGED as error:
        return Refused(str(member.path), not_unpacked(error))
    return content if len(content) <= MOST_BYTES else too_large(str(member.path))


def not_unpacked(error: Exception) -> Text:
    """Why a zip, or a file in one, could not be unpacked."""
    return Text(f"无法解压：{error}", f"cannot be unpacked: {error}")


def no_plain_file(path: str) -> Refused:
    """A link, a device, or something else that holds no bytes of its own."""
    return Refused(path, Text("不是普通文件（链接？）", "no plain file (a link?)"))


def too_large(path: str) -> Refused:
    """A file with more bytes than anybody's work has."""
    return Refused(path, Text("太大，或解压后太大", "too large, or too large when unpacked"))


def _judged(info: zipfile.ZipInfo, path: PurePosixPath) -> Member | Refused:
    mode = info.external_attr >> 16
    if not path.parts or path.is_absolute() or ".." in path.parts or "\\" in str(path) or ":" in path.parts[0]:
        return Refused(str(path), Text("路径指向压缩包之外", "its path leads outside the archive"))
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return no_plain_file(str(path))
    if info.file_size > MOST_BYTES or info.file_size > MOST_RATIO * max(info.compress_size, 1024):
        return too_large(str(path))
    return Member(path, info)


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
