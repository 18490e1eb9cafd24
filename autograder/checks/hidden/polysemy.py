"""Hidden checks of `polysemy`: the rest of the contract, on other inputs.

A mistake is counted where it was made. Where a value differs from the reference's, it is compared once more with what a right
function would have made of the student's own earlier functions; it passes if it equals that, and is not judged if they give
nothing that could be used.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import isfinite
from statistics import fmean
from typing import Any

import torch

from autograder.checks.api import UNUSABLE, CheckFailed, NotRun, Reference, Student, check, expect
from autograder.checks.chance import normal
from autograder.checks.public.polysemy import encoder, expect_spans, number, numbers, vector
from autograder.models import tokenizer
from autograder.models.handles import Handle

LAYERS = 4
"""The fixtures' three layers and the embedding output."""
MAY_CHANGE = ("requires_grad", "grad_mode")
"""What the contract leaves free."""


@check(
    "parse_marked.edges",
    function="parse_marked",
    zh="词在句首、在句末，或就是整句",
    en="the word at the start, at the end, or the whole sentence",
)
def test_parse_marked_at_the_edges(student: Student) -> None:
    for marked, want in (
        ("[苹果]很甜", ("苹果很甜", 0, 2)),
        ("他刚换了一部[苹果]", ("他刚换了一部苹果", 6, 8)),
        ("[打]", ("打", 0, 1)),
    ):
        expect.equal(student.parse_marked(marked), want)


@check(
    "parse_marked.other_characters",
    function="parse_marked",
    zh="其余字符原样保留：空格、表情符号、其他括号",
    en="every other character stays: spaces, emoji, brackets of other kinds",
)
def test_parse_marked_keeps_everything_else(student: Student) -> None:
    for marked, want in (
        ("  the [ bank ] \n", ("  the  bank  \n", 6, 12)),
        ("😀在[银行]😀", ("😀在银行😀", 2, 4)),
        ("【注】我在[银行]（存钱）", ("【注】我在银行（存钱）", 5, 7)),
        ("［我］在[银 行]", ("［我］在银 行", 4, 7)),
    ):
        expect.equal(student.parse_marked(marked), want)


@check(
    "parse_marked.repeated_word",
    function="parse_marked",
    zh="同一个词出现两次时，给出被标记的一次",
    en="where a word occurs twice, gives the marked occurrence",
)
def test_parse_marked_finds_the_marked_occurrence(student: Student) -> None:
    expect.equal(student.parse_marked("银行旁边还有一家[银行]"), ("银行旁边还有一家银行", 8, 10))


@check(
    "parse_marked.too_many",
    function="parse_marked",
    zh="两对方括号或多余的方括号抛出 ValueError",
    en="raises ValueError for two pairs of brackets and for stray ones",
)
def test_parse_marked_wants_one_pair(student: Student) -> None:
    for marked in ("[我]在[银行]", "我在[[银行]]", "我在[银行]]", "[我在[银行]"):
        student.raises(ValueError, "parse_marked", marked)


@check(
    "parse_marked.empty",
    function="parse_marked",
    zh="方括号之间为空或次序颠倒时抛出 ValueError",
    en="raises ValueError for empty and for reversed brackets",
)
def test_parse_marked_wants_a_word_between(student: Student) -> None:
    for marked in ("我在[]存钱", "我在]银行[存钱", "[]"):
        student.raises(ValueError, "parse_marked", marked)


@check(
    "parse_marked.other_brackets",
    function="parse_marked",
    zh="其他括号不是标记：没有半角方括号时抛出 ValueError",
    en="other brackets are no marks: without ASCII ones it raises ValueError",
)
def test_parse_marked_knows_ascii_brackets_only(student: Student) -> None:
    for marked in ("我在【银行】存钱", "我在［银行］存钱", "我在(银行)存钱"):
        student.raises(ValueError, "parse_marked", marked)


