"""The scorer against the labelled answers; what the figures mean is told in `benchmarks/written.py`."""

from __future__ import annotations

import ast
import json
import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from autograder.exercise import load
from autograder.written.rubric import read_rubric
from autograder.written.scoring import REVIEW_BELOW, judge
from benchmarks.written import SLUGS, Scored, confusion, interval, kappa, labelled, score

LEAST_FIT = 0.93
"""Kappa on the answers that the rules were written with."""
LEAST_NEW = 0.7
"""Kappa on answers that nobody looked at: few of them, so the bound is loose."""


@cache
def scored(slug: str, unseen: bool = False) -> list[Scored]:
    return score(slug, unseen=unseen)


def most(slug: str) -> int:
    rubric = read_rubric(load(slug).rubric)
    assert rubric is not None
    return round(rubric.points)


def one(label: int, points: int, *, name: str = "x", group: str = "x") -> Scored:
    return Scored(name, group, "zh", label, points, 0.9, 0.0, False)


def test_kappa_is_one_for_equal_and_zero_for_independent_ratings() -> None:
    assert kappa(np.diag([3.0, 2.0, 4.0])) == pytest.approx(1.0)
    assert kappa(np.outer([1.0, 2.0, 1.0], [2.0, 1.0, 1.0])) == pytest.approx(0.0)


def test_kappa_of_one_rating_alone_is_not_a_number() -> None:
    assert math.isnan(kappa(np.diag([0.0, 5.0, 0.0])))


def test_the_interval_holds_kappa_and_narrows_with_more_answers() -> None:
    pairs = [(0, 0), (1, 2), (2, 2), (3, 2), (4, 4), (1, 1)]
    few = [one(a, b, group=f"{i}") for i, (a, b) in enumerate(pairs)]
    many = [one(a, b, group=f"{i}") for i, (a, b) in enumerate(pairs * 10)]
    (low, high), (lower, higher) = interval(many, 4), interval(few, 4)
    assert low < kappa(confusion(many, 4)) < high
    assert high - low < higher - lower


def test_renderings_of_one_answer_are_drawn_together() -> None:
    apart = [one(a, b, group=f"{i}") for i, (a, b) in enumerate([(0, 0), (4, 3), (2, 3), (1, 1)] * 2)]
    together = [one(a, b, group=f"{i % 4}") for i, (a, b) in enumerate([(0, 0), (4, 3), (2, 3), (1, 1)] * 2)]
    (low, high), (lower, higher) = interval(apart, 4), interval(together, 4)
    assert high - low < higher - lower


def test_a_rendering_names_an_answer_of_the_other_language_with_the_same_label() -> None:
    rows = {row["id"]: row for row in labelled("sbo")}
    renderings = [row for row in rows.values() if "rendering_of" in row]
    assert len(renderings) == 7
    for row in renderings:
        source = rows[row["rendering_of"]]
        assert row["lang"] != source["lang"]
        assert row["points"] == source["points"]


def test_answers_that_nobody_looked_at_come_from_their_own_file(tmp_path: Path) -> None:
    assert labelled("sbo", unseen=True, folder=tmp_path) == []
    row = {"id": "sbo-new-001", "lang": "zh", "text": "片段", "points": 0}
    (tmp_path / "sbo.new.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert labelled("sbo", unseen=True, folder=tmp_path) == [row]
    assert labelled("sbo", folder=tmp_path) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_the_rules_fit_the_answers_that_they_were_written_with(slug: str) -> None:
    assert kappa(confusion(scored(slug), most(slug))) >= LEAST_FIT


@pytest.mark.parametrize("slug", SLUGS)
def test_the_scorer_agrees_on_answers_that_nobody_looked_at(slug: str) -> None:
    unseen = scored(slug, unseen=True)
    if not unseen:
        pytest.skip(f"tests/written/labelled/{slug}.new.jsonl is not there")
    assert kappa(confusion(unseen, most(slug))) >= LEAST_NEW


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_not_sent_to_review_is_right(slug: str) -> None:
    sure = [one for one in scored(slug) if one.confidence >= REVIEW_BELOW]
    assert [one.id for one in sure if abs(one.label - one.points) * 8 > most(slug)] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_most_answers_that_say_everything_are_not_sent_to_review(slug: str) -> None:
    whole = [one for one in scored(slug) if one.label == most(slug)]
    assert sum(one.confidence >= REVIEW_BELOW for one in whole) * 8 >= 7 * len(whole)


def written_in(path: Path) -> str:
    """The text that a solution gives to `ANALYSIS` or `SUMMARY`."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("ANALYSIS", "SUMMARY"):
            return str(ast.literal_eval(node.value))
    return ""


@pytest.mark.parametrize("slug", SLUGS)
def test_the_reference_solutions_own_answer_has_every_point_and_nobody_is_asked_about_it(slug: str) -> None:
    exercise = load(slug)
    rubric = read_rubric(exercise.rubric)
    assert rubric is not None
    judged = judge(written_in(exercise.reference), exercise, rubric)
    assert (judged.points, judged.cap) == (rubric.points, None)
    assert judged.confidence >= REVIEW_BELOW
