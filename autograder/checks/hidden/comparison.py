"""Hidden checks of `comparison`: the rest of the contract, on other inputs.

Expected values are the reference's (compared with transformers' own fill-mask pipeline in `tests/checks/test_comparison.py`), and by hand
for McNemar's test. A mistake is counted where it was made, as in the public checks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from autograder.checks.api import CheckFailed, Reference, Student, check, expect
from autograder.checks.public.comparison import (
    bert,
    compared,
    expect_pairs,
    judged,
    number,
    outcomes,
    own_p_value,
    own_pll,
    pairs,
    roberta,
    scored,
    some_items,
    usable,
)
from autograder.models import model, tokenizer
from autograder.models.handles import Handle

MAY_CHANGE = ("requires_grad", "grad_mode")
"""What the contract leaves free."""


def chinese() -> tuple[Handle, Handle]:
    """The character-level fixture and its tokenizer."""
    return model("fixture-bert-zh", head="BertForMaskedLM"), tokenizer("fixture-bert-zh")


@check("fill_mask.k", function="fill_mask", zh="给出 k 对", en="gives k pairs")
def test_fill_mask_gives_k_pairs(student: Student, reference: Reference) -> None:
    for k in (1, 3, 12):
        args = (*bert(), "I bought a new {mask} in the city")
        got, want = pairs(student.fill_mask(*args, k=k), k), reference.fill_mask(*args, k=k)
        expect_pairs(got, want)


@check(
    "fill_mask.edges",
    function="fill_mask",
    zh="空格在句首、在句末、紧挨标点；其他花括号没有特殊含义",
    en="the gap at the start, at the end, beside punctuation; other braces mean nothing",
)
def test_fill_mask_anywhere(student: Student, reference: Reference) -> None:
    for models, template in (
        (bert(), "{mask} is the capital of France."),
        (bert(), "I like {mask}"),
        (roberta(), "({mask}) the dog, {0} {x}"),
        (chinese(), "我在{mask}行存钱"),
    ):
        got, want = pairs(student.fill_mask(*models, template), 5), reference.fill_mask(*models, template)
        expect_pairs(got, want)


@check(
    "fill_mask.types",
    function="fill_mask",
    zh="词是 str，概率是 Python 的 float",
    en="words are str, probabilities Python floats",
)
def test_fill_mask_returns_plain_values(student: Student) -> None:
    got = student.fill_mask(*bert(), "the {mask} of the river", k=2)
    expect.sequence(got, 2)
    for word, probability in (
        tuple(pair) if type(pair) in (list, tuple) and len(pair) == 2 else ("", None) for pair in got
    ):
        expect.text(word, zh="词", en="the word")
        expect.number(probability, zh="概率", en="the probability")


@check(
    "fill_mask.train_mode",
    function="fill_mask",
    zh="模型在训练模式时结果也确定；模式、参数和随机状态保持原样",
    en="deterministic for a model in train mode; mode, weights and random states stay as they were",
)
def test_fill_mask_without_dropout(student: Student, reference: Reference) -> None:
    args = (*bert(train=True), "the {mask} of the river")
    got = pairs(student.fill_mask(*args), 5)
    expect.unchanged(student, but=MAY_CHANGE)
    expect_pairs(got, reference.fill_mask(*bert(), "the {mask} of the river"))


@check(
    "word_logprob.second_occurrence",
    function="word_logprob",
    zh="词在模板里别处也出现：只盖住空格处的",
    en="the word stands elsewhere in the template too: only the gap's is masked",
)
def test_word_logprob_masks_the_gap_alone(student: Student, reference: Reference) -> None:
    for args in (
        (*bert(), "the bank of the river {mask}", "bank"),
        (*roberta(), "the river and the {mask}", "river"),
        (*bert(), "the {mask} near the bankers", "bank"),
    ):
        expect.close(number(student.word_logprob(*args)), reference.word_logprob(*args))


@check(
    "word_logprob.edges",
    function="word_logprob",
    zh="空格在句首、句末、紧挨标点",
    en="the gap at the start, at the end, beside punctuation",
)
def test_word_logprob_at_the_edges(student: Student, reference: Reference) -> None:
    for args in (
        (*bert(), "{mask} is the capital of France.", "Paris"),
        (*roberta(), "{mask} is the capital of France.", "Paris"),
        (*roberta(), "I like the new {mask}.", "music"),
        (*bert(), "I like music, {mask}", "songs"),
    ):
        expect.close(number(student.word_logprob(*args)), reference.word_logprob(*args))


@check(
    "word_logprob.bytes",
    function="word_logprob",
    zh="字节级 BPE：一个字由几个词元组成；几个词元的英文词",
    en="byte-level BPE: a character of several tokens, an English word of several",
)
def test_word_logprob_of_byte_pieces(student: Student, reference: Reference) -> None:
    for args in ((*roberta(), "I like the {mask} music", "银"), (*roberta(), "the {mask} sat near", "unkindly")):
        expect.close(number(student.word_logprob(*args)), reference.word_logprob(*args))


@check(
    "word_logprob.beside_letters",
    function="word_logprob",
    zh="空格紧挨着字母或汉字：填好之后再分词",
    en="the gap touches letters or hanzi: tokenised after it is filled",
)
def test_word_logprob_inside_a_word(student: Student, reference: Reference) -> None:
    for args in (
        (*bert(), "the {mask}ers sat", "bank"),
        (*chinese(), "我在{mask}存钱", "银行"),
        (*roberta(), "the bank{mask} sat", "s"),
    ):
        expect.close(number(student.word_logprob(*args)), reference.word_logprob(*args))


@check("word_logprob.float", function="word_logprob", zh="返回 Python 的 float", en="returns a Python float")
def test_word_logprob_returns_a_float(student: Student) -> None:
    expect.number(student.word_logprob(*bert(), "I like the {mask} river", "blue"))


@check(
    "word_logprob.train_mode",
    function="word_logprob",
    zh="模型在训练模式时结果也确定；模式、参数和随机状态保持原样",
    en="deterministic for a model in train mode; mode, weights and random states stay as they were",
    needs=["word_logprob.one_piece"],
)
def test_word_logprob_without_dropout(student: Student, reference: Reference) -> None:
    got = student.word_logprob(*bert(train=True), "I like the {mask} river", "blue")
    expect.unchanged(student, but=MAY_CHANGE)
    expect.close(number(got), reference.word_logprob(*bert(), "I like the {mask} river", "blue"))


@check(
    "pseudo_log_likelihood.other_texts",
    function="pseudo_log_likelihood",
    share=2,
    zh="字节级 BPE、汉字、只有一个词元的文本",
    en="byte-level BPE, hanzi, a text of one token",
)
def test_pseudo_log_likelihood_of_other_texts(student: Student, reference: Reference) -> None:
    for args in (
        (*roberta(), "I walked along the river bank."),
        (*chinese(), "我在银行存钱，他在银行散步"),
        (*bert(), "music"),
        (*roberta(), "the bank the bank"),
    ):
        got, want = scored(student.pseudo_log_likelihood(*args)), reference.pseudo_log_likelihood(*args)
        expect.close(got[0], want[0], zh="返回值[0]", en="the returned value[0]")
        expect.equal(got[1], want[1], zh="返回值[1]", en="the returned value[1]")


@check(
    "pseudo_log_likelihood.blank",
    function="pseudo_log_likelihood",
    zh="只有空白的文本也没有词元",
    en="a blank text has no token either",
)
def test_pseudo_log_likelihood_of_a_blank(student: Student) -> None:
    student.raises(ValueError, "pseudo_log_likelihood", *bert(), "  \n ")


@check(
    "pseudo_log_likelihood.types",
    function="pseudo_log_likelihood",
    zh="返回 (float, int)",
    en="returns (float, int)",
)
def test_pseudo_log_likelihood_returns_plain_numbers(student: Student) -> None:
    got = student.pseudo_log_likelihood(*bert(), "the river")
    expect.sequence(got, 2)
    expect.number(got[0], zh="返回值[0]", en="the returned value[0]")
    expect.whole(got[1], zh="返回值[1]", en="the returned value[1]")


@check(
    "pseudo_log_likelihood.train_mode",
    function="pseudo_log_likelihood",
    zh="模型在训练模式时结果也确定；模式、参数和随机状态保持原样",
    en="deterministic for a model in train mode; mode, weights and random states stay as they were",
    needs=["pseudo_log_likelihood.values"],
)
def test_pseudo_log_likelihood_without_dropout(student: Student, reference: Reference) -> None:
    got = scored(student.pseudo_log_likelihood(*bert(train=True), "The river bank."))
    expect.unchanged(student, but=MAY_CHANGE)
    expect.close(got[0], reference.pseudo_log_likelihood(*bert(), "The river bank.")[0])


@check(
    "pseudo_perplexity.other_texts",
    function="pseudo_perplexity",
    zh="另一个模型，另一些文本；返回 Python 的 float",
    en="another model, other texts; returns a Python float",
)
def test_pseudo_perplexity_of_other_texts(student: Student, reference: Reference) -> None:
    for args in ((*roberta(), "I like the new music."), (*bert(), "the river bank of the city")):

        def own(args: Sequence[Any] = args) -> float:
            pll, count = own_pll(student, args)
            return math.exp(-pll / count)

        judged(partial(student.pseudo_perplexity, *args), reference.pseudo_perplexity(*args), own)


@check(
    "bits_per_character.other_texts",
    function="bits_per_character",
    zh="空格和汉字都算字符；返回 Python 的 float",
    en="spaces and hanzi count as characters; returns a Python float",
)
def test_bits_per_character_of_other_texts(student: Student, reference: Reference) -> None:
    for args in (
        (*roberta(), "I like 银行 and  music."),
        (*chinese(), "我在银行存钱"),
        (*bert(), "a bank in the city "),
    ):

        def own(args: Sequence[Any] = args) -> float:
            return -own_pll(student, args)[0] / (len(args[2]) * math.log(2))

        judged(partial(student.bits_per_character, *args), reference.bits_per_character(*args), own)


def telling_items(models: tuple[Handle, Handle], reference: Reference, k: int) -> list[dict[str, str]]:
    """Items of which some are hits, some only in the top k, some neither: the words are the model's own guesses near these ranks."""
    return guesses(models, reference, (0, 1, k - 1, k, 0, 3 * k))


