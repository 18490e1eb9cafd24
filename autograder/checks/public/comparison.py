"""Public checks of `comparison`: what students can run before they hand in.

Models are tiny and random: their numbers mean nothing, but the reference and a right solution agree on them. Expected values are the
reference's, but for McNemar's test, whose values are computed by hand. A function that may build on another one passes if it makes of the
other's result what is right, so that a mistake is counted once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch

from autograder.checks.api import UNUSABLE, CheckFailed, NotRun, Reference, Student, check, expect, picture
from autograder.models import model, tokenizer
from autograder.models.handles import Handle

Models = dict[str, tuple[Handle, Handle]]


def bert(train: bool = False) -> tuple[Handle, Handle]:
    """The WordPiece fixture and its tokenizer, fresh handles for one check."""
    return model("fixture-bert-en", head="BertForMaskedLM", train=train), tokenizer("fixture-bert-en")


def roberta(train: bool = False) -> tuple[Handle, Handle]:
    """The byte-level fixture and its tokenizer, fresh handles for one check."""
    return model("fixture-roberta-en", train=train), tokenizer("fixture-roberta-en")


def number(value: Any) -> Any:
    """A number that came as a tensor or array with one element, as a plain one: that it should be plain is judged once."""
    if isinstance(value, torch.Tensor | np.ndarray) and value.ndim == 0:
        return value.item()
    return value


def pairs(got: Any, count: int) -> list[tuple[Any, Any]]:
    """`fill_mask`'s result as pairs of a word and a number."""
    expect.sequence(got, count)
    for index, pair in enumerate(got):
        expect.sequence(pair, 2, zh=f"返回值[{index}]", en=f"the returned value[{index}]")
    return [(word, number(probability)) for word, probability in got]


def expect_pairs(got: Sequence[tuple[Any, Any]], want: Sequence[tuple[Any, Any]]) -> None:
    """Pass if these pairs have the expected words and probabilities."""
    expect.equal([word for word, _ in got], [word for word, _ in want], zh="各对的词", en="words")
    expect.close([p for _, p in got], [p for _, p in want], zh="各对的概率", en="probabilities")


def scored(got: Any) -> tuple[Any, Any]:
    """`pseudo_log_likelihood`'s result as two numbers."""
    expect.sequence(got, 2)
    return number(got[0]), number(got[1])


def judged(
    attempt: Callable[[], Any],
    want: Any,
    own: Callable[[], Any],
    zh: str = "返回值",
    en: str = "the returned value",
) -> None:
    """Pass if an attempt gives the expected value, or what is right to make of the student's own earlier functions.

    Args:
        attempt: gets the value from the student.
        want: the reference's.
        own: computes the value from the student's own functions; it raises where they give nothing usable.
        zh, en: what the value is.
    """
    try:
        got = attempt()
    except CheckFailed:
        usable(own)
        raise
    try:
        expect.close(got, want, zh=zh, en=en)
    except CheckFailed as failure:
        alternative = usable(own)
        try:
            expect.close(got, alternative, zh=zh, en=en)
        except CheckFailed:
            raise failure from None


def usable(own: Callable[[], Any]) -> Any:
    """What the student's own earlier functions give; where that is nothing usable, the check is not run."""
    try:
        return own()
    except (CheckFailed, TypeError, ValueError, KeyError, IndexError, ArithmeticError):
        raise NotRun(UNUSABLE) from None


@check(
    "fill_mask.bert",
    function="fill_mask",
    zh="默认给出 5 对（词，概率），概率大的在前",
    en="gives 5 pairs (word, probability) by default, most probable first",
)
def test_fill_mask_gives_the_most_probable_words(student: Student, reference: Reference) -> None:
    args = (*bert(), "the {mask} of the river")
    got, want = pairs(student.fill_mask(*args), 5), reference.fill_mask(*args)
    words, own = [word for word, _ in want], [p for _, p in got]
    picture(
        "bars",
        zh="前五个猜测的概率（测试用的随机小模型）",
        en="probabilities of the five best guesses (a random model made for testing)",
        x=words,
        series={"应有 expected": [p for _, p in want], "你的 yours": own},
    )
    expect_pairs(got, want)


