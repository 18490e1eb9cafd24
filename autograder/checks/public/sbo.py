"""Public checks of `sbo`: what students can run before they hand in.

Random functions are called many times from fixed seeds. Where a check judges frequencies, a right solution fails it with a
probability below 1e-6, whatever order it draws in; the bounds are stated where they are used.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from typing import Any

import torch

from autograder.checks.api import CheckFailed, Reference, Remote, Student, check, expect
from autograder.checks.chance import normal
from autograder.models import numpy_generator, tokenizer
from autograder.models.handles import Handle
from autograder.text import Text

Span = tuple[int, int]
IGNORED = -100
DRAWS = 40
"""Calls of a check that looks at every draw."""


def spans_of(value: Any) -> list[Span]:
    """A list of spans, whatever kind of whole numbers they are made of: their kind is judged once."""
    if value is None:
        expect.sequence(value)  # says that `return` may be missing
    try:
        spans = [(int(start), int(end)) for start, end in value]
    except (TypeError, ValueError, RuntimeError):
        raise CheckFailed(
            Text("返回值不是由 (start, end) 组成的列表", "the returned value is no list of (start, end)")
        ) from None
    return sorted(spans)


def drawn(student: Student, rng: Handle, times: int, num_tokens: int, **options: Any) -> list[list[Span]]:
    """The spans of so many sequences, one after another from the same generator."""
    return [spans_of(student.sample_spans(num_tokens, rng, **options)) for _ in range(times)]


def expect_sound(spans: Iterable[Span], num_tokens: int, budget: int) -> None:
    """Pass if the spans lie inside, keep their distance, and add up to the budget."""
    spans = list(spans)
    expect_inside(spans, num_tokens)
    expect_apart(spans)
    expect_budget(spans, budget)


def expect_inside(spans: Iterable[Span], num_tokens: int) -> None:
    """Pass if no span is empty or touches `[CLS]` or `[SEP]`."""
    for start, end in spans:
        for right, zh, en in (
            (start < end, "有一个片段是空的", "a span is empty"),
            (start >= 1, "有一个片段盖住了 [CLS]", "a span masks [CLS]"),
            (end <= num_tokens - 1, "有一个片段盖住了 [SEP] 或越界", "a span masks [SEP] or reaches past it"),
        ):
            span = Text(f"({start}, {end})，num_tokens = {num_tokens}", f"({start}, {end}), num_tokens = {num_tokens}")
            expect.true(right, zh=zh, en=en, more=span)


def expect_apart(spans: list[Span]) -> None:
    """Pass if a visible position lies between any two neighbours."""
    for first, second in itertools.pairwise(spans):
        both = Text(f"{first} 和 {second}", f"{first} and {second}")
        expect.true(second[0] >= first[1], zh="有两个片段重叠", en="two spans overlap", more=both)
        expect.true(
            second[0] > first[1],
            zh="有两个片段紧挨着，中间没有看得见的位置",
            en="two spans touch: no visible position between them",
            more=both,
        )


def expect_budget(spans: Iterable[Span], budget: int) -> None:
    """Pass if so many positions are masked."""
    masked = sum(end - start for start, end in spans)
    expect.true(
        masked == budget,
        zh=f"盖住的位置{'多了' if masked > budget else '少了'}，总数不是 ceil(mask_ratio · (num_tokens - 2))",
        en=f"too {'many' if masked > budget else 'few'} positions are masked, not ceil(mask_ratio · (num_tokens - 2))",
        more=Text(f"得到 {masked}，应为 {budget}", f"{masked}, expected {budget}"),
    )


@check(
    "sample_spans.kind",
    function="sample_spans",
    zh="返回按位置排序的列表，每项是两个 Python int",
    en="returns a sorted list of pairs of Python ints",
)
def test_sample_spans_gives_a_sorted_list_of_pairs(student: Student) -> None:
    rng = numpy_generator(1)
    for _ in range(10):
        got = student.sample_spans(102, rng)
        expect.sequence(got)
        for index, span in enumerate(got):
            expect.sequence(span, 2, zh=f"返回值[{index}]", en=f"the returned value[{index}]")
            for end in span:
                expect.whole(end, zh="区间的端点", en="a span's end")
        expect.true(spans_of(got) == [tuple(span) for span in got], zh="没有按位置排序", en="it is not sorted")


@check(
    "sample_spans.budget",
    function="sample_spans",
    zh="盖住的位置总数恰为 ceil(mask_ratio · (num_tokens - 2))",
    en="masks exactly ceil(mask_ratio · (num_tokens - 2)) positions",
)
def test_sample_spans_meets_the_budget(student: Student) -> None:
    rng = numpy_generator(2)
    for num_tokens, mask_ratio, budget in ((102, 0.15, 15), (103, 0.15, 16), (12, 0.15, 2), (66, 0.2, 13)):
        for spans in drawn(student, rng, 10, num_tokens, mask_ratio=mask_ratio):
            expect_budget(spans, budget)


@check(
    "sample_spans.inside",
    function="sample_spans",
    zh="从不盖住 [CLS] 和 [SEP]",
    en="never masks [CLS] or [SEP]",
)
def test_sample_spans_leaves_the_special_tokens(student: Student) -> None:
    for spans in drawn(student, numpy_generator(3), DRAWS, 22, mask_ratio=0.3):
        expect_inside(spans, 22)


@check(
    "sample_spans.apart",
    function="sample_spans",
    zh="片段之间至少有一个看得见的位置",
    en="keeps at least one visible position between spans",
)
def test_sample_spans_keeps_them_apart(student: Student) -> None:
    for spans in drawn(student, numpy_generator(4), DRAWS, 102, mask_ratio=0.3):
        expect_apart(spans)


@check(
    "sample_spans.mean",
    function="sample_spans",
    zh="默认参数下片段最长 10，平均约 3.8，长为 10 的很少",
    en="at the defaults spans are at most 10 long and 3.8 on average, and few are 10",
)
def test_sample_spans_has_the_papers_mean(student: Student) -> None:
    sequences = drawn(student, numpy_generator(5), 200, 402, mask_ratio=0.05)
    lengths = [end - start for spans in sequences for start, end in spans]
    expect.true(bool(lengths), zh="没有抽到任何片段", en="no span was drawn")
    expect.true(max(lengths) <= 10, zh="有的片段比 10 长", en="a span is longer than 10")
    # The last of about six spans is cut short, which makes the mean 3.41 and the share of tens 1.8 % (8.2 % if what is longer is set
    # to 10). Of 1,190 spans 5.5 standard deviations are 0.43 and 2.1 %; refusing spans that collide costs another 0.05 and 0.1 %.
    mean, longest = sum(lengths) / len(lengths), lengths.count(10) / len(lengths)
    expect.true(
        abs(mean - 3.41) < 0.48,
        zh=f"平均长度不对（{mean:.2f}）",
        en=f"the mean length is wrong ({mean:.2f})",
        more=Text(
            "在 200 个序列上应当约为 3.4（每个序列的最后一个片段截短了）",
            "over 200 sequences it should be about 3.4 (the last span of each is cut short)",
        ),
    )
    expect.true(
        longest < 0.042,
        zh=f"长为 10 的片段太多（{longest:.1%}）",
        en=f"too many spans are 10 long ({longest:.1%})",
        more=Text(
            "应当约为 1.8%：长度的概率要重新归一化，不是把更长的截到 10",
            "it should be about 1.8%: renormalise the lengths' probabilities, do not cut longer spans down to 10",
        ),
    )


@check(
    "sample_spans.errors",
    function="sample_spans",
    zh="参数不合法时抛出 ValueError",
    en="raises ValueError for illegal arguments",
)
def test_sample_spans_refuses_illegal_arguments(student: Student) -> None:
    for num_tokens, options in ((2, {}), (102, {"mask_ratio": 0.6}), (102, {"p": 0.0}), (102, {"max_len": 0})):
        student.raises(ValueError, "sample_spans", num_tokens, numpy_generator(6), **options)


SENTENCE = torch.tensor([2, *range(200, 230), 3])
SPANS = [(1, 4), (6, 7), (9, 14), (20, 31)]


def masked_and_labels(got: Any, length: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The two tensors that `mask_spans` returns."""
    expect.sequence(got, 2)
    masked = expect.tensor(got[0], (length,), integer=True, zh="masked", en="masked")
    labels = expect.tensor(got[1], (length,), integer=True, zh="labels", en="labels")
    return masked, labels