def guesses(models: tuple[Handle, Handle], reference: Reference, ranks: Sequence[int]) -> list[dict[str, str]]:
    """Items whose words are the model's own guesses near these ranks, one for each template."""
    items = []
    for template, rank in zip(TEMPLATES, ranks, strict=True):
        ranked = reference.fill_mask(*models, template, k=60)[rank:]
        items.append({"template": template, "word": next(word for word, _ in ranked if word.isalpha())})
    return items


TEMPLATES = (
    "the {mask} of the river",
    "I like the {mask}",
    "we saw a {mask} in the city",
    "the {mask} is red",
    "they play the {mask} at night",
    "she read the {mask} letter",
)


def scores(got: Any) -> dict[str, Any]:
    """`cloze_scores`' result with plain numbers."""
    expect.mapping(got, ("hits", "top1", "topk", "mean_logprob"))
    return {**got, **{key: number(got[key]) for key in ("top1", "topk", "mean_logprob")}}


def expect_scores(got: Mapping[str, Any], want: Mapping[str, Any], *keys: str) -> None:
    """Pass if these parts are the expected ones."""
    for key in keys:
        expect.close(got[key], want[key], zh=key, en=key)


@check(
    "cloze_scores.hits",
    function="cloze_scores",
    share=2,
    zh="hits 和 top1：概率最大的就是词自己的词元",
    en="hits and top1: the argmax is the word's own piece",
    needs=["cloze_scores.keys"],
)
def test_cloze_scores_counts_hits(student: Student, reference: Reference) -> None:
    for models in (bert(), roberta()):
        items = telling_items(models, reference, 3)
        got, want = scores(student.cloze_scores(*models, items)), reference.cloze_scores(*models, items)
        expect.equal([bool(number(hit)) for hit in got["hits"]], want["hits"], zh="hits", en="hits")
        expect_scores(got, want, "top1")


