"""Public checks of the lab `bert_pretraining`.

What chance decides is judged by what must hold whatever is drawn, and by shares of many draws: bounds are 5.5 standard deviations or
more, a false alarm below 2e-7 each.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.checks.api import Student, check, expect
from autograder.models import numpy_generator, tokenizer
from autograder.models.build import build
from autograder.models.handles import Handle
from autograder.text import Text

IGNORED = -100
WORDS = "fixture-bert-zh"


def vocabulary() -> Any:
    """The fixture's tokenizer, on this side."""
    return build("tokenizer", WORDS, {})


def sentence(tokens: int) -> Tensor:
    """Ids of a long sentence: `[CLS]`, ordinary tokens, `[SEP]`, ordinary tokens, `[SEP]`."""
    words = vocabulary()
    ordinary = [i for i in range(len(words)) if i not in words.all_special_ids]
    body = [ordinary[(7 * i) % len(ordinary)] for i in range(tokens - 3)]
    half = len(body) // 2
    return torch.tensor([words.cls_token_id, *body[:half], words.sep_token_id, *body[half:], words.sep_token_id])


def masked_and_labels(student: Student, ids: Tensor, rng: Handle, **options: Any) -> tuple[Tensor, Tensor]:
    """The student's two tensors, each of the right length."""
    got = student.mask_tokens(ids, tokenizer(WORDS), rng, **options)
    expect.sequence(got, 2)
    masked, labels = (
        expect.tensor(part, (len(ids),), zh=zh, en=zh) for part, zh in zip(got, ("masked", "labels"), strict=True)
    )
    return masked.long(), labels.long()


def expect_consistent(ids: Tensor, masked: Tensor, labels: Tensor) -> None:
    """Pass if labels and masked ids are possible at all, whatever was drawn."""
    chosen = labels != IGNORED
    expect.true(
        not bool(chosen.all()),
        zh="labels 里一个 -100 都没有：没有被选中的地方应为 -100（返回的次序是 masked, labels）",
        en="labels has no -100 at all: it should be -100 where a token was not chosen (the order is masked, labels)",
    )
    special = torch.isin(ids, torch.tensor(vocabulary().all_special_ids))
    outside = (masked < 0) | (masked >= len(vocabulary()))
    for wrong, reason in (
        (chosen & special, Text("特殊词元被选中了", "a special token was chosen")),
        (chosen & (labels != ids), Text("labels 不是原来的词元", "a label is not the original token")),
        (
            ~chosen & (masked != ids),
            Text(
                "没有被选中的词元也变了（labels 是 -100 的地方）",
                "a token that was not chosen changed (labels is -100 there)",
            ),
        ),
        (outside, Text("有的词元不在词表里", "some token is not in the vocabulary")),
    ):
        for i in wrong.nonzero()[:1, 0].tolist():
            values = f"input_ids[{i}] = {ids[i]}, masked[{i}] = {masked[i]}, labels[{i}] = {labels[i]}"
            expect.fail(zh=reason.zh, en=reason.en, more=Text(values, values))


def expect_share(count: int, total: int, share: float, zh: str, en: str, room: float = 0.0) -> None:
    """Pass if a count among independent draws is as often as it should be, within 5.5 standard deviations and `room`."""
    bound = 5.5 * math.sqrt(share * (1 - share) / total) + room
    expect.true(
        abs(count / total - share) <= bound,
        zh=f"{zh}的比例不对（{count / total:.3f}）",
        en=f"the share of {en} is wrong ({count / total:.3f})",
        more=Text(f"应当约为 {share:g}", f"about {share:g} is expected"),
    )


DOCUMENTS = [
    ["甲一。", "甲二。", "甲三。", "甲四。"],
    ["乙一。", "乙二。"],
    ["丙一。"],
    ["丁一。", "丁二。", "丁三。"],
]


def pairs_of(student: Student, documents: Sequence[Sequence[str]], rng: Handle) -> list[tuple[str, str, int]]:
    """The student's pairs, each of two sentences and a label."""
    got = student.nsp_pairs([list(document) for document in documents], rng)
    expect.sequence(got)
    for pair in got:
        expect.sequence(pair, 3, zh="每一对", en="each pair")
        label = expect.brief(pair[2])
        expect.true(
            pair[2] in (0, 1) and type(pair[2]) is int,
            zh="label 不是 0 或 1",
            en="a label is not 0 or 1",
            more=Text(label, label),
        )
    return [(a, b, label) for a, b, label in got]


