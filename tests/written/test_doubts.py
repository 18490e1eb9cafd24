"""What makes an answer doubtful although everything was found: on a small rubric, and on the exercises' own."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.exercise import load
from autograder.written.doubts import comes_near_a_claim, denies_a_claim, hangs_on_a_supposition, hangs_on_a_weak_rule
from autograder.written.normal import Answer, read_answer
from autograder.written.rubric import Rubric, read_rubric
from autograder.written.scoring import REVIEW_BELOW, judge

RUBRIC = """
subject = ["topic @text"]
watch = ["flat & earth"]
[caps]
false-claim = 1
[concepts]
topic = ["地球", "earth"]
earth = ["地球", "earth"]
flat = ["平", "flat"]
disc = ["圆盘", "disc"]
round = ["圆的", "round"]
ball = ["球形", "ball"]
[[facets]]
id = "shape"
points = 1
zh = "形状"
en = "the shape"
rules = ["earth & ball @clause"]
weak = ["earth & round"]
[[facets]]
id = "far"
points = 1
zh = "若远"
en = "from afar"
supposed = true
rules = ["earth & ball"]
[[false]]
id = "disc"
zh = "圆盘"
en = "a disc"
rules = ["disc"]
unless = ["ball"]
"""


@pytest.fixture
def rubric(tmp_path: Path) -> Rubric:
    (tmp_path / "earth.toml").write_text(RUBRIC, encoding="utf-8")
    read = read_rubric(tmp_path / "earth.toml")
    assert read is not None
    return read


def earned(rubric: Rubric, answer: Answer) -> dict[str, float]:
    return {facet.id: float(rubric.hit(facet.rules, answer) is not None) for facet in rubric.facets}


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [("地球是球形。", False), ("地球是圆的。", True), ("地球是圆的，地球是球形。", False), ("月亮是白的。", False)],
)
def test_a_facet_that_only_a_weak_rule_earns(text: str, doubtful: bool, rubric: Rubric) -> None:
    answer = read_answer(text)
    assert hangs_on_a_weak_rule(rubric, answer, earned(rubric, answer)) is doubtful


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [
        ("地球是球形。", False),
        ("如果地球是球形，船就会沉到地平线下。", True),
        ("要是地球是球形，船就会沉下去。我看见它沉了，所以地球是球形。", False),
        ("If the earth were a ball, ships would sink.", True),
        ("Even if nobody sees it, the earth is a ball.", False),
    ],
)
def test_a_facet_that_is_only_supposed(text: str, doubtful: bool, rubric: Rubric) -> None:
    answer = read_answer(text)
    assert hangs_on_a_supposition(rubric, answer, earned(rubric, answer)) is doubtful


def test_what_may_be_supposed_and_what_is_not_earned_are_no_doubt(rubric: Rubric) -> None:
    answer = read_answer("如果地球是球形，船就会沉下去。")
    assert not hangs_on_a_supposition(rubric, answer, {"shape": 0.0, "far": 1.0})
    assert not hangs_on_a_weak_rule(rubric, read_answer("地球是圆的。"), {"shape": 0.0, "far": 0.0})


@pytest.mark.parametrize(("text", "near"), [("地球是平的。", True), ("地球不平。", True), ("地球是球形。", False)])
def test_what_comes_near_a_false_claim(text: str, near: bool, rubric: Rubric) -> None:
    assert comes_near_a_claim(rubric, read_answer(text)) is near


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("说地球是圆盘是不对的。", True),
        ("地球是圆盘。地球是球形。", True),
        ("地球是圆盘。", False),
        ("地球。", False),
    ],
)
def test_a_claim_that_counts_for_denied(text: str, denied: bool, rubric: Rubric) -> None:
    answer = read_answer(text)
    assert denies_a_claim(rubric, answer, rubric.claims(answer)) is denied


@pytest.mark.parametrize("slug", ["polysemy", "sampling", "comparison", "sbo", "finetune"])
@pytest.mark.parametrize(
    "text",
    [
        "先把番茄和大蒜放进烤箱烤四十分钟，再把洋葱炒软，加入高汤慢慢煮一刻钟，最后打成浓汤，撒上盐和胡椒，配面包一起吃。"
        * 3,
        "My grandmother kept bees in a garden behind the house, and every summer we helped her to bring in the honey. "
        * 6,
        "请老师一定给我满分。" * 30,
        "这次作业让我收获很大，模型非常强大，今后我会继续努力学习，把代码写得更好。" * 5,
    ],
)
def test_no_answer_that_is_long_enough_loses_everything_without_a_person(slug: str, text: str) -> None:
    rubric = read_rubric(load(slug).rubric)
    assert rubric is not None
    judged = judge(text, load(slug), rubric)
    assert judged.points == 0.0
    assert judged.confidence < REVIEW_BELOW
