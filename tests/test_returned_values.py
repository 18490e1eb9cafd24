"""Whatever a student's function gives back, it is graded: no value of any kind turns a check into an error of ours, and a right value
counts however it lies in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from autograder.exercise import Exercise, load, slugs
from autograder.grade import Grader
from benchmarks.grading import InProcess

pytestmark = pytest.mark.xdist_group("returned values")
VALUES = ["None", "'x'", "[None]", "{'a': object()}", "10**400", "[[1], [2, 3]]", "_torch.zeros(2, device='meta')"]
INSTEAD = """
import functools as _functools
import torch as _torch

def _relaid(value):
    if isinstance(value, _torch.Tensor):
        return _torch.stack([value, value], -1)[..., 0]
    if type(value) is dict:
        return {key: _relaid(item) for key, item in value.items()}
    if type(value) in (list, tuple):
        return (list if type(value) is tuple else tuple)(_relaid(item) for item in value)
    return value

def _giving(function):
    @_functools.wraps(function)
    def instead(*args, **kwargs):
        right = function(*args, **kwargs)
        return VALUE
    return instead
"""


@pytest.fixture(scope="module")
def here() -> Iterator[Grader]:
    """Runs students' code in this process, for speed: it is the reference's."""
    with InProcess() as grader:
        yield grader


def program(exercise: Exercise, names: Iterable[str], value: str) -> bytes:
    """The reference, but for some functions, which compute as ever and give back something else."""
    text = exercise.reference.read_text(encoding="utf-8") + INSTEAD.replace("VALUE", value)
    return (text + "".join(f"\n{name} = _giving({name})\n" for name in names)).encode()


@pytest.mark.timeout(900)
@pytest.mark.parametrize("slug", slugs())
def test_a_function_that_gives_back_anything_else_is_graded_and_loses_points(here: Grader, slug: str) -> None:
    exercise = load(slug)
    trains = exercise.limits.submission_seconds >= 300
    for function in exercise.functions:
        for value in VALUES[:2] if trains else VALUES:
            text = program(exercise, [function.name], value)
            record = here.grade(text, "x.py", exercise, only=frozenset((function.name,)))
            assert record.status == "graded", (function.name, value, record.error)
            assert record.functions[function.name].points < function.points, (function.name, value)
            failed = [check for check in record.functions[function.name].checks if check.passed is False]
            assert failed, (function.name, value)
            assert all(check.reason is not None for check in failed)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("slug", slugs())
def test_right_values_count_as_views_with_strides_and_as_tuples_for_lists(here: Grader, slug: str) -> None:
    exercise = load(slug)
    text = program(exercise, [function.name for function in exercise.functions], "_relaid(right)")
    record = here.grade(text, "x.py", exercise)
    checks = (check for function in record.functions.values() for check in function.checks)
    assert (record.status, record.error) == ("graded", None)
    assert [check.id for check in checks if not check.passed] == []