@check(
    "token_span.latin_before",
    function="token_span",
    zh="中文里夹有拉丁字母、数字或空格",
    en="Latin letters, digits or spaces within Chinese text",
)
def test_token_span_after_latin_letters(student: Student) -> None:
    expect_spans(
        student,
        "bert-zh",
        {
            "我用LED灯照着[银行]": (8, 10),
            "我 在 [银行] 存 钱": (3, 5),
            "用Bing找2024年的[银行]": (11, 13),
            "我看了αβγ以后去[银行]": (8, 10),
        },
    )


@check(
    "token_span.second_occurrence",
    function="token_span",
    zh="重复的词：第二次出现",
    en="a repeated word: its second occurrence",
)
def test_token_span_of_the_second_occurrence(student: Student) -> None:
    expect_spans(student, "bert-zh", {"银行和[银行]不同": (4, 6), "花钱买[花]": (4, 5)})
    expect_spans(student, "bert-en", {"the bank of the river [bank]": (6, 7)})


@check(
    "token_span.part_of_word",
    function="token_span",
    zh="标记的是英文词的一部分：只取有重叠的词元",
    en="part of an English word: only the tokens that overlap it",
)
def test_token_span_of_part_of_a_word(student: Student) -> None:
    expect_spans(student, "bert-en", {"the bank[ers] sat": (3, 5), "the [bank]ers sat": (2, 3)})
    expect_spans(student, "roberta-en", {"the bank[s]": (3, 4)})


@check(
    "token_span.part_of_token",
    function="token_span",
    zh="标记的是词元的一部分：有重叠就算",
    en="part of a token: it counts if it overlaps",
)
def test_token_span_of_part_of_a_token(student: Student) -> None:
    expect_spans(student, "bert-en", {"the ri[ver] bank": (2, 3), "the ri[ver b]ank": (2, 4)})
    expect_spans(student, "roberta-en", {"the ri[ver] bank": (2, 3)})


@check(
    "token_span.byte_pieces",
    function="token_span",
    zh="字节级 BPE：一个汉字或表情符号由几个词元组成",
    en="byte-level BPE: a hanzi or an emoji of several tokens",
)
def test_token_span_of_characters_in_bytes(student: Student) -> None:
    expect_spans(student, "roberta-en", {"[银行] bank": (1, 7), "我a[银]": (5, 8), "I[😀]like": (2, 6)})


@check(
    "token_span.nothing_added",
    function="token_span",
    share=0.5,
    zh="分词器不加特殊词元时，位置从 0 算起",
    en="where the tokenizer adds no special token, positions begin at 0",
)
def test_token_span_without_special_tokens(student: Student) -> None:
    expect_spans(student, "gpt2-en", {"[银行] bank": (0, 6), "我a[银]": (4, 7), "I[😀]like": (1, 5)})


@check(
    "token_span.unknown_characters",
    function="token_span",
    zh="词表以外的字符、全角字符和表情符号",
    en="characters outside the vocabulary, full-width ones and emoji",
)
def test_token_span_with_unknown_characters(student: Student) -> None:
    expect_spans(
        student, "bert-zh", {"😀，[银行]": (3, 5), "龘龘[银行]": (3, 5), "我用[ΩΨ]灯": (3, 4), "ＡＢ[银]": (2, 3)}
    )


@check(
    "token_span.whole_sentence",
    function="token_span",
    zh="整句，以及由几个词组成的一段",
    en="the whole sentence, and a span of several words",
)
def test_token_span_of_several_words(student: Student) -> None:
    expect_spans(student, "bert-zh", {"[我在银行]": (1, 5)})
    expect_spans(student, "bert-en", {"the [river bank]": (2, 4)})
    expect_spans(student, "roberta-en", {"the [river bank]": (2, 4)})


@check(
    "token_span.outside",
    function="token_span",
    zh="负的、颠倒的或超出文本的区间抛出 ValueError",
    en="raises ValueError for a negative, a reversed and an out-of-range span",
)
def test_token_span_wants_a_span(student: Student) -> None:
    words = tokenizer("fixture-bert-en")
    for start, end in ((-4, -1), (-1, 3), (5, 4), (10, 15), (14, 20), (0, 0)):
        student.raises(ValueError, "token_span", words, "the river bank", start, end)


