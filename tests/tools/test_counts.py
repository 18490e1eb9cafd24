"""The counts that `docs/labs.md` gives are those of the files."""

from __future__ import annotations

from pathlib import Path

from autograder.exercise import load, slugs
from autograder.misconception import load_misconceptions
from tools.counts import count, table

PAGE = Path(__file__).resolve().parents[2] / "docs" / "labs.md"
LABS = [name for name in slugs() if load(name).lab]


def test_the_page_has_the_table_of_all_labs() -> None:
    assert len(LABS) == 8
    assert table(LABS) in PAGE.read_text(encoding="utf-8")


def test_checks_are_counted_by_their_decorators_and_rows_by_their_files() -> None:
    for name in LABS:
        exercise, found = load(name), count(load(name))
        decorated = [
            exercise.checks(kind).read_text(encoding="utf-8").count("\n@check(") for kind in ("public", "hidden")
        ]
        assert [found.public, found.hidden] == decorated
        files = [path for path in exercise.mistakes.glob("*.py") if not path.name.startswith("_")]
        assert found.rows == 2 + len(files) + len(list((exercise.home / "reference" / "variants" / name).glob("*.py")))


def test_every_lab_has_six_mistakes_and_two_variants_or_more_and_each_mistake_a_hint_in_both_languages() -> None:
    for name in LABS:
        found = count(load(name))
        assert found.misconceptions >= 6
        assert found.variants >= 2
        assert all(m.hint.zh.strip() and m.hint.en.strip() for m in load_misconceptions(load(name)))