def expect_pairs(pairs: Sequence[tuple[str, str, int]], documents: Sequence[Sequence[str]]) -> None:
    """Pass if each pair is what its label says and there is one for every sentence that has a next one."""
    home = {text: number for number, document in enumerate(documents) for text in document}
    following = {a: b for document in documents for a, b in itertools.pairwise(document)}
    got, want = (expect.brief(sorted(firsts)) for firsts in ((a for a, _, _ in pairs), following))
    expect.true(
        sorted(a for a, _, _ in pairs) == sorted(following),
        zh="不是每个有下一句的句子恰好一对",
        en="not exactly one pair for every sentence that has a next one",
        more=Text(f"各对的第一句是 {got}，应为 {want}", f"the first sentences are {got}, not {want}"),
    )
    for a, b, label in pairs:
        pair = expect.brief((a, b, label))
        if label == 0:
            expect.true(
                b == following[a],
                zh="标签 0 的不是真正的下一句",
                en="a pair with label 0 is not the true next sentence",
                more=Text(pair, pair),
            )
        else:
            expect.true(
                b in home and home[b] != home[a],
                zh="标签 1 的第二句不是另一个文档的句子",
                en="with label 1 the second sentence is not of another document",
                more=Text(pair, pair),
            )


@check(
    "mask_tokens.consistent",
    function="mask_tokens",
    share=2,
    zh="选中处 labels 是原词元，其余 -100 且不变；特殊词元从不选中",
    en="labels is the original where chosen; all else is -100 and unchanged; special tokens are never chosen",
)
def test_masking_is_consistent(student: Student) -> None:
    # Of 60 special tokens that are chosen as others are, all escape with a probability of 0.85 ** 60 < 1e-4.
    ids = sentence(20).repeat(20)
    masked, labels = masked_and_labels(student, ids, numpy_generator(1))
    expect_consistent(ids, masked, labels)
    expect.true(bool((labels != IGNORED).any()), zh="没有选中任何词元", en="no token was chosen")


@check(
    "mask_tokens.share",
    function="mask_tokens",
    zh="约 15 % 被选中，其中约 80 % 成为掩码词元",
    en="about 15 % are chosen, about 80 % of them become the mask token",
)
def test_shares_of_the_default(student: Student) -> None:
    ids = sentence(6003)
    masked, labels = masked_and_labels(student, ids, numpy_generator(2))
    chosen = labels != IGNORED
    expect_share(int(chosen.sum()), 6000, 0.15, "被选中", "chosen tokens")
    hidden = int((masked[chosen] == vocabulary().mask_token_id).sum())
    expect_share(hidden, int(chosen.sum()), 0.8, "被选中的词元里掩码词元", "mask tokens among the chosen", room=0.01)


@check(
    "nsp_pairs.pairs",
    function="nsp_pairs",
    share=2,
    zh="每个有下一句的句子一对；标签 0 是下一句，1 是另一个文档的句子",
    en="a pair for every sentence with a next one; label 0 is that one, 1 a sentence of another document",
)
def test_pairs_are_what_their_labels_say(student: Student) -> None:
    for seed in range(6):
        expect_pairs(pairs_of(student, DOCUMENTS, numpy_generator(seed)), DOCUMENTS)


@check(
    "nsp_pairs.documents",
    function="nsp_pairs",
    zh="少于两个文档时抛出 ValueError",
    en="raises ValueError for fewer than two documents",
)
def test_one_document_is_not_enough(student: Student) -> None:
    student.raises(ValueError, "nsp_pairs", [["一。", "二。"]], numpy_generator(0))


@check(
    "segment_ids.pair",
    function="segment_ids",
    zh="到第一个 [SEP] 为止是 0，之后是 1",
    en="0 up to and including the first [SEP], 1 after it",
)
def test_segments_of_a_pair(student: Student) -> None:
    got = expect.tensor(student.segment_ids(torch.tensor([2, 7, 3, 8, 9, 3]), 3), (6,))
    expect.equal([int(value) for value in got], [0, 0, 0, 1, 1, 1])


@check(
    "input_embedding.sum",
    function="input_embedding",
    share=2,
    zh="三种嵌入之和",
    en="the sum of three embeddings",
)
def test_embeddings_are_added(student: Student) -> None:
    token, segment = torch.tensor([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]]), torch.tensor([[0.0, 10.0], [0.0, 20.0]])
    position = torch.tensor([[100.0, 0.0], [200.0, 0.0], [300.0, 0.0], [400.0, 0.0]])
    got = student.input_embedding(token, segment, position, torch.tensor([2, 0, 2]), torch.tensor([0, 0, 1]))
    expect.close(got, torch.tensor([[103.0, 10.0], [201.0, 10.0], [303.0, 20.0]]))
