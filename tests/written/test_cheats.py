"""Terms in a row and copies are told from concise answers and tables, which use the same words."""

from __future__ import annotations

import pytest

from autograder.exercise import load
from autograder.written.cheats import is_copied, is_keyword_list
from autograder.written.normal import read_answer
from autograder.written.rubric import read_rubric
from autograder.written.scoring import judge

CONCISE = [
    "SBO 逐个预测被遮住的连续片段里的每个词元。依据是片段外侧左右两个边界词元的表示，不用片段内部的词元，"
    "再加目标在片段内的相对位置嵌入。预测头两层，带 GELU 和 LayerNorm，损失与 MLM 的损失相加。"
    "于是边界词元要携带片段的内容，抽取式问答靠答案的起点和终点就能读到它。BERT 的 MLM 遮零散的词元。",
    "SBO predicts every token of a masked contiguous span from the two boundary tokens just outside the span, left and right, "
    "with an embedding of the relative position in the span. The tokens inside are not used. The head has two layers with GELU "
    "and LayerNorm, and the loss is added to the MLM loss. So the boundary tokens carry the content of the span, and extractive "
    "QA can read it off the end points of the answer. BERT's MLM masks scattered tokens and predicts each from its own position.",
    "| 项目 | 内容 |\n|---|---|\n| 预测 | 连续片段里被遮的每个词元 |\n| 依据 | 片段外左右两个词元的表示，片段内的不用 |\n"
    "| 位置 | 目标在片段内的相对位置，用嵌入 |\n| 损失 | 与 MLM 的损失相加 |\n\n边界词元因此携带片段的内容；"
    "抽取式问答、指代消解用片段的两端代表它，可以从端点读出。BERT 的 MLM 遮零散的词元，从自身位置预测。",
]
COPIED = [
    "这里预测的是连续片段里被盖住的每一个词元，要直接说出来。依据两个边界词元的表示，左右两端都要，它们紧挨在片段之外，"
    "不是片段内部的词元。还有目标在片段内的相对位置，以嵌入的形式。损失与 MLM 的损失相加。边界词元因此要携带片段的内容，"
    "片段级的任务（抽取式问答、指代消解）就能从端点读出它。与 BERT 的 MLM 的区别是连续片段与零散词元、单个序列而没有 NSP。",
    "What is predicted, namely every masked token of a contiguous span. From the two boundary tokens' representations, both ends, which "
    "lie just outside the span, not from the tokens inside. The relative position of the target inside the span, as an embedding. The "
    "head (two layers, GELU, LayerNorm) and its loss is added to the MLM loss. The boundaries are made to carry the span's content, so "
    "that span-level tasks (extractive QA, coreference) can read it off the end points.",
    "请说明 SBO 预测什么；根据什么来预测（哪两个词元，它们在哪里，还有什么信息）；预测头的样子，以及它的损失和 MLM 的损失怎样合在一起；"
    "为什么这会使边界词元携带片段的内容，哪些任务因此受益；它和 BERT 的 MLM 有什么不同。",
]
LISTS = [
    "连续片段预测，左右边界词元，片段外侧紧邻，相对位置嵌入，两层前馈网络，激活函数，损失函数相加，边界携带内容，抽取式问答，"
    "指代消解任务，端点读取内容，零散词元遮蔽，单个长序列，去掉下一句预测",
    "熵；温度；0.1；重复；0.8；通顺；1.5；混乱；尖；平；分布；采样；尾部；贪心",
    "| 片段 | 边界 |\n|---|---|\n| 连续 | 外侧 |\n| 左右 | 嵌入 |\n| 两层 | 相加 |\n| 内容 | 端点 |\n| 问答 | 共指 |",
    "span, boundary tokens, left and right, outside, relative position, embedding, two layers, GELU, LayerNorm, added loss, content, QA",
]
NO_LISTS = [
    "| T | 熵 | distinct-2 | 样子 |\n|---|---|---|---|\n| 0.1 | 0.25 | 0.31 | 反复说同一句 |\n| 0.8 | 2.66 | 0.83 | 通顺、有变化 |\n"
    "| 1.5 | 4.91 | 0.99 | 语无伦次 |\n\nT 越小分布越尖，概率都集中在第一名；T 越大越平。名次和参数都不变。",
    "0.1 时最单调，五次都一样；0.8 时适中，每次不同；1.5 时最乱，读不懂。温度越高，分布越平，熵越大；温度越低，分布越尖。",
    "| T | text | entropy |\n|---|---|---|\n| 0.1 | repetitive | 0.2 |\n| 0.8 | fluent, varied | 2.7 |\n| 1.5 | gibberish | 5.8 |\n\n"
    "Dividing by a small T sharpens the distribution, and a large T flattens it.",
]


@pytest.mark.parametrize("text", CONCISE)
def test_a_concise_answer_in_the_tasks_words_is_no_copy(text: str) -> None:
    exercise = load("sbo")
    rubric = read_rubric(exercise.rubric)
    assert rubric is not None
    judged = judge(text, exercise, rubric)
    assert (judged.cap, judged.points) == (None, rubric.points)


@pytest.mark.parametrize("text", COPIED)
def test_the_rubric_and_the_stubs_last_questions_are_copies(text: str) -> None:
    exercise = load("sbo")
    rubric = read_rubric(exercise.rubric)
    assert rubric is not None
    assert is_copied(read_answer(text), exercise, rubric)


@pytest.mark.parametrize("text", LISTS)
def test_terms_in_a_row_are_a_list(text: str) -> None:
    assert is_keyword_list(read_answer(text))


@pytest.mark.parametrize("text", [*NO_LISTS, *CONCISE])
def test_a_table_of_figures_and_short_clauses_are_no_list(text: str) -> None:
    assert not is_keyword_list(read_answer(text))