@check(
    "token_span.no_token",
    function="token_span",
    zh="没有词元与区间重叠时抛出 ValueError",
    en="raises ValueError where no token overlaps the span",
)
def test_token_span_wants_a_token(student: Student) -> None:
    student.raises(ValueError, "token_span", tokenizer("fixture-bert-zh"), "我在 银行", 2, 3)
    student.raises(ValueError, "token_span", tokenizer("fixture-bert-en"), "the  bank", 3, 5)


def expect_vector(
    student: Student, reference: Reference, model: Handle, tokenizer: Handle, marked: str, layer: int
) -> None:
    """Pass for the reference's vector, or for the mean over the tokens that the student's own functions find."""
    try:
        got = vector(student.word_vector(model, tokenizer, marked, layer=layer))
        expect.close(got, reference.word_vector(model, tokenizer, marked, layer=layer))
    except CheckFailed:
        text, span = _own_tokens(student, tokenizer, marked)
        if (text, span) == _tokens(reference, tokenizer, marked):
            raise
        own = reference.call("_span_vectors", model, tokenizer, text, span)[layer]
        if not own.isfinite().all():
            raise NotRun(UNUSABLE) from None
        expect.close(vector(student.word_vector(model, tokenizer, marked, layer=layer)), own)


def _tokens(functions: Student | Reference, tokenizer: Handle, marked: str) -> tuple[str, tuple[int, int]]:
    """The text and the marked word's tokens, by the given side's `parse_marked` and `token_span`."""
    text, start, end = functions.parse_marked(marked)
    for value, kind in ((text, str), (start, int), (end, int)):
        if type(value) is not kind:
            raise TypeError(f"{value!r} is no {kind.__name__}")
    first, last = functions.token_span(tokenizer, text, start, end)
    return text, (first, last)


def _own_tokens(student: Student, tokenizer: Handle, marked: str) -> tuple[str, tuple[int, int]]:
    """What the student's `parse_marked` and `token_span` make of a sentence, if it can be used at all."""
    try:
        text, (first, last) = _tokens(student, tokenizer, marked)
    except (CheckFailed, TypeError, ValueError):
        raise NotRun(UNUSABLE) from None
    if not 0 < len(text) <= len(marked) or type(first) is not int or type(last) is not int:
        raise NotRun(UNUSABLE)
    return text, (first, last)


@check(
    "word_vector.layers",
    function="word_vector",
    share=2,
    zh="每一层的向量：0 是嵌入层，-1 是最后一层",
    en="the vector at each layer: 0 is the embeddings, -1 the last layer",
)
def test_word_vector_at_each_layer(student: Student, reference: Reference) -> None:
    for layer in (0, 1, 3, -2, -LAYERS):
        expect_vector(student, reference, *encoder(), "今天我[打]了电话", layer)


@check(
    "word_vector.words",
    function="word_vector",
    share=2,
    zh="中文里几个词元的词：它们的平均",
    en="Chinese words of several tokens: their mean",
)
def test_word_vector_of_chinese_words(student: Student, reference: Reference) -> None:
    for marked in ("我在[银行]散步", "[人工智能]的未来是"):
        expect_vector(student, reference, *encoder(), marked, -1)


@check(
    "word_vector.no_such_layer",
    function="word_vector",
    zh="不存在的层抛出 IndexError",
    en="raises IndexError for a layer that does not exist",
)
def test_word_vector_wants_a_layer_that_exists(student: Student) -> None:
    encoder_zh = encoder()
    for layer in (LAYERS, 99, -LAYERS - 1, -99):
        student.raises(IndexError, "word_vector", *encoder_zh, "我在[银行]存钱", layer=layer)


@check(
    "word_vector.english",
    function="word_vector",
    zh="英文 WordPiece 的词",
    en="English words in WordPiece",
)
def test_word_vector_of_english_words(student: Student, reference: Reference) -> None:
    for marked in ("The [bankers] sat near the river", "I walked along the river [bank]"):
        expect_vector(student, reference, *encoder("bert-en"), marked, -1)


@check(
    "word_vector.byte_bpe",
    function="word_vector",
    zh="字节级 BPE 的词",
    en="words in byte-level BPE",
)
def test_word_vector_of_byte_level_bpe(student: Student, reference: Reference) -> None:
    for marked in ("The river [banks] are light", "I like the new [apple] phone"):
        expect_vector(student, reference, *encoder("roberta-en"), marked, 1)


