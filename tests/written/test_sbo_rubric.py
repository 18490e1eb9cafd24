"""`sbo`'s rubric on sentences made for it: each facet in many words, and the claims that contradict it."""

from __future__ import annotations

import pytest
from rubrics import claims, facets

WHAT = [
    "SBO 的目标是复原一段连着的、被盖住的词，一个都不能少。",
    "它要求把空缺里的每一个字都填回来。",
    "坑里的字挨个都要猜出来。",
    "被遮片段的全部词元都是预测对象。",
    "The objective asks for every token of the hidden run to be guessed.",
    "All the words of a masked span have to be recovered.",
    "From outside it must yield each token of the contiguous stretch.",
    "What is predicted: the tokens x_s to x_e of a contiguous masked span, one by one.",
]
NOT_WHAT = [
    "BERT 随机遮住 15% 的词并预测它们。",
    "SpanBERT 是对 BERT 的改进。",
    "SpanBERT masks spans instead of tokens.",
]
BOTH = [
    "根据片段左端和右端外侧的两个词元来预测。",
    "用 x_{s-1} 和 x_{e+1} 的表示。",
    "只能看前面紧挨着的词和后面紧挨着的词。",
    "只问一左一右两个邻居。",
    "The evidence is the token just before the span and the token just after it.",
    "It uses the word in front and the word behind.",
    "The two flanking tokens serve as evidence.",
    "The pair of words that enclose the span is used.",
]
NOT_BOTH = ["模型根据上下文来预测。", "It predicts from the boundary.", "平均长度大约 3.8。"]
OUTSIDE = [
    "这两个词都在片段之外。",
    "片段内部的向量一概不用。",
    "被遮住的那几个位置的输出不参与计算。",
    "两个词紧贴着片段，自己没有被遮。",
    "Nothing inside the span is used.",
    "The hidden states of the masked tokens are ignored.",
    "Both words lie just outside the run.",
    "The network is forbidden to look at the vectors inside the span.",
]
NOT_OUTSIDE = [
    "用左边界词元和右边界词元来预测它们之间的词。",
    "It uses the two boundary tokens to predict the masked tokens.",
    "模型预测整段词，不能靠旁边的子词猜。",
]
PLACE = [
    "还要告诉它目标是片段里的第几个。",
    "第三个输入是目标相对于片段起点的位置嵌入。",
    "位置嵌入 p_{i-s+1} 也输入预测头。",
    "An embedding says which of the hidden words is asked for.",
    "The target's offset from the span's start is embedded.",
    "A position embedding, counted from the left boundary, is an input too.",
]
SUM = [
    "总的损失等于 MLM 的损失加上 SBO 的损失。",
    "两个损失直接相加。",
    "L = L_MLM + L_SBO。",
    "预测头是两层前馈网络，带 GELU 和层归一化。",
    "The SBO loss is added to that of MLM.",
    "The sum of both losses is minimised.",
    "The head has two layers with GELU activations and layer normalisation.",
]
NOT_SUM = ["两个损失取平均。", "The two losses are multiplied.", "MLM 和 SBO 联合训练。", "The losses are averaged."]
CONTENT = [
    "于是边界词元的表示里就装进了整段的内容。",
    "左右两个词不得不把中间的意思背下来。",
    "区间的语义流入了两侧的词元。",
    "邻居只好把空缺的大意记在自己的向量里。",
    "端点因此成了整段话的摘要。",
    "So the boundary tokens come to store what the span says.",
    "The neighbours end up knowing what lies between them.",
    "This forces the ends to summarise the whole span.",
]
NOT_CONTENT = ["边界词很重要。", "Boundaries are important.", "所以模型学得更好。"]
TASKS = [
    "抽取式问答要选出答案片段的起点和终点，正好用得上。",
    "共指消解用片段两端的向量表示提及。",
    "做阅读理解时在原文里截一段作答案，看首尾就行。",
    "Extractive QA picks an answer by its start and end.",
    "Coreference models represent a mention by its end points.",
]
NOT_TASKS = ["它对下游任务有帮助。", "问答和共指的分数都提高了。", "It improves QA and coreference."]
CONTRAST = [
    "BERT 的 MLM 遮的是零散的单个词。",
    "BERT 还有下一句预测，SpanBERT 没有。",
    "在 BERT 里，每个词从自己所在的位置预测。",
    "BERT masks isolated tokens here and there.",
    "Unlike BERT there is no next sentence prediction.",
    "In BERT the output at the masked place is what predicts the word.",
]
INSIDE = [
    "SBO 用片段内部各词的隐状态来预测。",
    "它把片段里面的向量取平均，再预测每个词。",
    "预测时还会用到被遮词自身位置的向量。",
    "SBO uses the hidden states of the tokens inside the span.",
    "It averages the vectors within the span.",
]
BORDERS = [
    "SBO 预测片段的边界在哪里。",
    "模型要找出片段的起止位置。",
    "SBO predicts where the span starts and ends.",
    "It predicts the boundaries of the span.",
]
NSP = ["SBO 其实就是下一句预测。", "它判断两个句子是否相邻。", "SBO is a kind of next sentence prediction."]
REPLACES = [
    "SBO 取代了 MLM。",
    "SpanBERT 只用 SBO 这一个损失，MLM 被去掉了。",
    "SBO replaces the MLM loss.",
    "The MLM loss is dropped.",
    "SBO is the only loss.",
]
TRUE = [
    "SBO 不预测边界，边界是给定的。",
    "SBO 并没有取代 MLM，而是与它相加。",
    "它不是下一句预测。",
    "片段内部的向量不用。",
    "The inside tokens are not used.",
    "SBO does not replace the MLM loss; it is added to it.",
    "The authors block the route through the span's own states.",
    "It forbids peeking at the vectors inside the span.",
    "Rather than the tokens inside the span, it looks at its flanks.",
    "有人误以为 SBO 预测边界。",
]
_CASES = {
    "a": (WHAT, NOT_WHAT),
    "b_both": (BOTH, NOT_BOTH),
    "b_outside": (OUTSIDE, NOT_OUTSIDE),
    "c": (PLACE, ["句子中的位置嵌入照常使用。", "The position in the sentence is added as usual."]),
    "d": (SUM, NOT_SUM),
    "e_content": (CONTENT, NOT_CONTENT),
    "e_tasks": (TASKS, NOT_TASKS),
    "f": (CONTRAST, ["它比 BERT 更好。", "It outperforms BERT."]),
}
_CLAIMS = {"inside": INSIDE, "boundaries": BORDERS, "nsp": NSP, "replaces": REPLACES}


@pytest.mark.parametrize(("facet", "text"), [(facet, text) for facet, (said, _) in _CASES.items() for text in said])
def test_what_says_a_facet(facet: str, text: str) -> None:
    assert facet in facets("sbo", text)


@pytest.mark.parametrize(
    ("facet", "text"), [(facet, text) for facet, (_, not_said) in _CASES.items() for text in not_said]
)
def test_what_does_not_say_it(facet: str, text: str) -> None:
    assert facet not in facets("sbo", text)


@pytest.mark.parametrize(("claim", "text"), [(claim, text) for claim, texts in _CLAIMS.items() for text in texts])
def test_a_false_central_claim(claim: str, text: str) -> None:
    assert claim in claims("sbo", text)


@pytest.mark.parametrize("text", [*TRUE, *(text for said, _ in _CASES.values() for text in said)])
def test_what_is_true_contradicts_nothing(text: str) -> None:
    assert claims("sbo", text) == set()
