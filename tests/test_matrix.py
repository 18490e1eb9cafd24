"""The checks are tested as hard as the students: the matrix of every exercise that can be graded."""

from __future__ import annotations

import pytest

from autograder.diagnosis import read_outcomes
from autograder.exercise import load, slugs
from autograder.grade import EVERYTHING, Grader
from autograder.misconception import load_misconceptions
from autograder.selftest import Row, build_matrix, overlay


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.timeout(900)
def test_reference_and_variants_are_full_the_stub_is_empty_and_each_mistake_loses_its_functions(
    grader: Grader, slug: str
) -> None:
    parts = list(build_matrix(load(slug), grader))
    problems = [part for part in parts if not isinstance(part, Row)]
    problems += [f"{row.kind} {row.name}: {p}" for row in parts if isinstance(row, Row) for p in row.problems]
    assert not problems
    kinds = [row.kind for row in parts if isinstance(row, Row)]
    least_misconceptions, least_variants = (6, 2) if load(slug).lab else (15, 6)
    assert kinds.count("misconception") >= least_misconceptions
    assert kinds.count("variant") >= least_variants


def test_a_wrong_solution_gets_the_name_of_its_mistake(grader: Grader) -> None:
    exercise = load("polysemy")
    chosen = [
        m for m in load_misconceptions(exercise) if m.name in ("span_character_index", "vector_sum", "cosine_distance")
    ]
    assert len(chosen) == 3
    for misconception in chosen:
        run = grader.run(overlay(exercise, misconception), exercise, EVERYTHING, None)
        named = {result.misconception for result in run.results.values() if result.passed is False}
        assert misconception.name in named
        assert all(result.hint for result in run.results.values() if result.misconception)


def test_every_misconception_has_left_its_outcomes(grader: Grader) -> None:
    for slug in slugs():
        kept = {name for by_name in read_outcomes(load(slug)).values() for name in by_name}
        assert kept == {misconception.name for misconception in load_misconceptions(load(slug))}
