"""Public checks of `polysemy`: what students can run before they hand in.

Models are tiny and random: their numbers mean nothing, but the reference and a right solution agree on them. A check that needs
other functions to be right asks as little of them as it can: values are compared for a single hanzi in plain Chinese text, where
most ways of finding tokens agree; all else is checked on a word of two hanzi, of which something is left even if one is missed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from autograder.checks.api import Reference, Student, check, expect, picture
from autograder.models import model, tokenizer
from autograder.models.handles import Handle
from autograder.text import Text


def encoder(language: str = "bert-zh", train: bool = False) -> tuple[Handle, Handle]:
    """A fixture's encoder and its tokenizer, fresh handles for one check."""
    head = "RobertaModel" if language.startswith("roberta") else "BertModel"
    return model(f"fixture-{language}", head=head, train=train), tokenizer(f"fixture-{language}")


def number(value: Any) -> Any:
    """A tensor with one number as that number: its kind is judged once, by the check that is about kinds."""
    return float(value.detach()) if isinstance(value, torch.Tensor) and value.numel() == 1 else value


def numbers(value: Any) -> Any:
    """Numbers of a list, tuple, dict, tensor or array, each as by `number`."""
    if isinstance(value, dict):
        return {key: number(item) for key, item in value.items()}
    if isinstance(value, torch.Tensor | np.ndarray):
        return value.reshape(-1).tolist()
    return [number(item) for item in value] if isinstance(value, list | tuple) else value


def vector(value: Any) -> torch.Tensor:
    """A word's vector, without a batch dimension of one: its shape, too, is judged once."""
    got = expect.tensor(value)
    return got[0] if got.ndim == 2 and len(got) == 1 else got


