"""`polysemy`'s rubric on sentences made for it: each facet in many words, and the claims that contradict it."""

from __future__ import annotations

import pytest
from rubrics import claims, facets

DIFFERS = [
    "一句里跟着存钱，一句里跟着散步。",
    "两句话的谓语不一样。",
    "银行的向量在两句之间只有 0.87 的余弦。",
    "换个场景，场景不同，向量就跟着动。",
    "In one sentence money is saved, in the other somebody goes for a walk.",
    "With bert-base-chinese the two vectors of 银行 have a cosine of 0.87.",
    "What moves there comes from the words around it.",
]
LAYERS = [
    "主要是后几层，前三层都在 0.95 以上。",
    "第 0 层没有差别，末两层降得最多。",
    "相似度随着层数一路下降，到第 12 层是 0.83。",
    "嵌入层几乎一样，9—12 层差得最多。",
    "The vectors start out equal at the embeddings and drift apart from the second layer upward.",
    "Nothing at layer 0, most of it in the last two layers.",
]
WHY = [
    "注意力让每个位置都看到别的词。",
    "每层都通过注意力吸收上下文。",
    "自注意力第一次让它看到后面的字。",
    "Self-attention lets the word borrow from its company.",
    "Each layer's attention brings in the other words.",
]
CONTROL = [
    "存钱和散步里的银行意思没变，只能当参照。",
    "两句中的银行意思相同。",
    "它并没有换义项。",
    "银行 means the same in both sentences.",
    "The control keeps its meaning in both of them.",
    "The meaning of 银行 stays the same.",
    "It is the same kind of bank in both.",
]
NO_CONTROL = ["银行有两个义项。", "苹果有两个义项，杜鹃也有。", "The word has a vector of its own in every sentence."]
FIXED = [
    "BERT 给每个词一个固定的向量，和 Word2Vec 一样。",
    "词的向量不随上下文改变。",
    "两次之间的差只是浮点误差。",
    "The vector of a word in BERT does not depend on its context.",
    "A token always has the same vector in BERT.",
    "The vectors are always the same, regardless of the sentence.",
]
TWO_SENSES = [
    "银行在这里有两个义项。",
    "第二句里的银行是河岸。",
    "The second 银行 means river bank.",
]
TRUE = [
    "静态词向量里，银行的向量是固定的；BERT 不是这样。",
    "Word2Vec 的向量不随上下文变化，BERT 的则会变。",
    "dropout 已经关闭，所以这个差不是随机误差。",
    "A static embedding would give one fixed vector whatever the context; BERT does not.",
    "Unlike word2vec, where the vector is fixed, BERT computes it anew for every sentence.",
    "苹果有两个义项，银行没有。",
]


@pytest.mark.parametrize("text", DIFFERS)
def test_what_differs(text: str) -> None:
    assert "a" in facets("polysemy", text)


@pytest.mark.parametrize("text", LAYERS)
def test_at_which_layers(text: str) -> None:
    assert "b" in facets("polysemy", text)


@pytest.mark.parametrize("text", WHY)
def test_why(text: str) -> None:
    assert "c" in facets("polysemy", text)


@pytest.mark.parametrize("text", CONTROL)
def test_one_sense_is_a_control(text: str) -> None:
    assert "d" in facets("polysemy", text)


@pytest.mark.parametrize("text", NO_CONTROL)
def test_two_senses_are_none(text: str) -> None:
    assert "d" not in facets("polysemy", text)


@pytest.mark.parametrize("text", FIXED)
def test_a_vector_said_to_stay_whatever_the_context(text: str) -> None:
    assert "fixed-vector" in claims("polysemy", text)


@pytest.mark.parametrize("text", TWO_SENSES)
def test_two_senses_said_of_the_control(text: str) -> None:
    assert "two-senses" in claims("polysemy", text)


@pytest.mark.parametrize("text", [*TRUE, *DIFFERS, *LAYERS, *WHY, *CONTROL])
def test_what_is_true_contradicts_nothing(text: str) -> None:
    assert claims("polysemy", text) == set()