@check(
    "cloze_scores.topk",
    function="cloze_scores",
    share=2,
    zh="topk：每个词元都在它那个位置的前 k 名里",
    en="topk: every piece among its position's k most probable",
    needs=["cloze_scores.keys"],
)
def test_cloze_scores_counts_the_top_k(student: Student, reference: Reference) -> None:
    items = telling_items(bert(), reference, 3)
    for k in (1, 2, 3, 4):
        got, want = scores(student.cloze_scores(*bert(), items, k=k)), reference.cloze_scores(*bert(), items, k=k)
        expect_scores(got, want, "topk")
    expect_scores(scores(student.cloze_scores(*bert(), items)), reference.cloze_scores(*bert(), items), "topk")


@check(
    "cloze_scores.every_piece",
    function="cloze_scores",
    zh="几个词元的词：每一个都对才算对",
    en="a word of several pieces: a hit only if every one is right",
    needs=["cloze_scores.keys"],
)
def test_cloze_scores_wants_every_piece(student: Student, reference: Reference) -> None:
    items = half_right(reference)
    for k in (1, 4):
        got, want = scores(student.cloze_scores(*bert(), items, k=k)), reference.cloze_scores(*bert(), items, k=k)
        expect.equal([bool(number(hit)) for hit in got["hits"]], want["hits"], zh="hits", en="hits")
        expect_scores(got, want, "top1", "topk")


