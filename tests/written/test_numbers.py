"""Concepts that compare: two scores of an answer, and the values that a figure goes through."""

from __future__ import annotations

import pytest

from autograder.written.numbers import Lower, Moved

LOWER = Lower("roberta", "(?<!ro)bert")


@pytest.mark.parametrize(
    "text",
    [
        "bert 的 top1 是 0.62,roberta 是 0.50",
        "roberta: top-1 0.41; bert: top-1 0.48",
        "0.43 (roberta) vs 0.57 (bert)",
        "roberta got 22 of 50 right and bert 24 of 50",
        "roberta 答对 12 道, bert 答对 17 道",
        "roberta 是 -3.87, bert 是 -3.12",
    ],
)
def test_the_lower_score_is_seen(text: str) -> None:
    assert LOWER.search(text)


@pytest.mark.parametrize(
    "text",
    [
        "bert 的 top1 是 0.50,roberta 是 0.62",
        "0.57 (roberta) vs 0.43 (bert)",
        "roberta 是 -3.12, bert 是 -3.87",
        "roberta 0.5, bert 0.5",
        "roberta 更好",
        "roberta 2019 年, bert 2018 年",
        "roberta 的比特数 2.1, bert 的比特数 2.4",
    ],
)
def test_what_is_not_lower_or_no_score_is_not(text: str) -> None:
    assert LOWER.search(text) is None


FELL = Moved("命中率|hits|accuracy", up=False)
ROSE = Moved("困惑度|perplexity", up=True)


@pytest.mark.parametrize(
    "text",
    [
        "命中率由 0.1125 变为 0.0750",
        "命中率从 0.3（80 题中 24 题）降到了 0.2",
        "accuracy went from 0.44 to 0.36",
        "accuracy 0.44 -> 0.36",
        "accuracy before 0.44, after 0.36",
        "hits 31 before, now 25",
    ],
)
def test_a_figure_that_falls_is_seen(text: str) -> None:
    assert FELL.search(text)
    assert not Moved(FELL.of, up=True).search(text)


@pytest.mark.parametrize("text", ["评估文本的困惑度由 176 变为 190", "perplexity moved from 13.8 to 22.9"])
def test_a_figure_that_rises_is_seen(text: str) -> None:
    assert ROSE.search(text)
    assert not Moved(ROSE.of, up=False).search(text)


@pytest.mark.parametrize(
    "text",
    [
        "命中率由 0.07 变为 0.11",
        "命中率 0.11",
        "命中率 0.11，困惑度 9",
        "accuracy stayed at 0.44 to the end",
        "accuracy 0.4 to 0.4",
    ],
)
def test_what_does_not_fall_is_not(text: str) -> None:
    assert FELL.search(text) is None
