"""`comparison`'s rubric on sentences made for it: each facet in many words, and the claims that contradict it."""

from __future__ import annotations

import pytest
from rubrics import claims, facets

VERDICT = [
    "我的判断是 RoBERTa 的改进在这里没有体现出来。",
    "这些改动确实带来了提升，RoBERTa 更强。",
    "两个模型打平了。",
    "就这批题而言，RoBERTa 并不比 BERT 好，反而落后。",
    "现有证据不足以说明改进有效。",
    "RoBERTa's recipe pays off on these items.",
    "The two models are on par here.",
    "I cannot say that the changes help.",
    "The newer model did worse, so its tricks bring no benefit.",
    "On this evidence the improvements are not shown to help.",
]
NO_VERDICT = [
    "McNemar 检验的 p 值大于 0.05。",
    "RoBERTa 的 top1 是 0.62，BERT 是 0.58。",
    "RoBERTa 用了动态掩码，去掉了 NSP，批也更大。",
    "The models disagreed on 13 items, 8 to 5.",
    "Whether the changes help is what this exercise asks.",
]
READING = [
    "p 值 0.27，说明差距完全可能是运气造成的。",
    "p = 0.012 < 0.05，所以差异是显著的。",
    "检验没有达到 5% 的门槛，原假设不能被推翻。",
    "差异在统计上不显著。",
    "With p = 0.44 a gap like this turns up by chance nearly every other time.",
    "The p-value of 0.01 lies below 0.05, hence the null hypothesis is rejected.",
    "McNemar's test finds no significant difference.",
]
NO_READING = [
    "RoBERTa 显著地提高了准确率，太好了。",
    "我调用 mcnemar_p 得到一个数。",
    "The program printed top1, topk and p.",
]
UNCONTROLLED = [
    "两者的语料大小不同，所以不能把功劳算在动态掩码头上。",
    "词表不一样，训练步数也不一样。",
    "不公平的地方很多，比如 RoBERTa 见过的文本多十倍。",
    "没有控制的有批大小和训练时间。",
    "好几处改动同时发生，批大小也变了，说不清是哪一个起作用。",
    "The tokenizers differ, and so does the amount of text.",
    "Neither the corpus nor the number of steps was held constant.",
    "It was also trained on more data, so the credit cannot go to masking alone.",
    "The batch size is a confounder.",
    "My thirty sentences were chosen by me, which may bias the comparison.",
]
NOT_UNCONTROLLED = [
    "RoBERTa 使用了更大的批次和更多的数据进行训练。",
    "题目越多，检验的功效越高。",
    "RoBERTa was trained with dynamic masking and without NSP.",
]
SCORES = [
    "BERT 答对 12 道，RoBERTa 答对 17 道。",
    "top1 分别为 0.52 和 0.61。",
    "准确率 52% 对 61%。",
    "RoBERTa got 17/30 and BERT 12/30.",
    "BERT: 0.48, RoBERTa: 0.55.",
    "Bits per character were 2.31 and 2.19.",
]
NO_SCORES = [
    "RoBERTa 更好，p = 0.03，小于 0.05。",
    "BERT 用 16 GB 文本，RoBERTa 用 160 GB。",
    "The p-value is 0.34, above 0.05, for BERT and RoBERTa.",
]
P_WRONG = [
    "p = 0.62，说明差异非常显著。",
    "p 值就是 RoBERTa 更好的概率。",
    "p 值越大越显著。",
    "p 值大于 0.05，因此证明了改进有效。",
    "p = 0.8, so the difference is significant.",
    "The p-value of 0.9 means there is a 90% chance that RoBERTa is better.",
    "The larger the p-value, the more certain we are.",
    "p=0.88，p 值这么高，充分说明 RoBERTa 的优势不是偶然的。",
    "p 值是 0.86，我们有 86% 的把握相信 RoBERTa 的改进是真实的。",
    "McNemar's p is 0.73, that is, RoBERTa is better with a probability of 73 percent.",
]
EQUAL = [
    "除了掩码方式以外，两个模型完全一样，唯一的区别是去掉了 NSP。",
    "其他条件都相同，所以是公平的比较。",
    "这次比较没有任何未控制的因素。",
    "Everything else was the same, so the gain comes from dynamic masking.",
    "The only difference between the two is the missing NSP.",
    "All other factors are controlled.",
]
TRUE = [
    "p = 0.62，远大于 0.05，差异不显著。",
    "p = 0.58，要达到显著，需要更多的题目。",
    "p 值不是 RoBERTa 更好的概率。",
    "p = 0.012, which is significant.",
    "With p = 0.3 the difference is not statistically significant.",
    "A large p-value does not mean that RoBERTa is better.",
    "两个模型并不是只有这一处区别。",
    "要公平，就应当让其他条件都相同。",
    "It is not true that everything else was the same.",
    "To isolate one change, everything else would have to be equal.",
]