@check(
    "word_vector.marked_occurrence",
    function="word_vector",
    zh="重复的词，以及拉丁字母之后的词",
    en="a repeated word, and a word after Latin letters",
)
def test_word_vector_of_the_marked_occurrence(student: Student, reference: Reference) -> None:
    for marked in ("银行和[银行]不同", "我用LED灯照着[银行]"):
        expect_vector(student, reference, *encoder(), marked, -1)


@check(
    "word_vector.train_mode",
    function="word_vector",
    zh="模型处于训练模式时结果仍是确定的（没有 dropout）",
    en="deterministic for a model in train mode too (no dropout)",
    needs=["word_vector.varies"],
)
def test_word_vector_has_no_dropout(student: Student) -> None:
    marked = "我在[银行]存钱"
    still = vector(student.word_vector(*encoder(), marked))
    training = encoder(train=True)
    for _ in range(2):
        expect.close(vector(student.word_vector(*training, marked)), still)


@check(
    "word_vector.mode_left",
    function="word_vector",
    zh="返回后模型的模式与传入时相同",
    en="leaves the model in the mode it was found in",
    needs=["word_vector.varies"],
)
def test_word_vector_leaves_the_mode_as_it_was(student: Student) -> None:
    for train in (True, False):
        student.word_vector(*encoder(train=train), "我在[银行]存钱")
        expect.unchanged(student, but=MAY_CHANGE)


@check(
    "word_vector.no_grad",
    function="word_vector",
    zh="不跟踪梯度",
    en="tracks no gradient",
    needs=["word_vector.varies"],
)
def test_word_vector_tracks_no_gradient(student: Student) -> None:
    for train in (True, False):
        expect.no_grad(student.word_vector(*encoder(train=train), "我在[银行]存钱", layer=1))


@check(
    "cosine_similarity.sign",
    function="cosine_similarity",
    zh="相反方向的向量：余弦为负",
    en="vectors that point apart: a negative cosine",
)
def test_cosine_similarity_can_be_negative(student: Student) -> None:
    u = torch.tensor([1.0, -2.0, 0.5])
    expect.close(number(student.cosine_similarity(u, -3 * u)), -1.0)
    expect.close(number(student.cosine_similarity(u, torch.tensor([-1.0, 1.0, 4.0]))), -1 / (5.25 * 18) ** 0.5)


@check(
    "cosine_similarity.scale",
    function="cosine_similarity",
    zh="只看方向，与长度无关",
    en="depends on direction alone, not on length",
)
def test_cosine_similarity_ignores_length(student: Student, reference: Reference) -> None:
    u, v = _random_vector(1), _random_vector(2)
    want = reference.cosine_similarity(u, v)
    for a, b in ((u, v), (0.01 * u, 50 * v), (1000 * u, 0.5 * v)):
        expect.close(number(student.cosine_similarity(a, b)), want)


@check(
    "cosine_similarity.range",
    function="cosine_similarity",
    zh="浮点误差不使结果超出 [-1, 1]",
    en="rounding never carries the result outside [-1, 1]",
    needs=["cosine_similarity.values"],
)
def test_cosine_similarity_stays_in_range(student: Student) -> None:
    # On each of these the quotient, in one way of computing it or another, comes out a little above 1.
    for seed in (2, 10, 23, 39, 60, 76, 130, 143):
        u = _random_vector(seed)
        for factor in (3, -3):
            got = number(student.cosine_similarity(u, factor * u))
            expect.number(got)
            expect.true(-1 <= got <= 1, zh="结果超出了 [-1, 1]", en="the result is outside [-1, 1]")


@check(
    "cosine_similarity.shapes",
    function="cosine_similarity",
    zh="形状不同时抛出 ValueError",
    en="raises ValueError for unequal shapes",
)
def test_cosine_similarity_wants_equal_shapes(student: Student) -> None:
    u = torch.tensor([1.0, 2.0, 3.0])
    for v in (torch.tensor([1.0, 2.0]), torch.tensor([2.0]), torch.ones(1, 3)):
        student.raises(ValueError, "cosine_similarity", u, v)
        student.raises(ValueError, "cosine_similarity", v, u)


