"""How long a written answer is: Han characters plus Latin words, and what an exercise asks for at least."""

from __future__ import annotations

import re
import unicodedata

from autograder.exercise import Written

MOST_CHARACTERS = 8_000
"""Beyond this nothing is read: many times the longest answer that is asked for."""

TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9]{0,12}(?:\s+[A-Za-z-]{1,20}\s*=[^<>\n]{0,200})?\s*/?>|<!--[^<>]{0,200}-->")
"""Tags only: `p < 0.05, b > c` is the student's own text."""
_WORD = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*")
_HAN = re.compile(r"[\u3400-\u9fff]")


def count_length(text: str) -> int:
    """Han characters plus Latin words.

    Example:
        >>> count_length("遮住 a span")
        4
    """
    return len(_HAN.findall(text)) + len(_WORD.findall(text))


def is_latin(text: str) -> bool:
    """Whether an answer is written in Latin words for the most part."""
    return len(_WORD.findall(text)) > len(_HAN.findall(text))


def answer_length(text: str) -> int:
    """The length of an answer as it was handed in: tags are no words, and what lies beyond `MOST_CHARACTERS` is not read.

    Example:
        >>> answer_length("<b>遮住</b> a span")
        4
    """
    return count_length(TAG.sub("", unicodedata.normalize("NFKC", text[:MOST_CHARACTERS])))


def asked_length(text: str, written: Written) -> int:
    """The length that an exercise asks for, in the language in which an answer is written; under half of it gives no points."""
    return written.minimum_words if is_latin(text[:MOST_CHARACTERS]) else written.minimum_han


def is_too_short(length: int, asked: int) -> bool:
    """Whether an answer of this length is under half of what is asked for, and so gives no points."""
    return length * 2 < asked