def same(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Whether two vectors are equal, up to rounding."""
    return one.shape == other.shape and torch.allclose(one.double(), other.double())


@check(
    "parse_marked.example",
    function="parse_marked",
    share=2,
    zh="去掉方括号，给出词的字符区间",
    en="takes the brackets off and gives the word's span",
)
def test_parse_marked_gives_text_and_span(student: Student) -> None:
    for marked, want in (
        ("我在[银行]存钱", ("我在银行存钱", 2, 4)),
        ("The [bank] of the river", ("The bank of the river", 4, 8)),
        ("我用GPU在[银行]存钱", ("我用GPU在银行存钱", 6, 8)),
    ):
        expect.equal(student.parse_marked(marked), want)


@check(
    "parse_marked.no_mark",
    function="parse_marked",
    zh="没有标记或标记不完整的句子抛出 ValueError",
    en="raises ValueError for a sentence without a complete mark",
)
def test_parse_marked_wants_a_mark(student: Student) -> None:
    for marked in ("我在银行存钱", "我在[银行存钱", "我在银行]存钱"):
        student.raises(ValueError, "parse_marked", marked)


def expect_spans(student: Student, language: str, wanted: dict[str, tuple[int, int]]) -> None:
    """Pass if `token_span` gives each marked sentence's span of tokens."""
    words = tokenizer(f"fixture-{language}")
    for marked, span in wanted.items():
        before, word = marked.split("]")[0].split("[")
        text = marked.replace("[", "").replace("]", "")
        expect.equal(student.token_span(words, text, len(before), len(before + word)), span)


@check(
    "token_span.character",
    function="token_span",
    zh="中文里的一个字",
    en="one hanzi in Chinese text",
)
def test_token_span_of_one_character(student: Student) -> None:
    expect_spans(student, "bert-zh", {"我[打]电话": (2, 3), "[花]开了": (1, 2)})


@check(
    "token_span.chinese",
    function="token_span",
    zh="中文里的一个词：几个字，几个词元",
    en="a word in Chinese text: several hanzi, several tokens",
)
def test_token_span_of_a_chinese_word(student: Student) -> None:
    expect_spans(student, "bert-zh", {"我在[银行]存钱": (3, 5), "[人工智能]的未来是": (1, 5)})


@check(
    "token_span.english",
    function="token_span",
    zh="英文 WordPiece：一个词分成几个词元",
    en="English WordPiece: a word of several tokens",
)
def test_token_span_of_wordpieces(student: Student) -> None:
    expect_spans(
        student, "bert-en", {"I walked along the [river] bank": (5, 6), "The [bankers] sat near the river": (2, 5)}
    )


@check(
    "token_span.byte_bpe",
    function="token_span",
    zh="字节级 BPE：空格并入后面的词元",
    en="byte-level BPE: the space belongs to the token after it",
)
def test_token_span_of_byte_level_bpe(student: Student) -> None:
    expect_spans(student, "roberta-en", {"I walked along the [river] bank": (5, 6), "the river [banks]": (3, 5)})


@check(
    "token_span.no_such_span",
    function="token_span",
    zh="空区间或超出文本的区间抛出 ValueError",
    en="raises ValueError for an empty span and for one outside the text",
)
def test_token_span_wants_a_span_inside_the_text(student: Student) -> None:
    words = tokenizer("fixture-bert-zh")
    for start, end in ((2, 2), (4, 7), (6, 8)):
        student.raises(ValueError, "token_span", words, "我在银行存钱", start, end)


@check(
    "word_vector.shape",
    function="word_vector",
    zh="返回形状为 (hidden_size,) 的张量",
    en="returns a tensor (hidden_size,)",
)
def test_word_vector_has_one_dimension(student: Student) -> None:
    expect.tensor(student.word_vector(*encoder(), "我在[银行]存钱"), (32,))


@check(
    "word_vector.varies",
    function="word_vector",
    zh="不同的词在不同的句子里有不同的向量",
    en="different words in different sentences have different vectors",
)
def test_word_vector_depends_on_what_is_asked(student: Student) -> None:
    encoder_zh = encoder()
    one, other = (vector(student.word_vector(*encoder_zh, s)) for s in ("我在[银行]存钱", "他用[苹果]打电话"))
    expect.true(
        bool(one.isfinite().all() and other.isfinite().all()),
        zh="向量里有 NaN 或无穷大",
        en="it has NaN or infinity in it",
    )
    expect.true(not same(one, other), zh="不同的句子得到了同一个向量", en="different sentences gave the same vector")


@check(
    "word_vector.character",
    function="word_vector",
    zh="只有一个词元的词：最后一层的向量",
    en="a word of one token: its vector at the last layer",
    needs=["parse_marked.example", "token_span.character"],
)
def test_word_vector_of_one_token(student: Student, reference: Reference) -> None:
    encoder_zh = encoder()
    for marked in ("我[打]电话", "他们在路上[打]了人"):
        expect.close(vector(student.word_vector(*encoder_zh, marked)), reference.word_vector(*encoder_zh, marked))


@check(
    "word_vector.mean",
    function="word_vector",
    zh="几个词元的词：它们的平均",
    en="a word of several tokens: their mean",
    needs=["word_vector.character", "token_span.chinese"],
)
def test_word_vector_is_the_mean_over_the_words_tokens(student: Student, reference: Reference) -> None:
    encoder_zh = encoder()
    for marked in ("我在[银行]存钱", "我在[银行]散步"):
        expect.close(vector(student.word_vector(*encoder_zh, marked)), reference.word_vector(*encoder_zh, marked))


@check(
    "word_vector.every_layer",
    function="word_vector",
    zh="layer 从 0（嵌入层）到 num_hidden_layers，也可以从末尾数",
    en="layer goes from 0 (embeddings) to num_hidden_layers, and counts from the end too",
    needs=["word_vector.varies"],
)
def test_word_vector_knows_every_layer(student: Student) -> None:
    encoder_zh, layers, marked = encoder(), 4, "我在[银行]存钱"
    vectors = [vector(student.word_vector(*encoder_zh, marked, layer=layer)) for layer in range(layers)]
    for one in vectors:
        shape = Text(f"形状是 {tuple(one.shape)}", f"its shape is {tuple(one.shape)}")
        expect.true(one.numel() == 32, zh="返回值的长度不是 hidden_size", en="it is not hidden_size long", more=shape)
    for layer, want in enumerate(vectors):
        got = vector(student.word_vector(*encoder_zh, marked, layer=layer - layers))
        expect.close(got, want, zh=f"layer={layer - layers}", en=f"layer={layer - layers}")
        expect.true(
            not any(same(want, other) for other in vectors[:layer]),
            zh="不同的层得到了同一个向量",
            en="different layers gave the same vector",
        )


@check(
    "cosine_similarity.values",
    function="cosine_similarity",
    share=2,
    zh="已知夹角的向量",
    en="vectors at known angles",
)
def test_cosine_similarity_of_known_angles(student: Student) -> None:
    east, north, north_east = torch.tensor([3.0, 0.0]), torch.tensor([0.0, 0.5]), torch.tensor([2.0, 2.0])
    for u, v, want in ((east, north_east, 0.5**0.5), (east, north, 0.0), (north_east, 5 * north_east, 1.0)):
        expect.close(number(student.cosine_similarity(u, v)), want)


@check(
    "cosine_similarity.float",
    function="cosine_similarity",
    zh="返回 Python 的 float",
    en="returns a Python float",
)
def test_cosine_similarity_is_a_float(student: Student) -> None:
    expect.number(student.cosine_similarity(torch.tensor([1.0, 2.0, 0.5]), torch.tensor([0.3, -1.0, 2.0])))


@check(
    "cosine_similarity.zero",
    function="cosine_similarity",
    zh="零向量抛出 ValueError",
    en="raises ValueError for a zero vector",
)
def test_cosine_similarity_wants_a_direction(student: Student) -> None:
    u, zero = torch.tensor([1.0, 2.0, 3.0]), torch.zeros(3)
    for pair in ((u, zero), (zero, u), (zero, zero)):
        student.raises(ValueError, "cosine_similarity", *pair)


@check(
    "layerwise_similarity.length",
    function="layerwise_similarity",
    zh="num_hidden_layers + 1 个 float 的列表",
    en="a list of num_hidden_layers + 1 floats",
    builds_on=["word_vector.shape", "word_vector.every_layer", "cosine_similarity.float"],
)
def test_layerwise_similarity_has_one_number_a_layer(student: Student) -> None:
    for language, a, b in (
        ("bert-zh", "我在[银行]存钱", "[银行]在哪"),
        ("bert-en", "the [bats] flew", "he hit [bats] like this"),
    ):
        got = student.layerwise_similarity(*encoder(language), a, b)
        expect.sequence(got, 4)
        for index, value in enumerate(got):
            expect.number(value, zh=f"返回值[{index}]", en=f"the returned value[{index}]")


@check(
    "layerwise_similarity.values",
    function="layerwise_similarity",
    zh="每一层的余弦，嵌入层在最前",
    en="the cosine at each layer, embeddings first",
    builds_on=["word_vector.shape", "word_vector.character", "word_vector.every_layer", "cosine_similarity.values"],
)
def test_layerwise_similarity_is_the_cosine_at_each_layer(student: Student, reference: Reference) -> None:
    args = (*encoder(), "我[打]电话", "他们在路上[打]了人")
    got, want = numbers(student.layerwise_similarity(*args)), reference.layerwise_similarity(*args)
    picture(
        "line",
        zh="两处“打”的余弦，逐层（测试用的随机小模型）",
        en="cosine of 打 in two contexts, layer by layer (a random model made for testing)",
        x=[str(layer) for layer in range(len(want))],
        series={"应有 expected": want, "你的 yours": got},
    )
    expect.close(got, want)


FRUIT = ("[苹果]很甜", "他吃了一个[苹果]吗", "树上的[苹果]红了")
COMPANY = ("[苹果]的手机", "我用[苹果]打电话")
FLOWER = ("[花]开了", "院里的[花]红了", "公园里有[花]吗")
SPEND = ("我[花]钱", "他[花]了一天时间", "钱都[花]在吃上了")


@check(
    "sense_separation.keys",
    function="sense_separation",
    zh="within、between 和 gap，gap = within - between",
    en="within, between and gap, and gap = within - between",
    builds_on=["word_vector.shape", "word_vector.varies", "cosine_similarity.float", "cosine_similarity.values"],
)
def test_sense_separation_is_consistent(student: Student) -> None:
    got = student.sense_separation(*encoder(), list(FRUIT), list(COMPANY))
    expect.mapping(got, ["within", "between", "gap"])
    for key in ("within", "between", "gap"):
        expect.number(got[key], zh=key, en=key)
    expect.true(
        all(-1.0001 <= got[key] <= 1.0001 for key in ("within", "between")),
        zh="within 或 between 不是 [-1, 1] 内的数",
        en="within or between is not within [-1, 1]",
    )
    expect.close(float(got["gap"]), float(got["within"] - got["between"]), zh="gap", en="gap")


@check(
    "sense_separation.values",
    function="sense_separation",
    zh="所有句对的平均",
    en="the means over all pairs",
    builds_on=["word_vector.shape", "word_vector.character", "cosine_similarity.values"],
)
def test_sense_separation_averages_over_pairs(student: Student, reference: Reference) -> None:
    args = (*encoder(), list(FLOWER), list(SPEND))
    expect.close(numbers(student.sense_separation(*args)), reference.sense_separation(*args))