@check(
    "cosine_similarity.unchanged",
    function="cosine_similarity",
    share=0.5,
    zh="不改动传入的向量",
    en="leaves the vectors as they were",
)
def test_cosine_similarity_leaves_its_arguments_alone(student: Student) -> None:
    student.cosine_similarity(_random_vector(1), _random_vector(2))
    expect.unchanged(student, but=MAY_CHANGE)


def _random_vector(seed: int) -> torch.Tensor:
    return normal(seed, 32)


def expect_layers(
    student: Student, reference: Reference, model: Handle, tokenizer: Handle, marked_a: str, marked_b: str
) -> None:
    """Pass for the reference's cosines, or for those that the student's own functions give layer by layer."""
    args = (model, tokenizer, marked_a, marked_b)
    try:
        expect.close(numbers(student.layerwise_similarity(*args)), reference.layerwise_similarity(*args))
    except CheckFailed:
        pairs = [
            [_own_vector(student, model, tokenizer, marked, layer) for marked in (marked_a, marked_b)]
            for layer in range(LAYERS)
        ]
        own = _own_cosines(student, pairs)
        expect.close(numbers(student.layerwise_similarity(*args)), own)


def _own_vector(student: Student, model: Handle, tokenizer: Handle, marked: str, layer: int) -> Any:
    """The student's own vector, as it came, if it is one."""
    try:
        got = student.word_vector(model, tokenizer, marked, layer=layer)
        vector(got)
    except CheckFailed:
        raise NotRun(UNUSABLE) from None
    return got


def _own_cosines(student: Student, pairs: Sequence[Sequence[Any]]) -> list[float]:
    """The student's cosines of their own vectors, if they tell the pairs apart."""
    try:
        cosines = [float(number(student.cosine_similarity(*pair))) for pair in pairs]
    except (CheckFailed, TypeError, ValueError):
        raise NotRun(UNUSABLE) from None
    if not all(map(isfinite, cosines)) or max(cosines) - min(cosines) < 1e-3:
        raise NotRun(UNUSABLE)
    return cosines


@check(
    "layerwise_similarity.same_sentence",
    function="layerwise_similarity",
    zh="同一个句子与它自己：每一层都是 1",
    en="a sentence and itself: 1 at every layer",
    builds_on=["word_vector.shape", "word_vector.every_layer", "cosine_similarity.values"],
)
def test_layerwise_similarity_of_a_sentence_with_itself(student: Student) -> None:
    got = student.layerwise_similarity(*encoder(), "我在路上用[苹果]打电话", "我在路上用[苹果]打电话")
    expect.close(numbers(got), [1.0] * LAYERS)


@check(
    "layerwise_similarity.embeddings",
    function="layerwise_similarity",
    share=2,
    zh="嵌入层在最前：同一位置的同一个字在那里完全相同",
    en="embeddings come first: there, the same hanzi at the same position is the same",
)
def test_layerwise_similarity_begins_with_the_embeddings(student: Student, reference: Reference) -> None:
    expect_layers(student, reference, *encoder(), "我[打]电话", "别[打]人")


@check(
    "layerwise_similarity.words",
    function="layerwise_similarity",
    zh="几个词元的词，中文与英文",
    en="words of several tokens, Chinese and English",
)
def test_layerwise_similarity_of_longer_words(student: Student, reference: Reference) -> None:
    for language, a, b in (
        ("bert-zh", "我在[银行]存钱", "我在[银行]散步"),
        ("bert-en", "The [bankers] sat near the river", "he walked by the river [banks]"),
    ):
        expect_layers(student, reference, *encoder(language), a, b)


