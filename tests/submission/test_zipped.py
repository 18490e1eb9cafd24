"""A zip that was handed in, as `plm pack` makes it, is read like the file in it; what is wrong with one is one sentence."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from autograder import archive
from autograder.exercise import Exercise
from autograder.submission import Submission, read_submission
from tests.submission.tiny import Book, by_words, notes, why_unreadable

Read = Callable[..., Submission]

SCRIPT = b"def double(x):\n    return 2 * x\n\nANALYSIS = 'An answer.'\n"


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return buffer.getvalue()


@pytest.mark.parametrize("name", ["tiny.py", "我的作业.py", "work/tiny.py"])
def test_a_script_in_a_zip_is_read_as_the_script_itself(read: Read, name: str) -> None:
    content = zipped({name: SCRIPT, "receipt.json": b"{}", "__MACOSX/._tiny.py": b"\0\5"})
    inner = read(SCRIPT, name.rsplit("/", 1)[-1])
    assert read(content, "tiny.zip") == replace(inner, name="tiny.zip", sha256=hashlib.sha256(content).hexdigest())


def test_a_notebook_in_a_zip_is_read_whatever_the_zip_is_called(read: Read, book: Book) -> None:
    content = zipped({"tiny.ipynb": book.content()})
    for name in ("tiny.zip", "tiny.ipynb", "li_23_tiny"):
        submission = read(content, name)
        assert (submission.kind, submission.unreadable) == ("notebook", None)
        assert submission.chunks == read(book).chunks


def test_which_of_several_files_was_read_is_noted(read: Read) -> None:
    submission = read(zipped({"notes.py": b"x = 1\n", "a/tiny.py": SCRIPT}), "tiny.zip")
    assert submission.written == "An answer."
    assert "of 2 notebooks and scripts in the zip, a/tiny.py was read" in notes(submission)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (zipped({}), "without a notebook or script in it"),
        (zipped({"word/document.xml": b"<xml/>"}), "without a notebook or script in it"),
        (
            zipped({"a.py": SCRIPT, "b.py": SCRIPT}),
            "no telling which one is the work: a.py, b.py; hand in tiny.ipynb alone",
        ),
        (zipped({"tiny.py": SCRIPT})[:-30], "the zip cannot be opened"),
        (zipped({"tiny.py": bytes(10**7)}), "tiny.py in the zip was not read: too large"),
        (zipped({"../tiny.py": SCRIPT}), "leads outside the archive"),
        (zipped({"tiny.py": zipped({"tiny.py": SCRIPT})}), "a zip archive"),
        (zipped({"tiny.py": b""}), "the file is empty"),
        (zipped({"tiny.py": b"%PDF-1.7"}), "a PDF file"),
    ],
    ids=by_words,
)
def test_what_is_wrong_with_a_zip_is_one_sentence(read: Read, content: bytes, said: str) -> None:
    submission = read(content, "tiny.zip")
    assert said in why_unreadable(submission)
    assert submission.name == "tiny.zip"


def test_a_file_that_lies_about_its_size_is_cut_short(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    content = bytearray(zipped({"tiny.py": SCRIPT * 100}, zipfile.ZIP_STORED))
    monkeypatch.setattr(archive, "MOST_BYTES", 50)
    size = (len(SCRIPT) * 100).to_bytes(4, "little")
    table = bytes(content).rindex(b"PK\x01\x02")
    content[table:] = bytes(content[table:]).replace(size, (20).to_bytes(4, "little"))
    submission = read(bytes(content), "tiny.zip")
    assert submission.unreadable is not None


def test_an_encrypted_zip_is_told_to_be_so(read: Read) -> None:
    content = bytearray(zipped({"tiny.py": SCRIPT}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[bytes(content).rindex(mark) + offset] |= 1
    submission = read(bytes(content), "tiny.zip")
    assert submission.unreadable is not None
    assert "encrypted" in submission.unreadable.en


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=12), st.integers(0, 400))
@example([(187, 0)], 0).via("a name that begins with NUL is empty")
def test_no_damage_to_a_zip_makes_reading_raise(tiny: Exercise, changes: list[tuple[int, int]], cut: int) -> None:
    whole = bytearray(zipped({"tiny.py": SCRIPT, "作业/tiny.ipynb": b"{}"}))
    for place, value in changes:
        whole[4 + place % (len(whole) - 4)] = value
    content = bytes(whole[: max(4, len(whole) - cut // 4)])
    submission = read_submission(content, "tiny.zip", tiny)
    assert submission.sha256 == hashlib.sha256(content).hexdigest()
