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
    "第 1 层还有 0.99，到第 4 层只剩 0.78。",
    "浅层看不出差别，深层差得很明显。",
    "刚进网络时两者重合，出来的时候已经分得很开了：嵌入层 1.00，最后一层 0.81。",
    "各层依次为 1.00、0.97、0.93、0.88，逐层变小。",
    "从第二层起就分开了，最上面两层差得最多。",
    "差距主要出现在第 9 到 11 层。",
    "前几层几乎不动，真正拉开是在后半段。",
    "The two are alike at the input and differ most near the output.",
    "Layer 1 gives 0.99, layer 3 gives 0.91.",
    "Similarity is 1.0 at the embeddings and shrinks with every block, to 0.84 at the top.",
    "The drop is concentrated in the upper third of the network.",
    "Hardly any change in the early layers, a large one in the late ones.",
    "L1 0.99, L6 0.93, L12 0.84.",
    "It bottoms out at layer 9 (0.82) and recovers a little at layer 12 (0.86).",
]
ONE_LAYER = [
    "我取了最后一层的向量，余弦是 0.79。",
    "最后一层相似度只有 0.81，说明向量变了。",
    "用第 4 层的输出算出来是 0.83。",
    "所有数字都来自顶层：银行 0.80，苹果 0.57。",
    "模型一共四层，我只看了末层，0.83。",
    "At the final layer the cosine is 0.81, so the vectors differ.",
    "I took the last hidden state, which gives 0.79 for 银行 and 0.60 for 苹果.",
    "The top layer's cosine is 0.84.",
    "Using layer 4, I measured 0.80.",
    "The model has four layers; I used its output, 0.80.",
]
WHY = [
    "注意力让每个位置都看到别的词。",
    "每层都通过注意力吸收上下文。",
    "自注意力第一次让它看到后面的字。",
    "Self-attention lets the word borrow from its company.",
    "Each layer's attention brings in the other words.",
    "每个字都会按注意力分数向周围的字借一点信息。",
    "注意力把动词的意思揉进了银行。",
    "Through attention the verb seeps into the word.",
    "Every layer pours some of the other words into it.",
]
CONTROL = [
    "存钱和散步里的银行意思没变，只能当参照。",
    "两句中的银行意思相同。",
    "它并没有换义项。",
    "银行 means the same in both sentences.",
    "The control keeps its meaning in both of them.",
    "The meaning of 银行 stays the same.",
    "It is the same kind of bank in both.",
    "两句里它的意思从头到尾没有变。",
    "它在两处都是那个能开户的机构，词义没动。",
    "两句话中银行并没有第二个意思。",
    "It is the same building with the same business in both.",
    "Nothing about its meaning changed.",
    "I use 银行 only as a yardstick.",
]
NO_CONTROL = [
    "银行有两个义项。",
    "苹果有两个义项，杜鹃也有。",
    "The word has a vector of its own in every sentence.",
    "银行在两句里的含义并不一样。",
    "银行 does not have the same meaning in both.",
]
FIXED = [
    "BERT 给每个词一个固定的向量，和 Word2Vec 一样。",
    "词的向量不随上下文改变。",
    "两次之间的差只是浮点误差。",
    "The vector of a word in BERT does not depend on its context.",
    "A token always has the same vector in BERT.",
    "The vectors are always the same, regardless of the sentence.",
    "BERT 里一个词不管出现在哪句话里向量都一样。",
    "词向量训练好以后就不会再变，和句子无关。",
    "同一个字在 BERT 里永远只有一个向量。",
    "测到的差别只是计算误差。",
    "向量存在模型权重里，所以换句子也不会改变。",
    "A token's vector is the same in every sentence.",
    "BERT stores one vector per word, whatever the sentence.",
    "The small deviations from 1 are rounding errors.",
    "The context has no influence on the vector.",
    "The vector of 银行 never changes.",
    "The differences are due to dropout noise.",
]
TWO_SENSES = [
    "银行在这里有两个义项。",
    "第二句里的银行是河岸。",
    "The second 银行 means river bank.",
    "银行在第一句指金融机构，在第二句指河边的堤岸。",
    "同一个“银行”，存钱时是机构，散步时变成了一条街，含义完全不同。",
    "这两句展示了银行这个词的两种含义。",
    "所以银行一词在两个句子中词义不同。",
    "银行在两句话里是两个意思。",
    "散步那句里的银行其实说的是河堤。",
    "BERT 把银行的两个意思分开了。",
    "银行在两句里的含义并不一样。",
    "In the walking sentence 银行 refers to the side of a river.",
    "银行 is used in two different senses in the two sentences.",
    "The word means something else in the second sentence.",
    "So the model has recognised that 银行 is ambiguous.",
    "The two occurrences of 银行 differ in meaning.",
    "This shows the polysemy of 银行.",
    "The sense of 银行 changes from one sentence to the other.",
]
ROWS = [
    "嵌入表给每个义项存了一行，查表时就选好了。",
    "苹果的两个意思对应嵌入矩阵里不同的行。",
    "The embedding table has one row per sense.",
    "There is a separate entry for each meaning in the vocabulary.",
    "Each sense has its own row in the embedding matrix.",
    "BERT looks up the row of the right sense.",
]
TRUE = [
    "静态词向量里，银行的向量是固定的；BERT 不是这样。",
    "Word2Vec 的向量不随上下文变化，BERT 的则会变。",
    "dropout 已经关闭，所以这个差不是随机误差。",
    "A static embedding would give one fixed vector whatever the context; BERT does not.",
    "Unlike word2vec, where the vector is fixed, BERT computes it anew for every sentence.",
    "苹果有两个义项，银行没有。",
    "银行在两句里不是两个意思。",
    "两句里的银行没有两个义项。",
    "苹果在两句里有两个意思，银行只有一个。",
    "静态词向量里，一个词不管出现在哪句话里向量都一样，BERT 不是。",
    "eval 模式下没有 dropout，所以差别不是噪声。",
    "银行 does not have two senses here.",
    "In word2vec a token's vector is the same in every sentence; in BERT it is not.",
    "With dropout off, the difference is no noise.",
    "杜鹃 is used in two different senses.",
    "嵌入层的向量和句子无关，所以是 1.00。",
    "At layer 0 the vector does not depend on the sentence.",
]


@pytest.mark.parametrize("text", DIFFERS)
def test_what_differs(text: str) -> None:
    assert "a" in facets("polysemy", text)


@pytest.mark.parametrize("text", LAYERS)
def test_at_which_layers(text: str) -> None:
    assert "b" in facets("polysemy", text)


@pytest.mark.parametrize("text", ONE_LAYER)
def test_one_layer_alone_is_no_course(text: str) -> None:
    assert "b" not in facets("polysemy", text)


@pytest.mark.parametrize("text", WHY)
def test_why(text: str) -> None:
    assert "c" in facets("polysemy", text)


@pytest.mark.parametrize(
    "text", ["BERT has attention, a feed-forward block and residual connections.", "注意力是 Transformer 的核心。"]
)
def test_parts_of_the_model_named_are_no_reason(text: str) -> None:
    assert "c" not in facets("polysemy", text)


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


@pytest.mark.parametrize("text", ROWS)
def test_senses_said_to_be_rows_of_the_embedding_table(text: str) -> None:
    assert "rows" in claims("polysemy", text)


@pytest.mark.parametrize("text", [*TRUE, *DIFFERS, *LAYERS, *WHY, *CONTROL])
def test_what_is_true_contradicts_nothing(text: str) -> None:
    assert claims("polysemy", text) == set()
