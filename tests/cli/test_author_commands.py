"""`plm new`, `plm selftest`, `plm release` and `plm demo`, as somebody uses them who writes exercises or is new."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from autograder.diagnosis import outcomes_path
from autograder.exercise import Exercise, load
from autograder.homes import VARIABLE
from autograder.template import make_exercise
from tests.cli.conftest import SLUG, Plm


@pytest.fixture
def own(tmp_path: Path) -> Exercise:
    """An exercise for one test, which may change it."""
    make_exercise(SLUG, tmp_path / "own")
    return load(SLUG, tmp_path / "own")


def replace_mistake(exercise: Exercise, body: str) -> None:
    """Give the first misconception another body; what is said of it stays."""
    path = exercise.misconceptions[0]
    said = path.read_text(encoding="utf-8").partition("\n\n\ndef ")[0]
    path.write_text(f"{said}\n\n\ndef softmax(scores, temperature=1.0):\n{body}\n", encoding="utf-8")


def test_a_new_exercise_lists_its_files_and_the_next_step(tmp_path: Path, plm: Plm) -> None:
    done = plm("new", "attention_span", tmp_path)
    assert done.code == 0, done.err
    *files, last = done.out.splitlines()
    assert all(Path(file).is_file() for file in files)
    assert last == f"Next: plm selftest attention_span --exercises {tmp_path} --update"


def test_a_sound_exercise_is_said_to_be_sound_once_its_outcomes_are_written(own: Exercise, plm: Plm) -> None:
    first = plm("selftest", SLUG, "--exercises", own.home, "--update")
    assert "wrote " in first.err and "outcomes.json" in first.err
    second = plm("selftest", SLUG, "--exercises", own.home)
    assert second.code == 0, second.err
    assert f"{SLUG}: sound" in second.out
    assert "ok misconception" in second.err and "fails softmax" in second.err


def test_only_some_rows_are_run_where_their_names_are_given(own: Exercise, plm: Plm) -> None:
    done = plm("selftest", SLUG, "--exercises", own.home, "--only", "no_shift", "--json")
    told = json.loads(done.out)
    assert [row["name"] for row in told["rows"]] == ["no_shift"]
    assert told["sound"] and done.code == 0


def test_stale_outcomes_and_a_wrong_row_are_not_sound(own: Exercise, plm: Plm) -> None:
    own.variants[0].write_text("def softmax(scores, temperature=1.0):\n    return scores\n", encoding="utf-8")
    (own.folder / "task.en.md").unlink()
    done = plm("selftest", SLUG, "--exercises", own.home)
    assert done.code == 1
    assert "NOT sound" in done.out
    assert "task.en.md is missing" in done.out
    assert f"outcomes are stale: run `plm selftest {SLUG} --update`" in done.out
    assert "!! variant" in done.err and " of 5 points" in done.err


def test_a_mistake_that_leaves_its_result_to_chance_is_not_stale_but_one_that_is_changed_is(
    own: Exercise, plm: Plm
) -> None:
    replace_mistake(own, "    import random\n    return [random.random() for _ in scores]")
    assert plm("selftest", SLUG, "--exercises", own.home, "--update").code == 0
    assert plm("selftest", SLUG, "--exercises", own.home).code == 0
    replace_mistake(own, "    return scores")
    assert "outcomes are stale" in plm("selftest", SLUG, "--exercises", own.home).out


@pytest.mark.parametrize(("factor", "code"), [(1 + 2e-6, 0), (1.01, 1)])
def test_outcomes_written_on_a_processor_that_rounds_otherwise_are_not_stale_but_other_numbers_are(
    own: Exercise, plm: Plm, factor: float, code: int
) -> None:
    replace_mistake(own, "    return [score / 3 for score in scores]")
    plm("selftest", SLUG, "--exercises", own.home, "--update")
    path = outcomes_path(own)
    there = json.loads(path.read_text(encoding="utf-8"), parse_float=lambda digits: float(digits) * factor)
    path.write_text(json.dumps(there), encoding="utf-8")
    done = plm("selftest", SLUG, "--exercises", own.home)
    assert (done.code, "outcomes are stale" in done.out) == (code, code == 1)


def test_a_release_says_how_large_the_students_package_is(
    home: Path, tmp_path: Path, plm: Plm, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(directory: Path, exercises: Sequence[Exercise]) -> Iterator[Path]:
        yield directory / "a"
        (tmp_path / "package.zip").write_bytes(bytes(2_500_000))
        yield tmp_path / "package.zip"

    monkeypatch.setattr("autograder.release.build_package", build)
    done = plm("release", tmp_path / "out", "--only", SLUG, "--exercises", home)
    assert done.code == 0, done.err
    assert f"package.zip: 2.5 MB, 1 exercises; the same unpacked in {tmp_path / 'out'}" in done.out


def test_the_demo_grades_a_class_and_says_where_everything_lies(
    own: Exercise, tmp_path: Path, plm: Plm, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = own.variants[0].read_text(encoding="utf-8")
    own.variants[0].with_name("second.py").write_text(again, encoding="utf-8")
    manifest = own.folder / "exercise.toml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace("call_seconds = 4", "call_seconds = 0.5"), encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(own.home))
    done = plm("demo", tmp_path / "demo", "--only", SLUG, "--lang", "en")
    assert done.code == 0, done.err
    assert "submissions graded in" in done.out
    assert f"plm explain {tmp_path / 'demo'} 01-right-notebook {SLUG}" in done.out
    records = tmp_path / "demo" / "records" / SLUG
    points = {path.stem[3:]: json.loads(path.read_text(encoding="utf-8")) for path in records.glob("*.json")}
    right = [name for name, record in points.items() if name.startswith("right-")]
    assert len(right) == 3
    assert (tmp_path / "demo" / "report" / "index.html").is_file()


def test_the_demo_begins_with_the_exercise_that_has_a_whole_class_and_leaves_labs_out() -> None:
    from autograder.cli.demo import _exercises

    chosen = _exercises()
    assert chosen[0] == "polysemy"
    assert not any(load(slug).lab for slug in chosen)
    assert sorted(chosen) == sorted(set(chosen))
