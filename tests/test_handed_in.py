"""Which of several files counts as what was handed in."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from autograder.handed_in import WORK, choose


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        (["polysemy.py", "polysemy.ipynb", "other.ipynb"], "polysemy.ipynb"),
        (["deep/polysemy.ipynb", "polysemy.py"], "deep/polysemy.ipynb"),
        (["a/b/polysemy.py", "z/polysemy.py"], "z/polysemy.py"),
        (["Polysemy.ipynb", "x.ipynb"], "Polysemy.ipynb"),
        (["renamed.ipynb", "helper.py"], "renamed.ipynb"),
        (["one.ipynb", "two.ipynb", "mine.py"], "mine.py"),
        (["one.ipynb", "two.ipynb"], None),
        ([], None),
    ],
)
def test_the_file_of_the_exercises_name_is_graded_or_the_only_one_there_is(
    names: list[str], chosen: str | None
) -> None:
    path = choose([PurePosixPath(name) for name in names], "polysemy")
    assert (path and str(path)) == chosen


def test_a_zip_is_taken_only_where_it_is_looked_for_and_after_notebooks_and_scripts() -> None:
    packed, script = PurePosixPath("polysemy.zip"), PurePosixPath("mine.py")
    assert choose([packed], "polysemy") is None
    assert choose([packed], "polysemy", (*WORK, ".zip")) == packed
    assert choose([packed, script], "polysemy", (*WORK, ".zip")) == packed
    assert choose([PurePosixPath("a.zip"), script], "polysemy", (*WORK, ".zip")) == script


def test_of_two_spellings_the_exact_one_counts_and_hidden_files_never_do() -> None:
    names = ["Polysemy.ipynb", "polysemy.ipynb", ".polysemy.ipynb"]
    assert choose([PurePosixPath(name) for name in names], "polysemy") == PurePosixPath("polysemy.ipynb")
    assert choose([PurePosixPath(".polysemy.py")], "polysemy") is None