@check(
    "mask_spans.labels",
    function="mask_spans",
    zh="labels 在片段内是原来的 id，其余为 -100",
    en="labels are the original ids inside spans and -100 elsewhere",
)
def test_mask_spans_labels_the_spans(student: Student) -> None:
    rng, words = numpy_generator(7), tokenizer("fixture-bert-zh")
    want = torch.full_like(SENTENCE, IGNORED)
    for start, end in SPANS:
        want[start:end] = SENTENCE[start:end]
    for _ in range(DRAWS):
        _, labels = masked_and_labels(student.mask_spans(SENTENCE, SPANS, words, rng), len(SENTENCE))
        expect.equal(labels, want, zh="labels", en="labels")


@check(
    "mask_spans.outside",
    function="mask_spans",
    zh="片段以外的词元保持不变",
    en="leaves the tokens outside spans as they were",
)
def test_mask_spans_leaves_the_rest(student: Student) -> None:
    rng, words = numpy_generator(8), tokenizer("fixture-bert-zh")
    outside = torch.tensor([not any(start <= i < end for start, end in SPANS) for i in range(len(SENTENCE))])
    for _ in range(DRAWS):
        masked, _ = masked_and_labels(student.mask_spans(SENTENCE, SPANS, words, rng), len(SENTENCE))
        expect.equal(masked[outside], SENTENCE[outside], zh="片段以外的 masked", en="masked outside spans")


