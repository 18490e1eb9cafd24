"""A file handed in for another exercise is recognised, and nothing else is taken for one."""

from __future__ import annotations

import pytest

from autograder.exercise import load, slugs
from autograder.stray import note_of_another_exercise
from autograder.submission import Chunk


def notes(text: str, slug: str) -> list[str]:
    return [note.en for note in note_of_another_exercise([Chunk("script", text, "x.py")], load(slug))]


@pytest.mark.parametrize("slug", [slug for slug in slugs() if slug != "polysemy"])
def test_every_reference_handed_in_as_another_exercise_is_known(slug: str) -> None:
    (said,) = notes(load(slug).reference.read_text(encoding="utf-8"), "polysemy")
    assert f"it looks like the one for {slug}:" in said


@pytest.mark.parametrize("slug", slugs())
def test_no_stub_or_reference_is_taken_for_another(slug: str) -> None:
    exercise = load(slug)
    for path in (exercise.stub, exercise.reference, *exercise.variants):
        assert notes(path.read_text(encoding="utf-8"), slug) == []


@pytest.mark.parametrize("text", ["", "x = 1", "def token_spam(): ...", "def helper(): ...\nclass Other: ..."])
def test_what_is_nobodys_is_not_noted(text: str) -> None:
    assert notes(text, "polysemy") == []
