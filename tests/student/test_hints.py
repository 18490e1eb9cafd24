"""Hints come one step at a time, for every function of every exercise, in both languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.errors import UsageError
from autograder.exercise import load, slugs
from autograder.student.hints import PROGRESS, next_hint, read_hints


@pytest.mark.parametrize("slug", slugs())
def test_every_function_has_hints_in_both_languages(slug: str) -> None:
    exercise = load(slug)
    hints = read_hints(exercise)
    assert set(hints) == {function.name for function in exercise.functions}
    for texts in hints.values():
        assert len(texts) >= 2
        assert all(text.zh.strip() and text.en.strip() and text.zh != text.en for text in texts)


def test_each_call_gives_the_next_step_and_then_stays_at_the_last(tmp_path: Path) -> None:
    exercise = load("polysemy")
    count = len(read_hints(exercise)["token_span"])
    numbers = []
    for _ in range(count + 2):
        step = next_hint(exercise, "token_span", tmp_path)
        assert step is not None
        numbers.append(step.number)
    assert numbers == [*range(1, count + 1), count, count]


def test_functions_are_counted_apart(tmp_path: Path) -> None:
    exercise = load("polysemy")
    next_hint(exercise, "token_span", tmp_path)
    step = next_hint(exercise, "word_vector", tmp_path)
    assert step is not None
    assert step.number == 1


@pytest.mark.parametrize("broken", [b"", b"{", b"[1]", b'{"polysemy.token_span": "x"}', b"\xff"])
def test_a_broken_progress_file_begins_anew(tmp_path: Path, broken: bytes) -> None:
    (tmp_path / PROGRESS).parent.mkdir()
    (tmp_path / PROGRESS).write_bytes(broken)
    step = next_hint(load("polysemy"), "token_span", tmp_path)
    assert step is not None
    assert step.number == 1


def test_an_unknown_function_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="token_span"):
        next_hint(load("polysemy"), "tokenspan", tmp_path)


def test_a_class_has_the_hints_of_the_method_that_is_asked_for(tmp_path: Path) -> None:
    step = next_hint(load("albert"), "SharedEncoder", tmp_path)
    assert step is not None
    assert (step.function, step.number) == ("SharedEncoder.forward", 1)
    again = next_hint(load("albert"), "SharedEncoder.forward", tmp_path)
    assert again is not None
    assert again.number == 2


def test_a_hint_is_given_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / PROGRESS.parent).write_text("no folder", encoding="utf-8")
    step = next_hint(load("polysemy"), "token_span", tmp_path)
    assert step is not None
    assert step.number == 1


def test_an_exercise_without_hints_has_none(tmp_path: Path) -> None:
    bare = replace(load("polysemy"), home=tmp_path)
    assert next_hint(bare, "token_span", tmp_path) is None