@check(
    "layerwise_similarity.train_mode",
    function="layerwise_similarity",
    share=0.5,
    zh="训练模式下没有 dropout，模式与随机状态保持原样",
    en="no dropout in train mode; mode and random state are left as they were",
    needs=["layerwise_similarity.same_sentence"],
    builds_on=["word_vector.train_mode", "word_vector.mode_left"],
)
def test_layerwise_similarity_leaves_things_as_they_were(student: Student) -> None:
    got = student.layerwise_similarity(*encoder(train=True), "我在路上用[苹果]打电话", "我在路上用[苹果]打电话")
    expect.unchanged(student, but=MAY_CHANGE)
    expect.close(numbers(got), [1.0] * LAYERS)


FRUIT = ["[苹果]很甜", "他吃了一个[苹果]吗", "树上的[苹果]红了", "我买[苹果]和花"]
COMPANY = ["[苹果]的手机", "我用[苹果]打电话"]
HIT = ["他[打]我", "别[打]人", "他被人[打]了"]
PHONE = ["我[打]电话", "给我[打]个电话", "他天天[打]电话", "请你[打]给我"]


def expect_separation(
    student: Student, reference: Reference, sense_a: list[str], sense_b: list[str], layer: int
) -> None:
    """Pass for the reference's means, or for those of the student's own cosines of their own vectors."""
    model_zh, tokenizer_zh = encoder()
    args = (model_zh, tokenizer_zh, sense_a, sense_b)
    try:
        got = numbers(student.sense_separation(*args, layer=layer))
        expect.close(got, reference.sense_separation(*args, layer=layer))
    except CheckFailed:
        a, b = ([_own_vector(student, model_zh, tokenizer_zh, s, layer) for s in sense] for sense in (sense_a, sense_b))
        same, across = [*combinations(a, 2), *combinations(b, 2)], list(product(a, b))
        own = _own_cosines(student, [*same, *across])
        within, between = fmean(own[: len(same)]), fmean(own[len(same) :])
        got = numbers(student.sense_separation(*args, layer=layer))
        expect.close(got, {"within": within, "between": between, "gap": within - between})


@check(
    "sense_separation.pooled",
    function="sense_separation",
    share=2,
    zh="两个义项句子数不同：句对合在一起平均",
    en="senses of unequal size: their pairs are pooled",
)
def test_sense_separation_pools_the_pairs(student: Student, reference: Reference) -> None:
    for a, b in ((HIT, PHONE), (PHONE, HIT[:2])):
        expect_separation(student, reference, a, b, -1)


@check(
    "sense_separation.layer",
    function="sense_separation",
    zh="按 layer 参数取对应的层",
    en="looks at the layer that was asked for",
)
def test_sense_separation_looks_at_the_layer(student: Student, reference: Reference) -> None:
    for layer in (1, 0):
        expect_separation(student, reference, HIT[:2], PHONE[:2], layer)


@check(
    "sense_separation.words",
    function="sense_separation",
    zh="几个词元的词",
    en="words of several tokens",
)
def test_sense_separation_of_longer_words(student: Student, reference: Reference) -> None:
    expect_separation(student, reference, FRUIT, COMPANY, -1)


@check(
    "sense_separation.too_few",
    function="sense_separation",
    zh="某个义项少于两个句子时抛出 ValueError",
    en="raises ValueError if a sense has fewer than two sentences",
)
def test_sense_separation_wants_two_sentences(student: Student) -> None:
    encoder_zh = encoder()
    for a, b in ((HIT[:1], PHONE), (HIT, PHONE[:1]), (HIT[:1], PHONE[:1]), ([], PHONE), (HIT, [])):
        student.raises(ValueError, "sense_separation", *encoder_zh, a, b)


@check(
    "sense_separation.train_mode",
    function="sense_separation",
    share=0.5,
    zh="训练模式下没有 dropout，参数、模式与随机状态保持原样",
    en="no dropout in train mode; arguments, mode and random state are left as they were",
    needs=["sense_separation.keys"],
    builds_on=["word_vector.train_mode", "word_vector.mode_left"],
)
def test_sense_separation_leaves_things_as_they_were(student: Student) -> None:
    first = student.sense_separation(*encoder(), FRUIT[:2], COMPANY)
    second = student.sense_separation(*encoder(train=True), FRUIT[:2], COMPANY)
    expect.unchanged(student, but=MAY_CHANGE)
    expect.close(numbers(second), numbers(first))