@check(
    "fill_mask.roberta",
    function="fill_mask",
    zh="用模型自己的掩码词元；词去掉两端的空格",
    en="puts in the model's own mask token; words are stripped",
)
def test_fill_mask_knows_each_models_mask(student: Student, reference: Reference) -> None:
    args = (*roberta(), "I like the {mask}.")
    got, want = pairs(student.fill_mask(*args), 5), reference.fill_mask(*args)
    expect_pairs(got, want)


@check(
    "fill_mask.marker",
    function="fill_mask",
    zh="没有 {mask} 或不止一个时抛出 ValueError",
    en="raises ValueError unless {mask} occurs exactly once",
)
def test_fill_mask_wants_one_marker(student: Student) -> None:
    for template in ("the bank of the river", "the {mask} of the {mask}"):
        student.raises(ValueError, "fill_mask", *bert(), template)


@check(
    "word_logprob.one_piece",
    function="word_logprob",
    share=2,
    zh="一个词元的词",
    en="a word of one piece",
)
def test_word_logprob_of_one_piece(student: Student, reference: Reference) -> None:
    args = (*bert(), "I like the {mask} river", "blue")
    expect.close(number(student.word_logprob(*args)), reference.word_logprob(*args))


@check(
    "word_logprob.pieces",
    function="word_logprob",
    zh="几个词元的词：全部盖住，对数概率相加",
    en="a word of several pieces: all masked, their log-probabilities summed",
)
def test_word_logprob_of_several_pieces(student: Student, reference: Reference) -> None:
    args = (*bert(), "The {mask} sat near the river", "bankers")
    expect.close(number(student.word_logprob(*args)), reference.word_logprob(*args))


@check(
    "word_logprob.space",
    function="word_logprob",
    zh="字节级 BPE：词的词元带着前面的空格",
    en="byte-level BPE: the word's token takes the space before it along",
)
def test_word_logprob_sees_the_leading_space(student: Student, reference: Reference) -> None:
    args = (*roberta(), "I walked along the {mask} bank", "river")
    expect.close(number(student.word_logprob(*args)), reference.word_logprob(*args))


@check(
    "word_logprob.marker",
    function="word_logprob",
    zh="没有 {mask} 或不止一个时抛出 ValueError",
    en="raises ValueError unless {mask} occurs exactly once",
)
def test_word_logprob_wants_one_marker(student: Student) -> None:
    for template in ("the bank of the river", "{mask} and {mask}"):
        student.raises(ValueError, "word_logprob", *bert(), template, "money")


@check(
    "pseudo_log_likelihood.values",
    function="pseudo_log_likelihood",
    share=2,
    zh="每个词元轮流单独盖住，对数概率相加；并给出词元数",
    en="each token masked alone in turn, log-probabilities summed, and how many they are",
)
def test_pseudo_log_likelihood_masks_each_token_alone(student: Student, reference: Reference) -> None:
    args = (*bert(), "The bankers sat near the river bank.")
    got, want = scored(student.pseudo_log_likelihood(*args)), reference.pseudo_log_likelihood(*args)
    expect.close(got[0], want[0], zh="返回值[0]", en="the returned value[0]")
    expect.equal(got[1], want[1], zh="返回值[1]", en="the returned value[1]")


@check(
    "pseudo_log_likelihood.no_token",
    function="pseudo_log_likelihood",
    zh="没有词元的文本抛出 ValueError",
    en="raises ValueError for a text with no token",
)
def test_pseudo_log_likelihood_wants_a_token(student: Student) -> None:
    student.raises(ValueError, "pseudo_log_likelihood", *bert(), "")


def own_pll(student: Student, args: Sequence[Any]) -> tuple[float, int]:
    """The student's own pseudo-log-likelihood and count, as plain numbers."""
    pll, count = scored(student.pseudo_log_likelihood(*args))
    expect.number(pll)
    expect.whole(count)
    return float(pll), int(count)


@check(
    "pseudo_perplexity.value",
    function="pseudo_perplexity",
    zh="exp(-pll / n)",
    en="exp(-pll / n)",
)
def test_pseudo_perplexity_is_per_token(student: Student, reference: Reference) -> None:
    args = (*bert(), "The bankers sat near the river.")

    def own() -> float:
        pll, count = own_pll(student, args)
        return math.exp(-pll / count)

    judged(lambda: number(student.pseudo_perplexity(*args)), reference.pseudo_perplexity(*args), own)


