"""A zip that was handed in, as `plm pack` makes it: the one file in it that counts."""

from __future__ import annotations

import io
import zipfile
from pathlib import PurePosixPath

from autograder.archive import DAMAGED, Member, Refused, members, read_member
from autograder.handed_in import choose, is_work
from autograder.submission.model import Notes, Unreadable

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")


def is_zip(content: bytes) -> bool:
    """Whether these bytes begin as a zip does."""
    return content.startswith(_ZIP)


def unzipped(content: bytes, slug: str, notes: Notes) -> tuple[str, bytes]:
    """The name and the bytes of the notebook or script in a zip.

    Args:
        content: the zip's bytes.
        slug: the exercise.
        notes: where it is noted which of several files was taken.

    Raises:
        Unreadable: if the zip is damaged, or none of its files is clearly the one to grade.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            member = _chosen(list(members(archive)), slug, notes)
            read = read_member(archive, member)
    except DAMAGED as error:
        raise Unreadable(
            f"zip 压缩包打不开（{error}）；请重新打包，或提交 .ipynb、.py 文件本身",
            f"the zip cannot be opened ({error}): pack it again, or hand in the .ipynb or .py file itself",
        ) from None
    if isinstance(read, Refused):
        raise _not_read(read)
    return member.path.name, read


def _not_read(refused: Refused) -> Unreadable:
    path, reason = refused.path, refused.reason
    return Unreadable(f"zip 里的 {path} 没有读：{reason.zh}", f"{path} in the zip was not read: {reason.en}")


def _no_work(found: list[Member | Refused]) -> Unreadable:
    refused = next((one for one in found if isinstance(one, Refused) and is_work(PurePosixPath(one.path))), None)
    if refused is not None:
        return _not_read(refused)
    return Unreadable(
        "提交的是一个压缩包（zip，或 Word、Excel 文档），里面没有笔记本或脚本；请提交 .ipynb 或 .py 文件",
        "this is a zip archive (or a Word or Excel document) without a notebook or script in it: hand in the .ipynb or .py file",
    )


def _chosen(found: list[Member | Refused], slug: str, notes: Notes) -> Member:
    work = {one.path: one for one in found if isinstance(one, Member) and is_work(one.path)}
    if not work:
        raise _no_work(found)
    path = choose(work, slug)
    if path is None:
        names = ", ".join(sorted(map(str, work))[:5])
        raise Unreadable(
            f"zip 里有几个文件，无法判断哪一个是作业：{names}；请只提交 {slug}.ipynb",
            f"the zip holds several files and no telling which one is the work: {names}; hand in {slug}.ipynb alone",
        )
    if len(work) > 1:
        notes.add(
            f"zip 里有 {len(work)} 个笔记本或脚本；读的是 {path}",
            f"of {len(work)} notebooks and scripts in the zip, {path} was read",
        )
    return work[path]
