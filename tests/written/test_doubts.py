"""What makes an answer doubtful although everything was found: on a small rubric, and on the exercises' own."""

from __future__ import annotations

from pathlib import Path

import pytest
from rubrics import claims, is_near_a_claim

from autograder.exercise import load
from autograder.written.doubts import (
    comes_near_a_claim,
    denies_a_claim,
    hangs_on_a_supposition,
    hangs_on_a_weak_rule,
    is_doubtful,
)
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

CLAIMS = [
    ("sampling", "温度调节的是网络里的参数。"),
    ("sampling", "调高温度相当于重新训练了模型。"),
    ("sampling", "升温之后，原来排第二的词变成了最可能的词。"),
    ("sampling", "温度高时，概率最大的词会换成别的词。"),
    ("sampling", "温度决定了哪个词得分最高。"),
    ("sampling", "低温使分布变平，高温使分布变尖。"),
    ("sampling", "0.1 时输出最多样，1.5 时总是同一句。"),
    ("sampling", "Temperature modifies the parameters of the network."),
    ("sampling", "Raising the temperature retrains the model."),
    ("sampling", "At a high temperature a different token becomes the most likely one."),
    ("sampling", "Temperature decides which word has the highest score."),
    ("sampling", "Low temperature flattens the distribution."),
    ("sampling", "At 0.1 the samples are the most diverse, at 1.5 they are all alike."),
    ("sampling", "With a high T the ranking of the tokens is shuffled."),
    ("sampling", "A higher T makes other tokens the favourite."),
    ("sampling", "The network has been changed by the temperature, its weights being scaled."),
    ("comparison", "p=0.7 说明 RoBERTa 有七成把握更好。"),
    ("comparison", "p 值 0.62 表示改进有 62% 的可能是有效的。"),
    ("comparison", "p 值很大，因此结果非常可靠。"),
    ("comparison", "除了训练方法，两个模型没有任何别的差别。"),
    ("comparison", "两者的数据、步数、词表全都一致，比较是公平的。"),
    ("comparison", "RoBERTa 得分 0.41，BERT 得分 0.52，所以 RoBERTa 的改进有效。"),
    ("comparison", "A p-value of 0.7 means that RoBERTa is better with 70 % probability."),
    ("comparison", "The p-value is large, so the result is very reliable."),
    ("comparison", "The only thing in which the models differ is the training recipe."),
    ("comparison", "Everything else was held equal."),
    ("comparison", "RoBERTa scores 0.41 and BERT 0.52, so the changes clearly help."),
    (
        "comparison",
        "The p-value of 0.03 is the probability that there is no difference, so the changes are effective with 97 %.",
    ),
    ("comparison", "p is 0.4, which proves that the two models are equal."),
    ("comparison", "p=0.4 证明两个模型完全一样好。"),
    ("sbo", "SBO 用片段内部每个位置自己的隐藏状态来预测它。"),
    ("sbo", "同时每个被遮词自身位置的输出也会送进去。"),
    ("sbo", "还要让它指出这一段从哪个词起、到哪个词止。"),
    ("sbo", "有了它，MLM 这一项就可以省掉了。"),
    ("sbo", "The outputs at the masked places go in as well."),
    ("sbo", "It also has to point out at which token the span opens and at which it closes."),
    ("sbo", "Once SBO is there, the MLM term can be left out."),
    ("sbo", "In essence it checks whether the right context continues the left one, like NSP."),
    ("sbo", "SBO 的目标是找出片段从哪里开始、到哪里结束。"),
    ("sbo", "有了 SBO 就不需要 MLM 了。"),
    ("sbo", "SBO 判断两个片段是不是相邻。"),
    ("sbo", "它用片段的第一个和最后一个词来预测中间的词。"),
    ("sbo", "SBO 预测边界处的两个词。"),
    ("sbo", "SBO is trained instead of MLM."),
    ("sbo", "SBO predicts the two boundary tokens."),
    ("sbo", "SBO uses the hidden states of the masked tokens themselves."),
    ("sbo", "The prediction averages the vectors inside the span."),
    ("sbo", "SBO decides whether two spans follow each other."),
    ("sbo", "With SBO the MLM loss becomes superfluous."),
    ("sbo", "It is given the span and has to say where it begins and ends."),
    ("sbo", "The first and the last token of the span predict those in between."),
]
NO_CLAIMS = [
    ("sampling", "温度 0.1 时输出重复，1.5 时混乱，因为 logits 先除以 T 再做 softmax。"),
    ("sampling", "The order of the tokens is not changed, only how peaked the distribution is."),
    ("comparison", "p 值是 0.4，看不出 RoBERTa 的改进有帮助；两个模型的语料和步数都不同。"),
    ("comparison", "With p = 0.4 the difference may be luck. Corpus, steps and vocabulary are not controlled."),
    ("sbo", "SBO 用左右两个边界词元预测片段里的每个词元，它的损失与 MLM 的损失相加，并不取代 MLM。"),
    ("sbo", "The two tokens just outside the span predict every token inside, and the loss is added to that of MLM."),
]


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


@pytest.mark.parametrize(
    ("text", "doubts"),
    [
        ("说圆盘是不对的。", ["denied"]),
        ("地球是平的。", ["near"]),
        ("地球是圆的。", ["weak"]),
        ("如果地球是球形，船就会沉下去。", ["supposed"]),
        ("地球是球形。", []),
    ],
)
def test_each_doubt_alone_is_enough(text: str, doubts: list[str], rubric: Rubric) -> None:
    answer = read_answer(text)
    facets, claimed = earned(rubric, answer), rubric.claims(answer)
    speaks = {
        "denied": denies_a_claim(rubric, answer, claimed),
        "near": comes_near_a_claim(rubric, answer),
        "weak": hangs_on_a_weak_rule(rubric, answer, facets),
        "supposed": hangs_on_a_supposition(rubric, answer, facets),
    }
    assert [name for name, spoken in speaks.items() if spoken] == doubts
    assert is_doubtful(rubric, answer, facets, claimed) is bool(doubts)


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


@pytest.mark.parametrize(("slug", "text"), CLAIMS)
def test_a_false_claim_caps_or_goes_to_a_person(slug: str, text: str) -> None:
    assert claims(slug, text) or is_near_a_claim(slug, text)


@pytest.mark.parametrize(("slug", "text"), NO_CLAIMS)
def test_what_is_true_is_no_doubt(slug: str, text: str) -> None:
    assert not claims(slug, text) and not is_near_a_claim(slug, text)
