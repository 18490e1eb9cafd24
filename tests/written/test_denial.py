"""A false claim that is told in order to be denied, and one that is made."""

from __future__ import annotations

import pytest
from rubrics import claims, facets

from autograder.exercise import load
from autograder.written.denial import asserted
from autograder.written.normal import read_answer
from autograder.written.rubric import read_rubric
from autograder.written.scoring import REVIEW_BELOW, judge

DENIED = [
    ("sampling", "说温度改变了模型的权重是不对的。"),
    ("sampling", "有人认为温度会更新模型的权重。这种说法不对。"),
    ("sampling", "常见的误解是：温度改变哪个词最可能。"),
    ("sampling", "It would be wrong to say that temperature changes which token is the most probable."),
    ("sampling", "One might think that temperature changes the model's weights. That is not true."),
    ("sbo", "It is a common misunderstanding that SBO predicts where the span begins and ends."),
    ("sbo", "“SBO 就是下一句预测”这个说法是错误的。"),
    ("sbo", "The claim that SBO replaces the MLM loss is false."),
    ("comparison", "“p 值是 RoBERTa 更好的概率”，这种理解是错的。"),
    ("comparison", "Saying that all other factors are equal would be wrong."),
    ("polysemy", "有人说银行在这里有两个义项，其实这种看法不成立。"),
    ("polysemy", "Many say that 银行 has two senses here. But that is a mistake."),
    ("finetune", "有人会说“掩码每次都不一样，所以 MLM 不可能过拟合”，这个说法不对。"),
    ("finetune", "One could think that evaluating on the training text rules out overfitting, but it does not."),
    ("polysemy", "网上有两种说法是错的。第一，银行在这里有两个义项。第二，词的向量不随上下文改变。"),
    (
        "polysemy",
        "Two things that I read are wrong. First, that 银行 has two senses. Second, that its vector is always the same.",
    ),
]
MADE = [
    ("sampling", "温度改变了模型的权重。"),
    ("sampling", "Temperature changes which token is the most probable."),
    ("sampling", "与很多人的想象相反，温度会更新模型的权重。"),
    ("sbo", "Contrary to what many think, SBO replaces the MLM loss."),
    ("sbo", "SBO 就是下一句预测，这个结论是对的。"),
    ("comparison", "p 值是 RoBERTa 更好的概率，这一点没有错。"),
    ("polysemy", "有人说这里没有变化，我不同意：银行在存钱时是机构，在散步时是河岸。"),
    ("polysemy", "我有两点发现。第一，银行在这里有两个义项。"),
    ("polysemy", "Two things are clear. First, 银行 has two senses."),
    ("finetune", "用训练文本评估，结果几乎全对，这就排除了过拟合。"),
]
UNDOING = [
    ("sbo", "d", "两个损失相加。", "两个损失取平均值。", "说两个损失取平均值是错的。"),
    (
        "sbo",
        "d",
        "The two losses are added. ",
        "The losses are averaged.",
        "The idea that the losses are averaged is wrong.",
    ),
    (
        "comparison",
        "b",
        "p 值 0.62，不显著。",
        "p = 0.62 表示差异显著。",
        "有人说 p = 0.62 表示差异显著，这种说法不对。",
    ),
]
ANSWER = (
    "0.1 时输出反复说同一句话，0.8 时通顺而有变化，1.5 时语无伦次；熵分别为 0.31、2.87、5.02。"
    "除以 T 以后，低温使分布变尖，概率集中在最高的词上，高温使分布变平。"
)


@pytest.mark.parametrize(("slug", "text"), DENIED)
def test_what_is_told_in_order_to_be_denied_is_no_claim(slug: str, text: str) -> None:
    assert claims(slug, text) == set()


@pytest.mark.parametrize(("slug", "text"), MADE)
def test_what_is_asserted_is_one(slug: str, text: str) -> None:
    assert claims(slug, text)


@pytest.mark.parametrize(("slug", "facet", "said", "undoing", "denied"), UNDOING)
def test_what_is_told_in_order_to_be_denied_loses_no_point(
    slug: str, facet: str, said: str, undoing: str, denied: str
) -> None:
    assert facet in facets(slug, said + denied)
    assert facet not in facets(slug, said + undoing)


def test_a_denied_sentence_alone_is_left_out() -> None:
    answer = read_answer("甲是乙。说甲是丙是不对的。丁。")
    assert asserted(answer).sentences == ("甲是乙。", "丁。")
    assert asserted(read_answer("")).sentences == ()


def test_an_answer_that_denies_a_false_claim_keeps_its_points_and_goes_to_a_person() -> None:
    exercise = load("sampling")
    rubric = read_rubric(exercise.rubric)
    assert rubric is not None
    plain = judge(ANSWER, exercise, rubric)
    denying = judge(ANSWER + "有人认为温度会更新模型的权重。这种说法不对。", exercise, rubric)
    assert (plain.points, denying.points) == (rubric.points, rubric.points)
    assert denying.cap is None
    assert plain.confidence >= REVIEW_BELOW > denying.confidence


def test_a_capped_answer_always_goes_to_a_person() -> None:
    exercise = load("sampling")
    rubric = read_rubric(exercise.rubric)
    assert rubric is not None
    for claim in ("温度会更新模型的权重。", "说温度改变名次是不对的。温度会更新模型的权重。"):
        judged = judge(ANSWER + claim, exercise, rubric)
        assert judged.cap == "false-claim"
        assert judged.confidence < REVIEW_BELOW
