"""The scorer against the labelled answers; what the figures mean is told in `benchmarks/written.py`."""

from __future__ import annotations

from functools import cache

import pytest

from autograder.exercise import load
from autograder.written.rubric import read_rubric
from autograder.written.scoring import REVIEW_BELOW
from benchmarks.written import SLUGS, Scored, confusion, is_unseen, kappa, score


@cache
def scored(slug: str) -> list[Scored]:
    return score(slug)


def most(slug: str) -> int:
    rubric = read_rubric(load(slug).rubric)
    assert rubric is not None
    return round(rubric.points)


def test_kappa_is_one_for_equal_and_zero_for_independent_ratings() -> None:
    import numpy as np

    assert kappa(np.diag([3.0, 2.0, 4.0])) == pytest.approx(1.0)
    assert kappa(np.outer([1.0, 2.0, 1.0], [2.0, 1.0, 1.0])) == pytest.approx(0.0)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_scorer_agrees_with_the_labels(slug: str) -> None:
    assert kappa(confusion(scored(slug), most(slug))) >= 0.85


def test_it_agrees_on_the_long_summary_that_nobody_looked_at() -> None:
    unseen = [one for one in scored("sbo") if one.unseen]
    assert len(unseen) > 30
    assert kappa(confusion(unseen, most("sbo"))) >= 0.8


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_not_sent_to_review_is_right(slug: str) -> None:
    sure = [one for one in scored(slug) if one.confidence >= REVIEW_BELOW]
    wrong = [one.id for one in sure if abs(one.label - one.points) * 8 > most(slug)]
    assert len(sure) * 4 >= len(scored(slug))
    assert len(wrong) * 8 <= len(sure), wrong


def test_renderings_of_one_answer_are_on_the_same_side() -> None:
    assert all(is_unseen(f"sbo-{a}") == is_unseen(f"sbo-{b}") for a, b in ((135, 146), (138, 147), (143, 152)))