@check(
    "bits_per_character.value",
    function="bits_per_character",
    zh="-pll / (len(text) · ln 2)",
    en="-pll / (len(text) · ln 2)",
)
def test_bits_per_character_count_characters(student: Student, reference: Reference) -> None:
    args = (*bert(), "The bankers sat near the river.")

    def own() -> float:
        return -own_pll(student, args)[0] / (len(args[2]) * math.log(2))

    judged(lambda: number(student.bits_per_character(*args)), reference.bits_per_character(*args), own)


@check(
    "cloze_scores.keys",
    function="cloze_scores",
    zh="hits、top1、topk 和 mean_logprob，hits 每题一个",
    en="hits, top1, topk and mean_logprob, with one hit an item",
)
def test_cloze_scores_has_four_parts(student: Student) -> None:
    got = student.cloze_scores(*bert(), some_items())
    expect.mapping(got, ("hits", "top1", "topk", "mean_logprob"))
    expect.sequence(got["hits"], 3, zh="hits", en="hits")


@check(
    "cloze_scores.no_items",
    function="cloze_scores",
    zh="没有题时抛出 ValueError",
    en="raises ValueError for no items",
)
def test_cloze_scores_wants_items(student: Student) -> None:
    student.raises(ValueError, "cloze_scores", *bert(), [])


def some_items() -> list[dict[str, str]]:
    """Three items, one with a word of several pieces."""
    return [
        {"template": "the {mask} of the river", "word": "bank"},
        {"template": "I like the {mask}", "word": "music"},
        {"template": "The {mask} sat near the river", "word": "bankers"},
    ]


def outcomes(both: int, a_only: int, b_only: int, neither: int) -> tuple[list[bool], list[bool]]:
    """Hits of two models with these counts, in a mixed order."""
    cases = [(True, True)] * both + [(True, False)] * a_only + [(False, True)] * b_only + [(False, False)] * neither
    mixed = cases[::2] + cases[1::2]
    return [a for a, _ in mixed], [b for _, b in mixed]


@check(
    "mcnemar_exact.values",
    function="mcnemar_exact",
    share=2,
    zh="手算得出的几个 p 值",
    en="some p-values computed by hand",
)
def test_mcnemar_exact_by_hand(student: Student) -> None:
    # 2 · (1/2)^5; 2 · (1 + 12 + 66) / 2^12
    for counts, want in (((0, 5, 0, 0), 0.0625), ((3, 10, 2, 4), 158 / 4096)):
        expect.close(number(student.mcnemar_exact(*outcomes(*counts))), want)


@check(
    "mcnemar_exact.lengths",
    function="mcnemar_exact",
    zh="长度不同或没有题时抛出 ValueError",
    en="raises ValueError for unequal lengths and for no items",
)
def test_mcnemar_exact_wants_the_same_items(student: Student) -> None:
    student.raises(ValueError, "mcnemar_exact", [True, False], [True])
    student.raises(ValueError, "mcnemar_exact", [], [])


@check(
    "compare_models.keys",
    function="compare_models",
    zh="每个名字有 top1、topk 和 bits_per_character，另有 p_value",
    en="top1, topk and bits_per_character for each name, and p_value",
    needs=["cloze_scores.keys"],
)
def test_compare_models_has_all_parts(student: Student) -> None:
    compared(student, {"bert": bert(), "roberta": roberta()}, some_items(), ["The river bank."])


def compared(
    student: Student, models: Models, items: list[dict[str, str]], texts: Sequence[str], **options: int
) -> Mapping[str, Any]:
    """`compare_models`' result with all its parts; where it fails because a function that it may build on does, it is not judged."""
    try:
        got = student.compare_models(models, items, list(texts), **options)
    except CheckFailed:
        usable(lambda: [own_pll(student, (*pair, text)) for pair in models.values() for text in texts])
        usable(lambda: own_p_value(student, models, items, **options))
        raise
    expect.mapping(got, (*models, "p_value"))
    for name in models:
        expect.mapping(got[name], ("top1", "topk", "bits_per_character"), zh=name, en=name)
    return {**got, **{name: {key: number(value) for key, value in got[name].items()} for name in models}}


def own_p_value(student: Student, models: Models, items: list[dict[str, str]], **options: int) -> Any:
    """The p-value that the student's own test finds in the hits of the student's own scores."""
    hits = [list(student.cloze_scores(*pair, items, **options)["hits"]) for pair in models.values()]
    return number(student.mcnemar_exact(*hits))
