"""Hidden checks of the lab `bert_pretraining`: independence, the three fates, other inputs.

Chance is judged on thousands of draws; each bound states its false-alarm rate.
"""

from __future__ import annotations

import torch

from autograder.checks.api import Student, check, expect
from autograder.checks.public.bert_pretraining import (
    IGNORED,
    expect_consistent,
    expect_pairs,
    expect_share,
    masked_and_labels,
    pairs_of,
    sentence,
    vocabulary,
)
from autograder.models import numpy_generator
from autograder.models.build import build

MAY_CHANGE = ("requires_grad", "grad_mode")


@check(
    "mask_tokens.fates",
    function="mask_tokens",
    share=2,
    zh="选中的词元：80 % 掩码、10 % 随机、10 % 不变",
    en="chosen tokens: 80 % masked, 10 % random, 10 % kept",
)
def test_three_fates(student: Student) -> None:
    ids = sentence(16003)
    masked, labels = masked_and_labels(student, ids, numpy_generator(3), mask_ratio=0.5)
    chosen = labels != IGNORED
    total = int(chosen.sum())
    hidden = masked[chosen] == vocabulary().mask_token_id
    kept = masked[chosen] == ids[chosen]
    expect.true(
        bool(kept.any()) or bool(hidden.all()),
        zh="有标签的词元没有一个保持不变：选中的有 10 % 不变，它们也有标签",
        en="not one token with a label is unchanged: 10 % of those chosen stay, and they have labels, too",
    )
    # A random token may be the mask or the original by chance: far less than one in a hundred of a tenth.
    expect_share(total, 16000, 0.5, "被选中", "chosen tokens")
    expect_share(int(hidden.sum()), total, 0.8, "掩码词元", "mask tokens", room=0.003)
    expect_share(int(kept.sum()), total, 0.1, "不变", "kept tokens", room=0.003)
    expect_share(int((~hidden & ~kept).sum()), total, 0.1, "随机词元", "random tokens", room=0.003)