@check(
    "mask_spans.whole_span",
    function="mask_spans",
    share=2,
    zh="每个片段整体处理：全部 [MASK]，或一个也没有；大多数是全部 [MASK]",
    en="treats a span as a whole: all [MASK] or none, and mostly all",
)
def test_mask_spans_draws_once_a_span(student: Student) -> None:
    rng, words, mask = numpy_generator(9), tokenizer("fixture-bert-zh"), 4
    all_masked = 0
    for _ in range(DRAWS):
        masked, _ = masked_and_labels(student.mask_spans(SENTENCE, SPANS, words, rng), len(SENTENCE))
        for start, end in SPANS:
            share = float((masked[start:end] == mask).double().mean())
            expect.true(share in (0, 1), zh="有一个片段只有一部分是 [MASK]", en="a span is [MASK] in part only")
            all_masked += share == 1
    # 160 draws with probability 0.8: a standard deviation of 5.1 around 128, so these bounds are more than 5.8 of them away.
    expect.true(
        98 <= all_masked <= 157,
        zh="全部 [MASK] 的片段不到或超过八成",
        en="the share of [MASK] spans is not 80 %",
        more=Text(
            f"{len(SPANS) * DRAWS} 个片段里有 {all_masked} 个，应当约为 80%",
            f"{all_masked} of {len(SPANS) * DRAWS} spans, about 80% is right",
        ),
    )


TARGETS = ("target", "left", "right", "position")


def expect_targets(got: Any, *want: list[int]) -> None:
    """Pass if `span_targets` gave these four lists of whole numbers."""
    expect.sequence(got, len(TARGETS))
    for name, values, numbers in zip(TARGETS, got, want, strict=True):
        tensor = expect.tensor(values, (len(numbers),), integer=True, zh=name, en=name)
        expect.equal(tensor, torch.tensor(numbers), zh=name, en=name)


@check(
    "span_targets.example",
    function="span_targets",
    share=2,
    zh="每个被盖住的词元：位置、左边界、右边界、在片段中的位置",
    en="each masked token: its index, its left and right boundary, its position in the span",
)
def test_span_targets_of_two_spans(student: Student) -> None:
    expect_targets(student.span_targets([(2, 4)]), [2, 3], [1, 1], [4, 4], [0, 1])
    expect_targets(student.span_targets([(1, 2), (5, 8)]), [1, 5, 6, 7], [0, 4, 4, 4], [2, 8, 8, 8], [0, 0, 1, 2])


