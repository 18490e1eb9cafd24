"""What a manifest says, and which exercises there are."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path

import pytest

from autograder import exercise
from autograder.exercise import load, slugs

MANIFEST = """
slug = "{slug}"
version = 1
title.zh = "题"
title.en = "Title"
{extra}
[[functions]]
name = "double"
signature = "(x)"
points = 5
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with a lab, an exercise and a draft, each with all of its files."""
    for slug, extra in (("alpha", "lab = true"), ("beta", ""), ("gamma", "draft = true"), ("delta", "lab = false")):
        manifest = tmp_path / "assignments" / slug / "exercise.toml"
        checks = [tmp_path / "checks" / kind / f"{slug}.py" for kind in ("public", "hidden")]
        for path in (manifest, manifest.with_name(f"{slug}.py"), tmp_path / "reference" / f"{slug}.py", *checks):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(MANIFEST.format(slug=slug, extra=extra), encoding="utf-8")
    return tmp_path


def test_labs_come_last_and_drafts_do_not_come(home: Path) -> None:
    assert slugs(home) == ["beta", "delta", "alpha"]


def test_only_what_says_so_is_a_lab(home: Path) -> None:
    assert [load(slug, home).lab for slug in ("alpha", "beta", "gamma", "delta")] == [True, False, False, False]


def test_labs_are_five_points_without_a_written_part_and_the_others_make_hundred_at_most() -> None:
    every = [load(slug) for slug in slugs()]
    assert all(one.points == 5 and one.written is None for one in every if one.lab)
    assert all(one.points == 20 and one.written is not None for one in every if not one.lab)


@pytest.mark.parametrize("changed", exercise._DECIDING_PACKAGES)
def test_the_key_changes_with_every_package_that_decides_points(monkeypatch: pytest.MonkeyPatch, changed: str) -> None:
    before, real = load("polysemy").key, importlib.metadata.version
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "0" if name == changed else real(name))
    exercise._package_versions.cache_clear()
    try:
        assert load("polysemy").key != before
    finally:
        exercise._package_versions.cache_clear()