@check(
    "mask_tokens.random_tokens",
    function="mask_tokens",
    zh="随机词元来自整个词表",
    en="random tokens come from the whole vocabulary",
)
def test_random_tokens_are_many(student: Student) -> None:
    ids = sentence(23).repeat(350)  # 20 different tokens: random ones that come from the sentence itself are few
    masked, labels = masked_and_labels(student, ids, numpy_generator(4), mask_ratio=0.5)
    chosen = labels != IGNORED
    other = masked[chosen & (masked != ids) & (masked != vocabulary().mask_token_id)]
    # About 350 uniform draws among hundreds of tokens: fewer than 60 different ones has a probability far below 1e-12.
    expect.true(len(set(other.tolist())) >= 60, zh="随机词元的种类太少", en="too few different random tokens")
    halves = int((other > len(vocabulary()) // 2).sum())
    expect_share(
        halves, len(other), 0.5, "词表后半的随机词元", "random tokens in the vocabulary's second half", room=0.02
    )


@check(
    "mask_tokens.independent",
    function="mask_tokens",
    share=2,
    zh="各个词元独立被选中：个数有多有少，相邻的不成串",
    en="tokens are chosen independently: their number varies, neighbours do not go together",
)
def test_tokens_are_chosen_independently(student: Student) -> None:
    ids = sentence(103)
    counts = []
    for seed in range(60):
        _, labels = masked_and_labels(student, ids, numpy_generator(100 + seed))
        counts.append(int((labels != IGNORED).sum()))
    # Sum of squared deviations over the variance 12.75 is chi-square with 60 degrees of freedom: below 15 or above 150 with less than 1e-8.
    spread = sum((count - 15) ** 2 for count in counts) / 12.75
    expect.true(spread >= 15, zh="每次选中的个数几乎一样", en="nearly the same number is chosen every time")
    expect.true(spread <= 150, zh="选中的个数变化太大", en="the number chosen varies too much")
    long = sentence(20003)
    _, labels = masked_and_labels(student, long, numpy_generator(5))
    chosen = (labels != IGNORED).long()
    together = int((chosen[:-1] * chosen[1:]).sum())
    # Expected 450; the standard deviation with dependence between neighbouring pairs is 23: 300 and 600 are 6.5 away.
    expect.true(together <= 600, zh="选中的词元成串出现", en="chosen tokens come in runs")
    expect.true(together >= 300, zh="选中的词元互相避开", en="chosen tokens keep apart")


@check(
    "mask_tokens.ratio",
    function="mask_tokens",
    zh="mask_ratio 起作用",
    en="takes mask_ratio into account",
)
def test_the_ratio_counts(student: Student) -> None:
    ids = sentence(4003)
    for seed, ratio in ((6, 0.4), (7, 0.05)):
        masked, labels = masked_and_labels(student, ids, numpy_generator(seed), mask_ratio=ratio)
        expect_consistent(ids, masked, labels)
        expect_share(int((labels != IGNORED).sum()), 4000, ratio, "被选中", "chosen tokens")


@check(
    "mask_tokens.generator",
    function="mask_tokens",
    zh="随机性只来自 rng；输入和全局状态不变",
    en="chance comes from rng alone; input and global states stay as they were",
)
def test_chance_comes_from_the_generator(student: Student) -> None:
    ids = sentence(203)
    first = masked_and_labels(student, ids, numpy_generator(8))
    expect.unchanged(student, but=MAY_CHANGE)
    second = masked_and_labels(student, ids, numpy_generator(8))
    other = masked_and_labels(student, ids, numpy_generator(9))
    expect.true(torch.equal(first[0], second[0]), zh="同样的 rng，结果不同", en="the same rng gives another result")
    # Two generators give equal masks of 200 tokens with a probability below 1e-30.
    expect.true(not torch.equal(first[1], other[1]), zh="换了 rng，结果不变", en="another rng gives the same result")


@check(
    "nsp_pairs.half",
    function="nsp_pairs",
    share=2,
    zh="两种标签各占一半",
    en="half of the pairs have each label",
)
def test_half_are_true(student: Student) -> None:
    documents = [[f"{name}{i}。" for i in range(301)] for name in "甲乙丙丁"]
    pairs = pairs_of(student, documents, numpy_generator(11))
    expect_pairs(pairs, documents)
    expect_share(sum(label for _, _, label in pairs), 1200, 0.5, "标签 1 ", "label 1")


@check(
    "nsp_pairs.uneven",
    function="nsp_pairs",
    zh="长短不一的文档，只有一句的文档",
    en="documents of unequal lengths, one of a single sentence",
)
def test_uneven_documents(student: Student) -> None:
    documents = [["一。", "二。"], ["三。"]]
    for seed in range(12):
        expect_pairs(pairs_of(student, documents, numpy_generator(seed)), documents)
    expect.equal(len(pairs_of(student, [["一。"], ["二。"]], numpy_generator(0))), 0)


@check(
    "nsp_pairs.generator",
    function="nsp_pairs",
    zh="随机性只来自 rng",
    en="chance comes from rng alone",
)
def test_pairs_come_from_the_generator(student: Student) -> None:
    documents = [[f"{name}{i}。" for i in range(41)] for name in "甲乙"]
    first = pairs_of(student, documents, numpy_generator(12))
    expect.unchanged(student, but=MAY_CHANGE)
    expect.equal(pairs_of(student, documents, numpy_generator(12)), first)
    other = pairs_of(student, documents, numpy_generator(13))
    # 80 labels drawn anew are the same with a probability of 2 ** -80.
    labels = [[label for _, _, label in sorted(pairs)] for pairs in (first, other)]
    expect.true(labels[0] != labels[1], zh="换了 rng，结果不变", en="another rng gives the same result")


@check("nsp_pairs.none", function="nsp_pairs", zh="没有文档时抛出 ValueError", en="raises ValueError for no document")
def test_no_document_is_refused(student: Student) -> None:
    student.raises(ValueError, "nsp_pairs", [], numpy_generator(0))


@check(
    "segment_ids.more",
    function="segment_ids",
    zh="只有一个 [SEP]、三个 [SEP]；返回长整型",
    en="one [SEP], three of them; returns integers",
)
def test_segments_of_other_inputs(student: Student) -> None:
    for ids, sep, want in (
        ([5, 6, 7], 7, [0, 0, 0]),
        ([1, 9, 4, 9, 4, 9], 9, [0, 0, 1, 1, 1, 1]),
        ([8, 3, 3, 8], 3, [0, 0, 1, 1]),
        ([0, 0, 1, 1, 1, 0], 1, [0, 0, 0, 1, 1, 1]),
    ):
        got = expect.tensor(student.segment_ids(torch.tensor(ids), sep), (len(ids),))
        expect.true(not got.is_floating_point() and got.dtype is not torch.bool, zh="不是整数", en="no integers")
        expect.equal([int(value) for value in got], want)


@check(
    "input_embedding.transformers",
    function="input_embedding",
    share=2,
    zh="加上 LayerNorm 就等于 transformers 的 BertEmbeddings",
    en="with LayerNorm it equals transformers' BertEmbeddings",
)
def test_embeddings_equal_those_of_transformers(student: Student) -> None:
    embeddings = build("model", "fixture-bert-zh", {"head": "BertModel"}).embeddings.eval()
    ids = torch.tensor([2, 30, 31, 3, 40, 41, 42, 3])
    segments = torch.tensor([0, 0, 0, 0, 1, 1, 1, 1])
    matrices = [
        part.weight.detach().clone()
        for part in (embeddings.word_embeddings, embeddings.token_type_embeddings, embeddings.position_embeddings)
    ]
    got = expect.tensor(student.input_embedding(*matrices, ids, segments), (8, 32)).float()
    with torch.no_grad():
        want = embeddings(input_ids=ids[None], token_type_ids=segments[None])[0]
        expect.close(embeddings.LayerNorm(got), want)


@check(
    "input_embedding.short",
    function="input_embedding",
    zh="只有一个词元；句段可以交替",
    en="a single token; segments may alternate",
)
def test_embeddings_of_other_inputs(student: Student) -> None:
    token, segment, position = torch.eye(5), torch.eye(5)[:2] * 10, torch.eye(5)[:4] * 100
    for ids, segments in (([4], [1]), ([0, 1, 1, 0], [1, 0, 1, 0])):
        want = token[ids] + segment[segments] + position[: len(ids)]
        got = student.input_embedding(token, segment, position, torch.tensor(ids), torch.tensor(segments))
        expect.close(got, want)
