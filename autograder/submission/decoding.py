"""Bytes to text: what is no text gives a reason, and unusual encodings a note."""

from __future__ import annotations

import re

from autograder.submission.model import Notes, Unreadable

_LARGEST = 256 * 2**20
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufffd]")

_KNOWN: tuple[tuple[bytes, str, str], ...] = (
    (b"PK\x03\x04", "一个压缩包（zip，或 Word、Excel 文档）", "a zip archive (or a Word or Excel document)"),
    (b"Rar!", "一个 rar 压缩包", "a rar archive"),
    (b"7z\xbc\xaf", "一个 7z 压缩包", "a 7z archive"),
    (b"\x1f\x8b", "一个 gzip 压缩包", "a gzip archive"),
    (b"%PDF", "一个 PDF 文件", "a PDF file"),
    (b"\xd0\xcf\x11\xe0", "一个旧版 Word 或 Excel 文档", "an old Word or Excel document"),
    (b"{\\rtf", "一个 RTF 文档", "an RTF document"),
    (b"\x89PNG", "一张图片", "an image"),
    (b"\xff\xd8\xff", "一张图片", "an image"),
    (
        b"version https://git-lfs.github.com/spec/",
        "一个 Git LFS 指针，而不是文件本身",
        "a Git LFS pointer, not the file itself",
    ),
)


def decode(content: bytes, notes: Notes) -> str:
    """The file's text, with plain line ends.

    Args:
        content: the file's bytes.
        notes: where an unusual encoding is noted.

    Raises:
        Unreadable: for an empty file, another type of file, or bytes that are no text.
    """
    _refuse_other_types(content)
    text = _text(content, notes)
    if "\0" in text:
        notes.add("文件里的空字节（NUL）已去掉", "the file's NUL bytes were taken out")
        text = text.replace("\0", "")
    if text[:1000].lstrip().lower().startswith(("<!doctype html", "<html")):
        raise Unreadable(
            "提交的是一个网页（HTML），可能是登录页或预览页；请下载原来的笔记本再提交",
            "this is a web page (HTML), perhaps a login or preview page: download the notebook itself and hand that in",
        )
    return plain_lines(text.removeprefix("\ufeff"))


def plain_lines(text: str) -> str:
    """Text with `\\n` line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def clean(text: str) -> str:
    """Text out of a JSON or Python string: with plain line ends, and without what only escapes can spell (NUL, half a surrogate pair)."""
    text = plain_lines(text).replace("\0", "")
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _refuse_other_types(content: bytes) -> None:
    if re.search(rb"[^\s\0]", content) is None:
        raise Unreadable("提交的文件是空的", "the file is empty")
    if len(content) > _LARGEST:
        raise Unreadable(
            "文件超过 256 MB；请清除所有输出后重新保存再提交",
            "the file is larger than 256 MB: clear all outputs, save it and hand it in again",
        )
    for start, zh, en in _KNOWN:
        if content.startswith(start):
            raise Unreadable(
                f"提交的是{zh}；请提交 .ipynb 或 .py 文件本身", f"this is {en}: hand in the .ipynb or .py file itself"
            )


def _text(content: bytes, notes: Notes) -> str:
    encoding = _wide_encoding(content)
    if encoding is not None:
        notes.add("文件是 UTF-16/32 编码，已按此读取", "the file is in UTF-16 or UTF-32; it was read so")
        return _no_binary(content.decode(encoding, "replace"))
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return _no_binary(_not_utf8(content, notes))


def _wide_encoding(content: bytes) -> str | None:
    if content.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "utf-32"
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    start = content[:2000]
    if len(start) >= 4 and b"\0" in start:
        if start[1::2].count(0) > 0.7 * len(start[1::2]) and not start[::2].count(0):
            return "utf-16-le"
        if start[::2].count(0) > 0.7 * len(start[::2]) and not start[1::2].count(0):
            return "utf-16-be"
    return None


def _not_utf8(content: bytes, notes: Notes) -> str:
    """GB18030 where most of what is not ASCII is no UTF-8; else UTF-8 without the few broken bytes."""
    text = content.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    foreign = len(text) - len(text.encode("ascii", "ignore"))
    if broken > 0.2 * foreign:
        try:
            text = content.decode("gb18030")
        except UnicodeDecodeError:
            pass
        else:
            notes.add(
                "文件不是 UTF-8 编码，已按 GB18030（GBK）读取", "the file is not in UTF-8; it was read as GB18030 (GBK)"
            )
            return text
    notes.add(
        f"文件里有 {broken} 处字节无法按 UTF-8 读取，已用 � 代替",
        f"{broken} places of the file are no UTF-8; � stands there",
    )
    return text


def _no_binary(text: str) -> str:
    if len(_CONTROL.findall(text)) > 0.02 * len(text):
        raise Unreadable(
            "提交的文件不是文本，既不是笔记本也不是 Python 脚本",
            "this is no text file: neither a notebook nor a Python script",
        )
    return text
