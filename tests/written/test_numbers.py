"""A concept that compares two scores of an answer."""

from __future__ import annotations

import pytest

from autograder.written.numbers import Lower

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
