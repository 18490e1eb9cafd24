"""Files that cannot be read give one sentence each, in both languages, and nothing else."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable

import pytest

from autograder.submission import Submission
from tests.submission.tiny import Book, by_words, notes, run, why_unreadable

Read = Callable[..., Submission]

SCRIPT = "# 注释：两倍\ndef double(x):\n    return 2 * x\n\nANALYSIS = '我的分析，写了很多字。'\n"


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("word/document.xml", "<xml/>")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file is empty"),
        (b" \n\n\t", "the file is empty"),
        (b"\0\0\0\0", "the file is empty"),
        (zipped(), "zip archive (or a Word"),
        (b"%PDF-1.7 ...", "a PDF file"),
        (b"\x89PNG\r\n\x1a\n....", "an image"),
        (b"{\\rtf1\\ansi text}", "an RTF document"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "a Git LFS pointer"),
        (b"\n<!DOCTYPE html><html><title>Login</title>", "a web page (HTML)"),
        (bytes(range(256)) * 40, "no text file"),
        (b'{"cells": [', "cut off at line 1, column 12"),
        (b'{\n "cells": [{"source": "half a s', "cut off at line 2"),
        (b'{\n "cells": [}\n', "line 2, column 12"),
        (b'{\n<<<<<<< HEAD\n "cells": []}', "Git merge conflict (line 2, column 1)"),
        (b"{}", "JSON but no notebook"),
        (b'{"cells": 5}', "JSON but no notebook"),
        (b"[1, 2", "cut off at line 1"),
        (b"[1, 2]", "JSON but no notebook"),
        (b"null", "JSON but no notebook"),
        (b"Dear teacher, my notebook is attached.", "not valid JSON (line 1, column 1"),
        (b'{"cells":' + b"[" * 200_000, "nested too deeply"),
    ],
    ids=by_words,
)
def test_what_is_no_notebook_is_named(read: Read, content: bytes, said: str) -> None:
    assert said in why_unreadable(read(content, "tiny.ipynb"))


def test_prose_in_a_script_is_a_script_that_defines_nothing(read: Read) -> None:
    submission = read("Dear teacher, my notebook is attached.\n")
    assert submission.unreadable is None
    assert run(submission).keys() <= {"__builtins__"}


def test_the_hash_is_that_of_the_bytes_whatever_they_are(read: Read) -> None:
    assert read(b"").sha256 == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_encodings_are_read_with_a_note(read: Read, encoding: str) -> None:
    text = "def double(x):\n    return 2 * x\n" + SCRIPT if encoding in ("utf-16-le", "utf-16-be") else SCRIPT
    submission = read(text.encode(encoding))
    assert submission.written == "我的分析，写了很多字。"
    assert "UTF-16" in notes(submission)


@pytest.mark.parametrize("encoding", ["gbk", "gb18030"])
def test_chinese_encodings_are_read_with_a_note(read: Read, encoding: str) -> None:
    submission = read(SCRIPT.encode(encoding))
    assert submission.written == "我的分析，写了很多字。"
    assert "GB18030" in notes(submission)


def test_one_broken_byte_does_not_turn_the_rest_into_another_encoding(read: Read) -> None:
    submission = read(SCRIPT.encode().replace("注".encode(), b"\xe6\xb3"))
    assert submission.written == "我的分析，写了很多字。"
    assert "places of the file are no UTF-8" in notes(submission)


def test_a_notebook_with_a_byte_order_mark_or_text_behind_it_is_read(read: Read, book: Book) -> None:
    assert read(b"\xef\xbb\xbf" + book.content(), "a.ipynb").unreadable is None
    submission = read(book.content() + b"\n}\n", "a.ipynb")
    assert submission.unreadable is None
    assert "after the notebook's end" in notes(submission)


def test_nan_huge_numbers_and_raw_line_ends_in_the_json_do_no_harm(read: Read, book: Book) -> None:
    content = book.content()[:-1] + b', "a": NaN, "b": -Infinity, "c": ' + b"9" * 100_000 + b', "d": "x\n\ty"}'
    assert read(content, "a.ipynb").unreadable is None


def test_of_doubled_fields_the_last_counts_as_in_jupyter(read: Read, book: Book) -> None:
    submission = read(b'{"cells": [], ' + book.content()[1:], "a.ipynb")
    assert [chunk.cell for chunk in submission.chunks][:2] == ["setup", "double"]
    assert "occur twice" in notes(submission)


def test_outputs_are_never_looked_at(read: Read, book: Book) -> None:
    book.cell("double")["outputs"] = [
        {"output_type": "stream", "text": "def double(x): return 2 * x"},
        7,
        {"data": None},
    ]
    assert read(book).chunks[1].source.endswith("raise NotImplementedError")


def test_a_hundred_kinds_of_depth_do_no_harm(read: Read, book: Book) -> None:
    for deep in (
        "(" * 5000,
        "[" * 150 + "]" * 150,
        "-" * 100_000 + "1",
        "1" + "+1" * 20_000,
        "a" + ".b" * 20_000,
        "f'{" * 300,
    ):
        book.write("double", f"x = {deep}")
        assert read(json.dumps(book.data).encode(), "a.ipynb").chunks[1].cell == "double"
        assert read(f"x = {deep}\nANALYSIS = {deep}\ndef halve(x):\n    return x\n").unreadable is None
