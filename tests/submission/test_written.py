"""Strings that code assigns to the written part's name, as far as they can be seen without running anything."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from autograder.submission import Submission
from tests.submission.tiny import notes

Read = Callable[..., Submission]


@pytest.mark.parametrize(
    "assignment",
    [
        'ANALYSIS = "one two"',
        "ANALYSIS: str = 'one two'",
        'ANALYSIS = """\none two\n"""',
        'ANALYSIS = "one " "two"',
        'ANALYSIS = ("one "\n            "two")',
        'ANALYSIS = "one " + "two"',
        'ANALYSIS = f"one two"',
        'ANALYSIS = " ".join(["one", "two"])',
        'ANALYSIS = """  one two  """.strip()',
        'import textwrap\nANALYSIS = textwrap.dedent("""\n    one two\n""")',
        'text = "one two"\nANALYSIS = text',
        'ANALYSIS = "one"\nANALYSIS += " two"',
        'ANALYSIS = "one two"\nANALYSIS = ""',
        'ANALYSIS = "draft"\nANALYSIS = "one two"',
        'ANALYSIS = ("one two",)',
    ],
)
def test_a_string_is_found_however_it_is_written(read: Read, assignment: str) -> None:
    submission = read(f"import math\n{assignment}\n")
    assert submission.written == "one two"
    assert submission.notes == ()


@pytest.mark.parametrize(
    ("assignment", "text"),
    [
        ('gap = 0.2\nANALYSIS = f"gap {gap:.2f} is small"', "gap {gap} is small"),
        ('ANALYSIS = "gap %.2f" % gap', "gap %.2f"),
        ('ANALYSIS = "gap {}".format(gap)', "gap {}"),
        ('ANALYSIS = "gap " + str(gap)', "gap"),
    ],
)
def test_a_string_with_values_in_it_is_taken_as_it_stands_with_a_note(read: Read, assignment: str, text: str) -> None:
    submission = read(assignment)
    assert submission.written == text
    assert "is not a plain string" in notes(submission)


@pytest.mark.parametrize(
    "assignment",
    [
        "ANALYSIS = “一段话，写得不错”",
        'ANALYSIS = "一段话，\n写得不错"',
        "ANALYSIS = '''一段话，写得不错",
        "ANALYSIS = 一段话，写得不错",
    ],
)
def test_a_string_with_broken_quotes_is_taken_as_it_stands_with_a_note(read: Read, assignment: str) -> None:
    submission = read(f"{assignment}\n\ndef double(x):\n    return 2 * x\n")
    assert submission.written.replace("\n", "") == "一段话，写得不错"
    assert "is not a plain string" in notes(submission)


@pytest.mark.parametrize(
    "code", ["", "ANALYSIS = None", "ANALYSIS = make()", "def f():\n    ANALYSIS = 'inside'", "x = 'ANALYSIS = 1'"]
)
def test_no_string_is_no_text(read: Read, code: str) -> None:
    assert read(f"import math\n{code}\n").written == ""


def test_a_text_longer_than_a_book_is_cut(read: Read) -> None:
    submission = read(f"ANALYSIS = '{'long ' * 50_000}'")
    assert len(submission.written) == 100_000
    assert "too long" in notes(submission)


def test_strings_that_double_each_other_stay_small(read: Read) -> None:
    doubling = "a = 'x' * 2 + 'y'\n" + "a = a + a\n" * 200 + "ANALYSIS = a\n"
    assert len(read(doubling).written) < 10


def test_what_only_an_escape_can_spell_is_taken_out(read: Read) -> None:
    assert read(r"ANALYSIS = 'one\0 two \ud83d'").written == "one two �"
