"""The checks are tested as hard as the students: the matrix of every exercise that can be graded."""

from __future__ import annotations

import os
import zlib

import pytest

from autograder.diagnosis import read_outcomes
from autograder.exercise import Exercise, load, slugs
from autograder.grade import EVERYTHING, Grader
from autograder.misconception import load_misconceptions
from autograder.selftest import Row, build_matrix, overlay

pytestmark = pytest.mark.xdist_group("matrix")  # the longest tests: a large group begins early, on one worker
_ONE_IN = 6
_SLOW_SECONDS = 300
"""An exercise whose submissions may take longer trains models at every row."""
EVERY_ROW = os.environ.get("PLM_EVERY_ROW") == "1"
"""The whole matrix takes long; `make test-slow` and `plm selftest` grade it, the other tests a part."""


def sample_of(exercise: Exercise) -> frozenset[tuple[str, str]]:
    """Reference, stub, variants, a mistake of each function, and one in six of all mistakes; fewer where a row takes long."""
    known = load_misconceptions(exercise)
    first = {m.functions[0]: m.name for m in reversed(known)}
    slow = exercise.limits.submission_seconds >= _SLOW_SECONDS
    hashed = () if slow else (m.name for m in known if zlib.crc32(m.name.encode()) % _ONE_IN == 0)
    variants = [path.stem for path in exercise.variants][: 2 if slow else None]
    rows = [("reference", exercise.slug), ("stub", exercise.slug), *(("variant", name) for name in variants)]
    return frozenset((*rows, *(("misconception", name) for name in (*first.values(), *hashed))))


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.timeout(900)
def test_reference_and_variants_are_full_the_stub_is_empty_and_each_mistake_loses_its_functions(
    grader: Grader, slug: str
) -> None:
    exercise = load(slug)
    sample = sample_of(exercise)
    parts = list(build_matrix(exercise, grader, lambda kind, name: EVERY_ROW or (kind, name) in sample))
    problems = [part for part in parts if not isinstance(part, Row)]
    problems += [f"{row.kind} {row.name}: {p}" for row in parts if isinstance(row, Row) for p in row.problems]
    assert not problems
    assert len([row for row in parts if isinstance(row, Row)]) >= len(sample)


@pytest.mark.parametrize("slug", slugs())
def test_there_are_mistakes_and_right_variants_enough(slug: str) -> None:
    exercise = load(slug)
    least_misconceptions, least_variants = (6, 2) if exercise.lab else (15, 6)
    assert len(exercise.misconceptions) >= least_misconceptions
    assert len(exercise.variants) >= least_variants
    assert {name for m in load_misconceptions(exercise) for name in m.functions} == {f.name for f in exercise.functions}


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


OWN_ONLY = {
    "comparison": {"pll_mean", "pll_dropout", "word_in_bits", "mcnemar_one_sided", "cloze_any_piece"},
    "finetune": {"collator_seed_restarts", "cloze_one_mask"},
}


@pytest.mark.parametrize("slug", OWN_ONLY)
def test_a_mistake_is_counted_in_its_own_function_only(grader: Grader, slug: str) -> None:
    exercise, chosen = load(slug), OWN_ONLY[slug]
    rows = list(build_matrix(exercise, grader, lambda _, name: name in chosen))
    assert {row.name for row in rows if isinstance(row, Row)} == chosen
    own = {m.name: set(m.functions) for m in load_misconceptions(exercise)}
    for row in rows:
        assert isinstance(row, Row)
        assert {*row.failed, *row.skipped} == own[row.name]


def test_every_misconception_has_left_its_outcomes(grader: Grader) -> None:
    for slug in slugs():
        kept = {name for by_name in read_outcomes(load(slug)).values() for name in by_name}
        assert kept == {misconception.name for misconception in load_misconceptions(load(slug))}
