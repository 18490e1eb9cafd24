"""Where rules look: what an answer says of each of several things that it goes through."""

from __future__ import annotations

import re

import pytest

from autograder.written.normal import read_answer
from autograder.written.places import PLACES, of_anchor, places

ANCHORS = {"cold": re.compile(r"0\.1"), "warm": re.compile(r"1\.5")}


def said_of(anchor: str, text: str) -> str:
    return " | ".join(spot.text for spot in of_anchor(anchor, read_answer(text), ANCHORS))


@pytest.mark.parametrize(
    ("text", "cold", "warm"),
    [
        ("0.1 时重复，1.5 时混乱。", "重复", "混乱"),
        ("重复的是 0.1，混乱的是 1.5。", "重复", "混乱"),
        ("At 0.1 it repeats and at 1.5 it breaks apart again.", "repeats", "breaks"),
        ("It repeats at 0.1 and breaks apart at 1.5.", "repeats", "breaks"),
        ("先是重复（0.1），最后混乱（1.5）。", "重复", "混乱"),
        ("0.1 与 1.5 差得很远：前者重复，后者混乱。", "重复", "混乱"),
        ("0.1 时，句子每次都一样，不断重复。1.5 时则很混乱。", "重复", "混乱"),
    ],
)
def test_each_description_belongs_to_the_anchor_that_it_stands_with(text: str, cold: str, warm: str) -> None:
    assert cold in said_of("cold", text)
    assert cold not in said_of("warm", text)
    assert warm in said_of("warm", text)
    assert warm not in said_of("cold", text)


def test_a_sentence_without_anchor_goes_on_about_the_last_one_and_the_one_behind_it_does_not() -> None:
    text = "设为 0.1。句子一样。天气很好。"
    assert "一样" in said_of("cold", text)
    assert "天气" not in said_of("cold", text)


def test_nothing_is_said_of_an_anchor_that_is_not_named() -> None:
    assert said_of("warm", "0.1 时重复。") == ""
    assert said_of("cold", "") == ""


@pytest.mark.parametrize("place", PLACES)
def test_an_empty_answer_has_no_spots(place: str) -> None:
    assert places(place, read_answer("")) == []


def test_near_is_a_sentence_and_the_next_one() -> None:
    assert [spot.sentences for spot in places("near", read_answer("一。二。三。"))] == [(0, 1), (1, 2), (2,)]
