"""A rubric's file: what is wrong in it is said in one line, before anybody is scored by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.errors import UsageError
from autograder.written.rubric import read_rubric

RIGHT = """
subject = ["mask"]
[caps]
[concepts]
mask = ["mask", "掩码"]
chosen = ["15 ?%"]
[[facets]]
id = "share"
points = 2
zh = "比例"
en = "the share"
rules = ["mask & ~chosen @clause"]
"""


def test_a_rubric_is_read(tmp_path: Path) -> None:
    (tmp_path / "right.toml").write_text(RIGHT, encoding="utf-8")
    rubric = read_rubric(tmp_path / "right.toml")
    assert rubric is not None
    assert (rubric.points, [facet.id for facet in rubric.facets]) == (2, ["share"])


def test_no_file_is_no_rubric(tmp_path: Path) -> None:
    assert read_rubric(tmp_path / "absent.toml") is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("@clause", "@chapter", "no place is called 'chapter'"),
        ("~chosen", "~chose", "no concept is called 'chose'"),
        ('"15 ?%"', '"15 ?%("', "unterminated subpattern"),
        ("points = 2", "", "KeyError('points')"),
        ("[caps]", "[caps", "TOMLDecodeError"),
        ("points = 2", 'points = "two"', "could not convert"),
    ],
)
def test_a_slip_in_a_rubric_is_named_with_its_file(old: str, new: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "slip.toml"
    path.write_text(RIGHT.replace(old, new), encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        read_rubric(path)
    assert str(caught.value).startswith(f"{path}: not a rubric")
    assert said in str(caught.value)