def head_state(hidden: int, vocab: int, max_len: int, position: int, seed: int) -> dict[str, torch.Tensor]:
    """Weights for a head of this size, drawn wide enough that every part of it matters."""
    shapes = {
        "position.weight": (max_len, position),
        "dense1.weight": (hidden, 2 * hidden + position),
        "dense1.bias": (hidden,),
        "norm1.weight": (hidden,),
        "norm1.bias": (hidden,),
        "dense2.weight": (hidden, hidden),
        "dense2.bias": (hidden,),
        "norm2.weight": (hidden,),
        "norm2.bias": (hidden,),
        "decoder.weight": (vocab, hidden),
        "decoder.bias": (vocab,),
    }
    return {
        name: normal(100 * seed + number, *shape, scale=1 / math.sqrt(shape[-1]))
        for number, (name, shape) in enumerate(shapes.items())
    }


def head(functions: Student | Reference, hidden: int = 16, vocab: int = 40, seed: int = 0, **sizes: int) -> Remote:
    """A head of the student's (or the reference's) with known weights."""
    made = expect.stayed(
        functions.SpanBoundaryHead(hidden, vocab, **sizes),
        Text("模块（torch.nn.Module）", "a module (torch.nn.Module)"),
        zh="SpanBoundaryHead(...)",
        en="SpanBoundaryHead(...)",
    )
    made.load_state_dict(head_state(hidden, vocab, sizes.get("max_len", 10), sizes.get("position_size", 200), seed))
    return made


def outputs(batch: int, length: int, hidden: int = 16, seed: int = 0) -> torch.Tensor:
    """Stand-ins for an encoder's outputs."""
    return normal(seed, batch, length, hidden)


@check(
    "SpanBoundaryHead.forward.logits",
    function="SpanBoundaryHead.forward",
    share=2,
    zh="一个序列的 logits 与公式一致",
    en="the logits of one sequence follow the formulas",
)
def test_head_gives_the_papers_logits(student: Student, reference: Reference) -> None:
    args = (outputs(1, 12), torch.tensor([[1, 1, 6]]), torch.tensor([[4, 4, 8]]), torch.tensor([[0, 1, 0]]))
    expect.close(head(student).call(*args), head(reference).call(*args), shape=(1, 3, 40))


def logits(*shape: int, seed: int) -> torch.Tensor:
    """Random logits."""
    return normal(seed, *shape, scale=2)


@check(
    "span_loss.sum",
    function="span_loss",
    share=2,
    zh="两个平均交叉熵之和",
    en="the sum of two mean cross-entropies",
)
def test_span_loss_adds_two_means(student: Student, reference: Reference) -> None:
    labels = torch.tensor([[1, 2, 7]])
    expect.close(
        student.span_loss(torch.zeros(1, 3, 8), torch.zeros(1, 3, 8), labels, labels), torch.tensor(2 * math.log(8))
    )
    args = (logits(2, 5, 9, seed=1), logits(2, 3, 9, seed=2), torch.tensor([[1, 2, 3, 4, 5], [0, 8, 7, 6, 5]]))
    targets = torch.tensor([[1, 2, 3], [8, 7, 6]])
    expect.close(student.span_loss(*args, targets), reference.span_loss(*args, targets))


@check(
    "span_loss.ignored",
    function="span_loss",
    zh="-100 在两部分里都忽略",
    en="ignores -100 in both parts",
)
def test_span_loss_ignores_unlabelled_positions(student: Student, reference: Reference) -> None:
    args = (logits(1, 6, 9, seed=3), logits(1, 4, 9, seed=4))
    labels = (torch.tensor([[IGNORED, 2, 3, IGNORED, 5, IGNORED]]), torch.tensor([[2, IGNORED, 5, IGNORED]]))
    expect.close(student.span_loss(*args, *labels), reference.span_loss(*args, *labels))