def half_right(reference: Reference) -> list[dict[str, str]]:
    """Words of two pieces whose first piece is (nearly) the model's best guess with both masked; the plural's hardly ever is."""
    items = []
    for before, after in CONTEXTS:
        guesses = reference.fill_mask(*bert(), f"{before} {{mask}}[MASK] {after}", k=60)
        best = next(word for word, _ in guesses if word.isalpha())
        items.append({"template": f"{before} {{mask}} {after}", "word": f"{best}s"})
    return items


CONTEXTS = (
    ("the", "near the river"),
    ("I like the", "of music"),
    ("we saw", "in the city"),
    ("she read the red", "at night"),
    ("good", "play the song"),
    ("the man and the", "walk home"),
)


@check(
    "cloze_scores.mean_logprob",
    function="cloze_scores",
    zh="mean_logprob 是 word_logprob 的平均",
    en="mean_logprob is the mean of word_logprob",
    needs=["cloze_scores.keys"],
)
def test_cloze_scores_averages_word_logprob(student: Student, reference: Reference) -> None:
    for models in (bert(), roberta()):

        def own(models: tuple[Handle, Handle] = models) -> Any:
            found = [number(student.word_logprob(*models, one["template"], one["word"])) for one in some_items()]
            return sum(found) / len(found)

        def attempt(models: tuple[Handle, Handle] = models) -> Any:
            return scores(student.cloze_scores(*models, some_items()))["mean_logprob"]

        want = reference.cloze_scores(*models, some_items())["mean_logprob"]
        judged(attempt, want, own, zh="mean_logprob", en="mean_logprob")


@check(
    "cloze_scores.types",
    function="cloze_scores",
    zh="hits 里是 bool，其余是 Python 的 float",
    en="hits are bool, the rest Python floats",
    needs=["cloze_scores.keys"],
)
def test_cloze_scores_returns_plain_values(student: Student) -> None:
    got = student.cloze_scores(*bert(), some_items())
    expect.mapping(got, ("hits", "top1", "topk", "mean_logprob"))
    for hit in got["hits"]:
        if type(hit) is not bool:
            expect.equal(hit, True, zh="hits 的一项", en="an entry of hits")
    for key in ("top1", "topk", "mean_logprob"):
        expect.number(got[key], zh=key, en=key)


@check(
    "cloze_scores.train_mode",
    function="cloze_scores",
    zh="模型在训练模式时结果也确定；题目、模式、参数和随机状态保持原样",
    en="deterministic for a model in train mode; items, mode, weights and random states stay as they were",
    needs=["cloze_scores.keys"],
)
def test_cloze_scores_without_dropout(student: Student) -> None:
    def steady_words() -> None:
        one = some_items()[0]
        got = number(student.word_logprob(*bert(train=True), one["template"], one["word"]))
        expect.unchanged(student, but=MAY_CHANGE)
        expect.close(got, number(student.word_logprob(*bert(), one["template"], one["word"])))

    try:
        got = scores(student.cloze_scores(*bert(train=True), some_items()))
        expect.unchanged(student, but=MAY_CHANGE)
        again = scores(student.cloze_scores(*bert(), some_items()))
        expect_scores(got, again, "mean_logprob", "top1", "topk")
    except CheckFailed:
        usable(steady_words)
        raise


@check(
    "mcnemar_exact.agreement",
    function="mcnemar_exact",
    zh="从不一致时为 1.0；一致的题不起作用",
    en="1.0 where they never disagree; items on which they agree do not count",
)
def test_mcnemar_exact_looks_at_disagreement_alone(student: Student) -> None:
    for counts, want in (((4, 0, 0, 3), 1.0), ((1, 0, 0, 0), 1.0), ((50, 0, 6, 50), 2 / 64), ((0, 0, 6, 0), 2 / 64)):
        expect.close(number(student.mcnemar_exact(*outcomes(*counts))), want)


