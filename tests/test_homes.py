"""Exercises outside the package: where they are found, and what a course remembers of them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder import homes
from autograder.errors import UsageError
from autograder.exercise import load, slugs
from autograder.homes import HOME, PACKAGE, VARIABLE, add_home, keep_homes, outside_homes, use_homes_of
from autograder.sandbox.policy import session_policy
from autograder.sandbox.session import _secrets

MANIFEST = """
slug = "{slug}"
version = 1
title.zh = "题"
title.en = "Title"
[[functions]]
name = "double"
signature = "(x)"
points = 5
"""


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No home but the package's own, and none left over for other tests."""
    monkeypatch.setenv(VARIABLE, "")
    homes._installed.cache_clear()
    yield
    homes._installed.cache_clear()


def make_home(folder: Path, slug: str) -> Path:
    files = [folder / "checks" / kind / f"{slug}.py" for kind in ("public", "hidden")]
    files += [folder / "assignments" / slug / f"{slug}.py", folder / "reference" / f"{slug}.py"]
    for path in files:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", encoding="utf-8")
    (folder / "assignments" / slug / "exercise.toml").write_text(MANIFEST.format(slug=slug), encoding="utf-8")
    return folder


def test_the_packages_own_exercises_have_their_checks_beside_the_engine() -> None:
    exercise = load("polysemy")
    assert exercise.home == HOME
    assert exercise.checks("hidden") == PACKAGE / "checks" / "hidden" / "polysemy.py"
    assert exercise.rubric == PACKAGE / "written" / "rubrics" / "polysemy.toml"


def test_an_exercise_is_found_in_a_folder_that_the_environment_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = make_home(tmp_path / "一", "outside_one"), make_home(tmp_path / "two (2)", "outside_two")
    monkeypatch.setenv(VARIABLE, f"{one}{os.pathsep}{two}")
    assert {"outside_one", "outside_two", "polysemy"} <= set(slugs())
    exercise = load("outside_two")
    assert exercise.reference == two / "reference" / "outside_two.py"
    assert exercise.checks("public") == two / "checks" / "public" / "outside_two.py"
    assert exercise.mistakes == two / "misconceptions" / "outside_two"
    assert exercise.rubric == two / "written" / "rubrics" / "outside_two.toml"


def test_a_relative_folder_stays_found_when_the_working_folder_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_home(tmp_path / "mine", "outside_one")
    monkeypatch.chdir(tmp_path)
    add_home(Path("mine"))
    add_home(Path("mine"))
    monkeypatch.chdir(tmp_path.parent)
    assert load("outside_one").home == tmp_path / "mine"
    assert os.environ[VARIABLE] == str(tmp_path / "mine")


def test_a_folder_without_exercises_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"--exercises: .* has no folder `assignments`; name the folder"):
        add_home(tmp_path)


def test_two_exercises_of_one_name_are_refused(tmp_path: Path) -> None:
    for name in ("one", "two"):
        add_home(make_home(tmp_path / name, "twice"))
    with pytest.raises(UsageError, match=r"twice is in .*two and in .*one: exercises need different names"):
        load("twice")


@pytest.mark.parametrize("value", ["attention_course", "attention_course:FOLDER"])
def test_an_installed_package_offers_exercises_by_an_entry_point(
    value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_home(tmp_path / "attention_course", "installed_one")
    module = "from pathlib import Path\nFOLDER = str(Path(__file__).parent)\n"
    (tmp_path / "attention_course" / "__init__.py").write_text(module, encoding="utf-8")
    info = tmp_path / "attention_course-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: attention_course\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[plm.exercises]\nattention = {value}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "attention_course", raising=False)
    assert outside_homes() == (tmp_path / "attention_course",)
    assert load("installed_one").home == tmp_path / "attention_course"


def test_a_session_may_not_read_solutions_and_checks_from_elsewhere_but_what_lies_beside_them(tmp_path: Path) -> None:
    home = make_home(tmp_path / "mine", "outside_one")
    (home / ".venv").mkdir()
    add_home(home)
    secrets = _secrets()
    assert secrets == tuple(str(home / part) for part in ("assignments", "reference", "checks"))
    message = {"memory_mb": 1024, "submission_seconds": 60, "folder": None}
    assert set(secrets) == set(session_policy(message, secrets).forbidden) - set(session_policy(message).forbidden)


def test_a_course_remembers_its_homes_near_by_as_relative_and_far_away_as_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    near, far = make_home(tmp_path / "work" / "mine", "near_one"), make_home(tmp_path / "far", "far_one")
    course = tmp_path / "work" / "course"
    course.mkdir()
    keep_homes(course, {HOME, near})
    keep_homes(course, {far})
    lines = (course / homes.COURSE_FILE).read_text(encoding="utf-8").splitlines()
    assert lines[1:] == sorted(["../mine", str(far)])
    monkeypatch.chdir(course)
    use_homes_of(Path())
    assert set(outside_homes()) == {near, far}


def test_a_course_of_the_packages_own_exercises_has_no_such_file(tmp_path: Path) -> None:
    keep_homes(tmp_path, {HOME})
    use_homes_of(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert outside_homes() == ()


def test_a_course_whose_exercises_are_gone_says_which_line_to_correct(tmp_path: Path) -> None:
    home = make_home(tmp_path / "mine", "outside_one")
    course = tmp_path / "course"
    course.mkdir()
    keep_homes(course, {home})
    shutil.rmtree(home)
    with pytest.raises(UsageError, match=r"exercise-folders\.txt: .*mine has no folder `assignments`"):
        use_homes_of(course)