@pytest.mark.parametrize("text", VERDICT)
def test_a_verdict(text: str) -> None:
    assert "a" in facets("comparison", text)


@pytest.mark.parametrize("text", NO_VERDICT)
def test_what_is_no_verdict(text: str) -> None:
    assert "a" not in facets("comparison", text)


@pytest.mark.parametrize("text", READING)
def test_the_p_value_read(text: str) -> None:
    assert "b" in facets("comparison", text)


@pytest.mark.parametrize("text", [*NO_READING, "p = 0.01，差异不显著。", "p = 0.4, so the difference is significant."])
def test_the_p_value_not_read_or_read_wrongly(text: str) -> None:
    assert "b" not in facets("comparison", text)


@pytest.mark.parametrize("text", UNCONTROLLED)
def test_what_is_not_controlled(text: str) -> None:
    assert "c" in facets("comparison", text)


@pytest.mark.parametrize("text", NOT_UNCONTROLLED)
def test_a_difference_that_is_only_told_is_no_objection(text: str) -> None:
    assert "c" not in facets("comparison", text)


@pytest.mark.parametrize("text", SCORES)
def test_both_models_scores(text: str) -> None:
    assert "n" in facets("comparison", text)


@pytest.mark.parametrize("text", NO_SCORES)
def test_other_numbers_are_no_scores(text: str) -> None:
    assert "n" not in facets("comparison", text)


@pytest.mark.parametrize("text", P_WRONG)
def test_the_p_value_the_wrong_way_round(text: str) -> None:
    assert "p-value" in claims("comparison", text)


@pytest.mark.parametrize(
    "text",
    [
        "BERT 的 top1 是 0.62，RoBERTa 是 0.50。综合来看，RoBERTa 的改进是有效的。",
        "BERT 0.66, RoBERTa 0.54. I conclude that RoBERTa is better here.",
    ],
)
def test_a_verdict_against_the_answers_own_scores(text: str) -> None:
    assert "against-numbers" in claims("comparison", text)


@pytest.mark.parametrize(
    "text",
    [
        "BERT 的 top1 是 0.62，RoBERTa 是 0.50，RoBERTa 反而不如 BERT。",
        "BERT 0.66, RoBERTa 0.54. The paper says that RoBERTa is better, but not here.",
        "BERT 0.50, RoBERTa 0.62. I conclude that RoBERTa is better here.",
    ],
)
def test_a_verdict_that_agrees_with_them(text: str) -> None:
    assert "against-numbers" not in claims("comparison", text)


@pytest.mark.parametrize("text", EQUAL)
def test_all_else_said_to_be_equal(text: str) -> None:
    assert "all-equal" in claims("comparison", text)


@pytest.mark.parametrize("text", [*TRUE, *VERDICT, *READING, *UNCONTROLLED, *SCORES])
def test_what_is_true_contradicts_nothing(text: str) -> None:
    assert claims("comparison", text) == set()