@check(
    "mcnemar_exact.middle",
    function="mcnemar_exact",
    zh="两边一样多时为 1.0，不超过 1",
    en="1.0 where both have as many, never more than 1",
)
def test_mcnemar_exact_never_exceeds_one(student: Student) -> None:
    # 2 · P[Bin(5, ½) <= 2] = 1 exactly; with b = c the two tails overlap.
    for counts, want in (((0, 1, 1, 2), 1.0), ((2, 4, 4, 0), 1.0), ((0, 3, 2, 1), 1.0), ((0, 0, 1, 0), 1.0)):
        expect.close(number(student.mcnemar_exact(*outcomes(*counts))), want)


@check(
    "mcnemar_exact.two_sided",
    function="mcnemar_exact",
    zh="双侧，交换两个模型结果不变；精确到很小的 p",
    en="two-sided, the same with the models exchanged; exact down to small p",
)
def test_mcnemar_exact_is_two_sided_and_exact(student: Student) -> None:
    for b, c in ((8, 5), (5, 8), (30, 12), (12, 30), (25, 0)):
        tail = sum(math.comb(b + c, i) for i in range(min(b, c) + 1)) / 2 ** (b + c)
        expect.close(number(student.mcnemar_exact(*outcomes(3, b, c, 2))), 2 * tail, atol=1e-12)


@check("mcnemar_exact.float", function="mcnemar_exact", zh="返回 Python 的 float", en="returns a Python float")
def test_mcnemar_exact_returns_a_float(student: Student) -> None:
    expect.number(student.mcnemar_exact(*outcomes(1, 4, 1, 1)))


@check(
    "compare_models.scores",
    function="compare_models",
    zh="每个模型的 top1、topk，p_value 由两个模型的 hits 得出；名字和 k 随意",
    en="each model's top1 and topk, and p_value from both models' hits; any names, any k",
    needs=["compare_models.keys", "cloze_scores.keys"],
)
def test_compare_models_puts_scores_together(student: Student, reference: Reference) -> None:
    # BERT's own best guesses are among the items: it has more hits than RoBERTa, so that the p-value is not 1.
    items, texts = telling_items(bert(), reference, 2) + guesses(bert(), reference, (0,) * 6), ["The river."]
    models = {"甲": bert(), "model b": roberta()}
    got, want = compared(student, models, items, texts, k=2), reference.compare_models(models, items, texts, k=2)
    for name in models:
        for key in ("top1", "topk"):

            def own(name: str = name, key: str = key) -> Any:
                return number(student.cloze_scores(*models[name], items, k=2)[key])

            judged(partial(got[name].get, key), want[name][key], own, zh=key, en=key)

    def own_p() -> Any:
        return own_p_value(student, models, items, k=2)

    judged(lambda: number(got["p_value"]), want["p_value"], own_p, zh="p_value", en="p_value")


@check(
    "compare_models.pooled_bits",
    function="compare_models",
    zh="所有文本的比特数除以所有文本的字符数",
    en="all texts' bits over all texts' characters",
    needs=["compare_models.keys"],
)
def test_compare_models_pools_the_bits(student: Student, reference: Reference) -> None:
    texts = ["I like the river bank of the city.", "music", "The dog."]
    models = {"bert": bert(), "roberta": roberta()}
    got = compared(student, models, some_items(), texts)
    want = reference.compare_models(models, some_items(), texts)
    for name, pair in models.items():

        def own(pair: tuple[Handle, Handle] = pair) -> float:
            nats = -sum(own_pll(student, (*pair, text))[0] for text in texts)
            return nats / (sum(map(len, texts)) * math.log(2))

        key = "bits_per_character"
        judged(partial(got[name].get, key), want[name][key], own, zh=key, en=key)


@check(
    "compare_models.two",
    function="compare_models",
    zh="不是恰好两个模型时抛出 ValueError",
    en="raises ValueError unless there are exactly two models",
)
def test_compare_models_wants_two(student: Student) -> None:
    student.raises(ValueError, "compare_models", {"bert": bert()}, some_items(), ["The river."])
    three = {"a": bert(), "b": roberta(), "c": bert()}
    student.raises(ValueError, "compare_models", three, some_items(), ["The river."])
