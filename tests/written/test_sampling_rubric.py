"""`sampling`'s rubric on sentences made for it: each facet in many words, and the claims that contradict it."""

from __future__ import annotations

import pytest
from rubrics import claims, facets

COLD = [
    "0.1 时它写“一个人的人，一个人的人，一个人的人”。",
    "T=0.1 生成的全是“的人，的人，的人……”。",
    '0.1: "The future of AI is the future of AI is the future of AI."',
    "At 0.1 every seed gives this.",
    "温度调到 0.1，五次跑出来的文字几乎没区别。",
    "最低的那档总在同一个短语上兜圈子，卡住出不来。",
    "0.1：翻来覆去就那一句。",
    "低温下样本高度雷同，缺乏多样性。",
    "When T is 0.1 the model parrots one phrase.",
    "With the lowest setting there was hardly any variation between runs.",
    "At 0.1 I got the identical continuation each time.",
    "The cold run goes round in circles.",
    "三个温度下的输出依次是：0.1 死循环，0.8 通顺，1.5 胡言乱语。",
    "从 0.1、0.8 到 1.5，文本分别是重复的、流畅的、混乱的。",
]
MILD = [
    "0.8 的句子读着舒服，五次各不相同。",
    "温度 0.8 时既不死板也不离谱。",
    "中间那个温度写得最像人话。",
    "0.8 在两者之间取得平衡。",
    "At 0.8 the story was coherent and every sample went its own way.",
    "The moderate temperature strikes a balance.",
    "0.8 produced sensible sentences with some variety.",
]
WARM = [
    "With 1.5 rare tokens were drawn all the time, and nothing made sense.",
    "1.5：没有一句完整的话。",
    "1.5 的时候就语无伦次了。",
    "温度 1.5 生成的东西根本看不懂。",
    "最高温的文本像梦话，词与词毫无关联，逻辑混乱。",
    "到了 1.5，语法全是错误。",
    "At 1.5 sentences dissolve into noise.",
    "T = 1.5 yields gibberish.",
    "With the highest temperature the text no longer makes sense: it is a jumble.",
    "It repeats itself at 0.1 and becomes incoherent at 1.5.",
]
WHY = [
    "logits 除以 0.1 之后分布变得很尖，几乎只会抽到最大的那个。",
    "高温把概率摊到更多的词上，长尾的词也有机会。",
    "T 越小，softmax 越接近 one-hot。",
    "除数一小，分数之间的差距就被放大，赢家通吃。",
    "Dividing the logits by a small number exaggerates their differences.",
    "A low temperature piles nearly all the probability on the top word.",
    "A high temperature flattens the distribution, so unlikely words get drawn.",
    "As T grows the distribution approaches uniform.",
]
NOT_WHY = [
    "温度是生成时的一个重要参数，影响输出。",
    "三个温度的平均熵分别是 0.2、2.1 和 4.9。",
    "所以写诗的时候选 1.5，写代码的时候选 0.1。",
    "Temperature is a knob for creativity.",
    "The distribution of the outputs depends on the temperature.",
]
NUMBERS = [
    "平均熵：0.21、2.4、5.0。",
    "distinct-2 从 0.18 升到 0.96。",
    "The entropy rose from 0.2 to 4.8 nats.",
    "重复率分别为 92%、31% 和 3%。",
    "The share of unique bigrams was 18%, 77% and 98%.",
]
NO_NUMBERS = [
    "我用了 0.1、0.8 和 1.5 三个温度，熵越来越大。",
    "每个温度采样 5 次，每次 20 个词元，概率不同。",
    "I compared the entropy at 0.1, 0.8 and 1.5.",
]
REVERSED = [
    "0.1 时输出最随机，五花八门；1.5 时非常稳定，每次都一样。",
    "温度越高，分布越尖锐，模型越自信。",
    "低温让分布更平坦，所以更有创意。",
    "At 0.1 the samples were diverse and at 1.5 they all repeated the same sentence.",
    "A high temperature sharpens the distribution.",
    "A low temperature makes the distribution flat.",
]
WEIGHTS = [
    "温度会更新模型的权重。",
    "调高温度以后模型的参数就变了，参数被修改，模型的权重被更新。",
    "Raising the temperature changes the model's weights.",
    "升高温度就是把模型的参数调大，参数大了输出就活跃。",
    "The weights are updated more strongly at a high temperature.",
]
RANK = [
    "温度改变了哪个词排第一，它会改变词的排名。",
    "高温时原来靠后的词变成了最可能的词。",
    "不同温度下概率最大的词不一样，模型总是挑最大的那个。",
    "Temperature changes which token is the most probable.",
    "At a high temperature another token becomes the favourite.",
]
TRUE = [
    "温度不会改变词的排名，最可能的词还是同一个，只是分布变平了。",
    "高温使分布变平，低温使分布变尖。",
    "0.1 时没有随机性，不断重复；1.5 时更随机，重复率低，但混乱。",
    "温度并不改变模型的权重，只在采样时起作用。",
    "调整温度这个参数不需要重新计算。",
    "Temperature does not change the ranking of the tokens, nor the weights.",
    "At 0.1 the output is far less random; at 1.5 it is wildly diverse and incoherent.",
    "A high temperature flattens the distribution, while a low one sharpens it.",
    "0.1 的输出不如 1.5 多样。",
    "At 1.5 no sentence was the same as another, all nonsense.",
]


@pytest.mark.parametrize("text", COLD)
def test_what_it_is_like_at_the_lowest(text: str) -> None:
    assert "a" in facets("sampling", text)


@pytest.mark.parametrize("text", MILD)
def test_what_it_is_like_in_the_middle(text: str) -> None:
    assert "b" in facets("sampling", text)


@pytest.mark.parametrize("text", WARM)
def test_what_it_is_like_at_the_highest(text: str) -> None:
    assert "c" in facets("sampling", text)


@pytest.mark.parametrize("text", WHY)
def test_why(text: str) -> None:
    assert "d" in facets("sampling", text)


@pytest.mark.parametrize("text", NOT_WHY)
def test_what_is_no_reason(text: str) -> None:
    assert "d" not in facets("sampling", text)


@pytest.mark.parametrize("text", NUMBERS)
def test_own_numbers(text: str) -> None:
    assert "n" in facets("sampling", text)


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_the_tasks_numbers_are_not_ones_own(text: str) -> None:
    assert "n" not in facets("sampling", text)


@pytest.mark.parametrize("text", REVERSED)
def test_the_direction_reversed(text: str) -> None:
    assert claims("sampling", text) & {"reversed", "reversed-shape"}


@pytest.mark.parametrize("text", WEIGHTS)
def test_the_weights_said_to_change(text: str) -> None:
    assert "weights" in claims("sampling", text)


@pytest.mark.parametrize("text", RANK)
def test_the_ranking_said_to_change(text: str) -> None:
    assert "ranking" in claims("sampling", text)


@pytest.mark.parametrize("text", [*TRUE, *COLD, *MILD, *WARM, *WHY])
def test_what_is_true_contradicts_nothing(text: str) -> None:
    assert claims("sampling", text) == set()


@pytest.mark.parametrize("text", [*COLD[:12], *WHY])
def test_a_description_of_one_temperature_is_none_of_another(text: str) -> None:
    assert facets("sampling", text) & {"b", "c"} == set()
