"""A rubric's file: what is wrong in it is said in one line, before anybody is scored by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.errors import UsageError
from autograder.text import Text
from autograder.written.normal import read_answer
from autograder.written.numbers import Lower, Moved
from autograder.written.rubric import Facet, FalseClaim, Rubric, Rule, Term, read_rubric

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


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("掩码占 15%", ["clause", "sentence", "near", "text"]),
        ("有掩码，占 15%", ["sentence", "near", "text"]),
        ("有掩码。占 15%", ["near", "text"]),
        ("有掩码。然后。占 15%", ["text"]),
    ],
)
def test_a_rule_is_looked_for_in_the_place_that_it_names(answer: str, found: list[str], tmp_path: Path) -> None:
    hits = []
    for place in ("clause", "sentence", "near", "text"):
        path = tmp_path / f"{place}.toml"
        path.write_text(RIGHT.replace("~chosen @clause", f"chosen @{place}"), encoding="utf-8")
        rubric = read_rubric(path)
        assert rubric is not None
        if rubric.hit(rubric.facets[0].rules, read_answer(answer)) is not None:
            hits.append(place)
    assert hits == found


def test_a_false_claim_need_not_cost_a_facet(tmp_path: Path) -> None:
    path = tmp_path / "claim.toml"
    claim = '[[false]]\nid = "all"\nzh = "全部"\nen = "all"\nrules = ["mask @clause"]\n'
    path.write_text(RIGHT + claim, encoding="utf-8")
    rubric = read_rubric(path)
    assert rubric is not None
    assert [(one.id, one.loses) for one in rubric.claims(read_answer("掩码"))] == [("all", ())]


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


WHOLE = """
task = ["say what is asked"]
watch = ["low > high"]
anchors = ["cold"]
subject = ["!cold & scores @text"]
[caps]
keywords = 2
[lower.scores]
first = "small"
second = "large"
[moved.sunk]
of = "level"
up = false
[moved.risen]
of = "level"
up = true
[concepts]
cold = ["0.1"]
low = ["low"]
high = ["high"]
[[facets]]
id = "order"
points = 1.5
zh = "顺序"
en = "the order"
rules = ["~low > high @near"]
weak = ["^low @cold"]
lost_by = ["high"]
supposed = true
[[false]]
id = "swapped"
zh = "反了"
en = "it is swapped"
rules = ["high > low"]
unless = ["!high"]
loses = ["order"]
"""


def test_every_part_of_a_rubric_is_read_into_its_place(tmp_path: Path) -> None:
    (tmp_path / "whole.toml").write_text(WHOLE, encoding="utf-8")
    rubric = read_rubric(tmp_path / "whole.toml")
    assert rubric is not None
    plain = {name: Term((name,), True, None) for name in ("low", "high", "cold")}
    strong = (Rule((Term(("low", "high"), True, False),), "near"),)
    weak = (Rule((Term(("low",), True, True),), "cold"),)
    lost_by = (Rule((plain["high"],), "sentence"),)
    assert rubric.facets == (Facet("order", 1.5, Text("顺序", "the order"), strong, weak, lost_by, True),)
    assert rubric.facets[0].rules == strong + weak
    assert rubric.watch == (Rule((Term(("low", "high"), True, None),), "sentence"),)
    swapped = (Rule((Term(("high", "low"), True, None),), "sentence"),)
    unless = (Rule((Term(("high",), False, None),), "sentence"),)
    assert rubric.false_claims == (FalseClaim("swapped", Text("反了", "it is swapped"), swapped, unless, ("order",)),)
    scores = Term(("scores",), True, None)
    assert rubric.subject == (Rule((Term(("cold",), False, None), scores), "text"),)
    assert rubric.concepts["scores"] == Lower("small", "large")
    assert rubric.concepts["sunk"] == Moved("level", False)
    assert rubric.concepts["risen"] == Moved("level", True)
    assert (rubric.task, rubric.caps) == (("say what is asked",), {"keywords": 2.0})
    assert list(rubric.anchors) == ["cold"]


def test_what_a_rubric_may_leave_out_is_empty(tmp_path: Path) -> None:
    (tmp_path / "right.toml").write_text(RIGHT, encoding="utf-8")
    rubric = read_rubric(tmp_path / "right.toml")
    assert rubric is not None
    assert (rubric.task, rubric.anchors, rubric.false_claims, rubric.watch) == ((), {}, (), ())
    assert [(facet.weak, facet.lost_by, facet.supposed) for facet in rubric.facets] == [((), (), False)]


def test_an_anchor_must_be_a_concept(tmp_path: Path) -> None:
    (tmp_path / "slip.toml").write_text(f'anchors = ["mask", "hot", "cold"]\n{RIGHT}', encoding="utf-8")
    with pytest.raises(UsageError, match="no concept is called 'hot'"):
        read_rubric(tmp_path / "slip.toml")


def test_concepts_in_a_row_are_found_one_behind_the_other_and_not_otherwise(tmp_path: Path) -> None:
    (tmp_path / "whole.toml").write_text(WHOLE, encoding="utf-8")
    rubric = read_rubric(tmp_path / "whole.toml")
    assert isinstance(rubric, Rubric)
    row = (Rule((Term(("low", "high", "low"), True, None),), "sentence"),)
    assert rubric.hit(row, read_answer("first low, then high, then low.")) == 0
    assert rubric.hit(row, read_answer("first low, then high.")) is None
