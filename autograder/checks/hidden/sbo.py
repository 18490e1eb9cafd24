"""Hidden checks of `sbo`: the rest of the contract, on other inputs.

Spans may be drawn in any order of work (one after another among the places that are left, all together, by refusing what does not
fit). These differ a little in how lengths and places depend on each other where space is scarce, so frequencies are judged where it
is not: there, every reading of the contract agrees with the exact distribution to within the bounds, and the near misses do not.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache

import torch

from autograder.checks.api import Reference, Student, check, expect
from autograder.checks.public.sbo import (
    IGNORED,
    Span,
    drawn,
    expect_apart,
    expect_budget,
    expect_inside,
    expect_sound,
    expect_targets,
    head,
    logits,
    masked_and_labels,
    outputs,
)
from autograder.models import numpy_generator, tokenizer

MAY_CHANGE = ("grad_mode", "dtype", "requires_grad")


def geometric(p: float, longest: int) -> list[float]:
    """Probabilities of the lengths 1, 2, ..., longest."""
    weights = [p * (1 - p) ** length for length in range(longest)]
    return [weight / sum(weights) for weight in weights]


def expected_shares(p: float, longest: int, budget: int) -> list[float]:
    """Shares of the lengths among the spans of a sequence, the last span cut short: exact, by recursion over what is left."""
    probabilities = geometric(p, longest)

    @cache
    def counts(left: int) -> tuple[float, ...]:
        total = [0.0] * longest
        for length, probability in enumerate(probabilities, 1):
            total[min(length, left) - 1] += probability
            if length < left:
                total = [a + probability * b for a, b in zip(total, counts(left - length), strict=True)]
        return tuple(total)

    for left in range(1, budget):
        counts(left)
    return [count / sum(counts(budget)) for count in counts(budget)]


def expect_lengths(spans: Sequence[Span], p: float, longest: int, budget: int) -> None:
    """Pass if the spans' lengths are distributed as they should be.

    For each length the share of spans that are at least so long is compared. The bound is 5.5 standard deviations of independent
    draws (false alarm below 4e-8 each; drawing until a budget is met varies less than that) and 0.015 for refusing what collides.
    """
    lengths = [end - start for start, end in spans]
    expect.true(bool(lengths), zh="没有抽到任何片段", en="no span was drawn")
    expect.true(max(lengths) <= longest, zh="有的片段比 max_len 长", en="a span is longer than max_len")
    shares = expected_shares(p, longest, budget)
    for length in range(2, longest + 1):
        want = sum(shares[length - 1 :])
        got = sum(item >= length for item in lengths) / len(lengths)
        bound = 0.015 + 5.5 * math.sqrt(want * (1 - want) / len(lengths))
        more = got > want
        expect.true(
            abs(got - want) <= bound,
            zh=f"长片段太{'多' if more else '少'}：长度不服从截断后重新归一化的几何分布",
            en=f"too {'many' if more else 'few'} long spans: not the renormalised geometric distribution",
        )


@check(
    "sample_spans.lengths",
    function="sample_spans",
    share=3,
    zh="长度服从 1..max_len 上重新归一化的几何分布",
    en="lengths follow the geometric distribution renormalised on 1..max_len",
)
def test_sample_spans_draws_geometric_lengths(student: Student) -> None:
    spans = [span for item in drawn(student, numpy_generator(11), 300, 402, mask_ratio=0.05) for span in item]
    expect_lengths(spans, 0.2, 10, 20)


@check(
    "sample_spans.parameters",
    function="sample_spans",
    zh="p 和 max_len 都起作用，max_len=1、p=1 也可以",
    en="takes p and max_len into account, max_len=1 and p=1 too",
)
def test_sample_spans_uses_its_parameters(student: Student) -> None:
    for seed, (p, longest) in enumerate(((0.5, 4), (0.05, 6), (0.1, 20), (1.0, 10), (0.2, 1))):
        options = {"mask_ratio": 0.05, "p": p, "max_len": longest}
        spans = [span for item in drawn(student, numpy_generator(20 + seed), 60, 402, **options) for span in item]
        expect_lengths(spans, p, longest, 20)


@check(
    "sample_spans.last_cut",
    function="sample_spans",
    zh="最后抽到的片段截短，而不是换一个短的",
    en="cuts the last span short instead of drawing a shorter one",
)
def test_sample_spans_cuts_the_last_span(student: Student) -> None:
    # One span of 5 whenever the first length drawn is 5 or more: probability 0.3386. Drawing again until it fits would give 0.122,
    # lengths that happen to be 5 alone 0.092. With 500 sequences 5.5 standard deviations are 0.116 (false alarm below 4e-8).
    times, budget = 500, 5
    sequences = drawn(student, numpy_generator(31), times, 102, mask_ratio=0.05)
    for spans in sequences:
        expect_budget(spans, budget)
    want = sum(geometric(0.2, 10)[budget - 1 :])
    got = sum(len(spans) == 1 for spans in sequences) / times
    bound = 5.5 * math.sqrt(want * (1 - want) / times)
    expect.true(
        abs(got - want) <= bound,
        zh=f"只有一个片段的序列太{'多' if got > want else '少'}",
        en=f"too {'many' if got > want else 'few'} sequences have a single span",
    )


@check(
    "sample_spans.places",
    function="sample_spans",
    share=2,
    zh="在放得下的地方均匀放置，包括两端",
    en="places a span uniformly among the places where it fits, both ends included",
)
def test_sample_spans_places_uniformly(student: Student) -> None:
    # A single span of 3 in 12 places can start at 10 of them. Chi-square with 9 degrees of freedom is above 48 with a probability
    # of 3e-7. One start that never comes adds about 70 with 640 sequences or so.
    sequences = drawn(student, numpy_generator(32), 800, 14, mask_ratio=0.25, p=0.01)
    starts = Counter(spans[0][0] for spans in sequences if len(spans) == 1)
    places, number = range(1, 11), sum(starts.values())
    expect.true(number > 500, zh="长片段太少，无法判断位置", en="too few long spans to judge their places")
    expected = number / len(places)
    chi_square = sum((starts[place] - expected) ** 2 / expected for place in places)
    expect.true(
        set(starts) <= set(places) and chi_square < 48, zh="起点不是均匀分布的", en="the starts are not uniform"
    )


@check(
    "sample_spans.sides",
    function="sample_spans",
    zh="几个片段时，左右两半被盖住的机会相同，每个位置都有机会",
    en="with several spans both halves are masked alike, and every position now and then",
)
def test_sample_spans_favours_no_side(student: Student) -> None:
    # Of 10 masked positions in 50 half are in the left half, 5 on average, with a standard deviation below 3 whichever way spans are
    # placed; for the mean of 600 sequences 5.5 of them are below 0.68. A position is masked with probability 0.06 or more (the
    # outermost ones), so that none stays free in 600 sequences but with probability 50 * 0.94 ** 600 = 4e-15.
    times, num_tokens = 600, 52
    masked = Counter(
        place
        for spans in drawn(student, numpy_generator(33), times, num_tokens, mask_ratio=0.2)
        for start, end in spans
        for place in range(start, end)
    )
    left = sum(masked[place] for place in range(1, 26)) / times
    expect.true(abs(left - 5) < 0.68, zh="片段偏向一侧", en="the spans lean to one side")
    expect.true(
        all(masked[place] for place in range(1, num_tokens - 1)),
        zh="有的位置从来不会被盖住",
        en="some positions are never masked",
    )


@check(
    "sample_spans.generator",
    function="sample_spans",
    zh="rng 是唯一的随机来源",
    en="rng is the only source of chance",
)
def test_sample_spans_draws_from_the_generator(student: Student) -> None:
    first, again, other = (drawn(student, numpy_generator(seed), 5, 102) for seed in (41, 41, 42))
    expect.unchanged(student, but=MAY_CHANGE)
    expect.true(first == again, zh="相同的 rng 给出了不同的片段", en="equal generators gave different spans")
    expect.true(first != other, zh="不同的 rng 给出了相同的片段", en="different generators gave the same spans")
    distinct = {tuple(spans) for spans in first}
    expect.true(len(distinct) > 1, zh="每次调用都给出相同的片段", en="every call gave the same spans")


@check(
    "sample_spans.all_errors",
    function="sample_spans",
    zh="每个参数都检查范围",
    en="checks the range of every argument",
)
def test_sample_spans_refuses_what_is_out_of_range(student: Student) -> None:
    for num_tokens, options in (
        (2, {}),
        (0, {}),
        (102, {"mask_ratio": 0.0}),
        (102, {"mask_ratio": -0.1}),
        (102, {"mask_ratio": 0.51}),
        (102, {"mask_ratio": 1.0}),
        (102, {"p": 0.0}),
        (102, {"p": -0.2}),
        (102, {"p": 1.5}),
        (102, {"max_len": 0}),
        (102, {"max_len": -3}),
    ):
        student.raises(ValueError, "sample_spans", num_tokens, numpy_generator(43), **options)


@check(
    "sample_spans.limits",
    function="sample_spans",
    zh="参数取到边界时仍然正确",
    en="is right at the limits of its arguments",
)
def test_sample_spans_accepts_the_limits(student: Student) -> None:
    rng = numpy_generator(44)
    for num_tokens in (3, 4, 5):
        for mask_ratio in (0.01, 0.15, 0.5):
            budget = math.ceil(mask_ratio * (num_tokens - 2))
            for spans in drawn(student, rng, 3, num_tokens, mask_ratio=mask_ratio):
                expect_sound(spans, num_tokens, budget)
    for spans in drawn(student, rng, 10, 514, mask_ratio=0.25, p=1.0, max_len=1):
        expect_sound(spans, 514, 128)


@check(
    "sample_spans.dense",
    function="sample_spans",
    share=2,
    zh="放得很挤时也能结束，并且总数正好",
    en="comes to an end where space is scarce, and meets the budget there",
)
def test_sample_spans_ends_where_space_is_scarce(student: Student) -> None:
    rng = numpy_generator(45)
    for num_tokens in (4, 5, 6, 7, 8, 9, 11, 13, 16, 22, 34):
        for options in ({}, {"max_len": 1}, {"max_len": 2}, {"p": 0.9}, {"p": 0.02, "max_len": 50}):
            budget = math.ceil(0.5 * (num_tokens - 2))
            for spans in drawn(student, rng, 3, num_tokens, mask_ratio=0.5, **options):
                expect_inside(spans, num_tokens)
                expect_apart(spans)
                expect_budget(spans, budget)


MANY = 300
"""Spans of 5 in a long sequence, two visible tokens after each."""
LONG_SPANS = [(1 + 7 * i, 6 + 7 * i) for i in range(MANY)]


def long_sentence(first: int = 150, last: int = 560) -> torch.Tensor:
    """Ordinary tokens of the Chinese fixture between `[CLS]` and `[SEP]`."""
    inner = torch.arange(7 * MANY) % (last - first) + first
    return torch.cat([torch.tensor([2]), inner, torch.tensor([3])])


@check(
    "mask_spans.proportions",
    function="mask_spans",
    share=3,
    zh="80% 的片段换成 [MASK]，10% 换成随机词元，10% 不变",
    en="80 % of the spans become [MASK], 10 % random tokens, 10 % stay",
)
def test_mask_spans_keeps_the_proportions(student: Student) -> None:
    rng, words, ids = numpy_generator(51), tokenizer("fixture-bert-zh"), long_sentence()
    kinds: Counter[str] = Counter()
    for _ in range(20):
        masked, _ = masked_and_labels(student.mask_spans(ids, LONG_SPANS, words, rng), len(ids))
        here = Counter(kind_of(masked[start:end], ids[start:end]) for start, end in LONG_SPANS)
        # 300 draws: a standard deviation of 6.9 around 240; the bounds are 5.8 of them away.
        expect.true(
            200 <= here["mask"] <= 280,
            zh="同一个序列里的片段没有各抽一次",
            en="the spans of a sequence are not drawn one by one",
        )
        kinds += here
    expect.true(
        kinds["mixed"] == 0,
        zh="有的片段没有整体处理，或随机词元里有 [MASK]",
        en="a span is not treated as a whole, or [MASK] is a random token",
    )
    # Of 6,000 spans; bounds of 5.5 standard deviations (0.0052 for 80 %, 0.0039 for 10 %), false alarm below 4e-8 each.
    for kind, want, zh, en in (
        ("mask", 0.8, "换成 [MASK]", "become [MASK]"),
        ("random", 0.1, "换成随机词元", "become random"),
        ("kept", 0.1, "保持不变", "stay as they are"),
    ):
        got, bound = kinds[kind] / (20 * MANY), 5.5 * math.sqrt(want * (1 - want) / (20 * MANY))
        expect.true(abs(got - want) <= bound, zh=f"{zh}的片段比例不对", en=f"the share of spans that {en} is wrong")


def kind_of(masked: torch.Tensor, original: torch.Tensor) -> str:
    """What became of a span of five: `mask`, `random`, `kept`, or `mixed` if it was not treated as a whole.

    Four of five tokens as they were are a mixture too: drawn at random from 611 that happens with probability 4e-11.
    """
    hidden, same = int((masked == 4).sum()), int((masked == original).sum())
    if hidden:
        return "mask" if hidden == len(masked) else "mixed"
    return "kept" if same == len(masked) else "mixed" if same == len(masked) - 1 else "random"


@check(
    "mask_spans.random_tokens",
    function="mask_spans",
    share=2,
    zh="随机词元取自全部非特殊词元，每个位置各抽一个",
    en="random tokens come from all the non-special ones, one draw a position",
)
def test_mask_spans_draws_ordinary_tokens(student: Student) -> None:
    # Ten tokens, six of them special ([EOS] among them). All inputs are the first of the four ordinary ones, so that the three
    # others are equally frequent whether or not the original may come up again.
    rng, words, ordinary = numpy_generator(52), tokenizer("fixture-gpt2-micro"), (6, 7, 8, 9)
    ids = torch.tensor([2, *[6] * (7 * MANY), 3])
    noise: list[torch.Tensor] = []
    for _ in range(10):
        masked, _ = masked_and_labels(student.mask_spans(ids, LONG_SPANS, words, rng), len(ids))
        spans = [masked[start:end] for start, end in LONG_SPANS]
        noise += [span for span in spans if not (span == 4).all() and not (span == 6).all()]
    counts = Counter(torch.cat([*noise, torch.tensor([], dtype=torch.long)]).tolist())
    expect.true(
        set(counts) <= set(ordinary),
        zh="随机词元里有特殊词元或不存在的 id，或有的片段只有一部分是 [MASK]",
        en="special tokens or unknown ids among them, or a span is [MASK] in part only",
    )
    others = [counts[token] for token in ordinary[1:]]
    # About 300 spans of 5 tokens, 375 of each kind or more: with 1,100 draws 5.5 standard deviations of a third are below 0.08.
    total = max(1, sum(others))
    expect.true(
        total > 700 and all(abs(count / total - 1 / 3) < 0.1 for count in others),
        zh="非特殊词元没有同等的机会",
        en="the non-special tokens are not equally likely",
    )
    # Five draws from three or four tokens are all the same with probability 0.012 at most: 4 of 300 on average, never 30.
    alike = sum(bool((span == span[0]).all()) for span in noise)
    expect.true(alike < 30, zh="整个片段换成了同一个词元", en="a whole span becomes one and the same token")


@check(
    "mask_spans.unchanged",
    function="mask_spans",
    zh="不改动传入的 input_ids",
    en="leaves input_ids as they were",
)
def test_mask_spans_leaves_its_input_alone(student: Student) -> None:
    rng, words, ids = numpy_generator(53), tokenizer("fixture-bert-zh"), long_sentence()
    student.mask_spans(ids, LONG_SPANS, words, rng)
    expect.unchanged(student, but=MAY_CHANGE)


@check(
    "mask_spans.generator",
    function="mask_spans",
    zh="rng 是唯一的随机来源",
    en="rng is the only source of chance",
)
def test_mask_spans_draws_from_the_generator(student: Student) -> None:
    # What becomes of each span is compared, not which random tokens: their order may come from a dictionary.
    words, ids = tokenizer("fixture-bert-zh"), long_sentence()
    first: list[str] = []
    again: list[str] = []
    other: list[str] = []
    for seed, kinds in ((54, first), (54, again), (55, other)):
        masked, _ = masked_and_labels(student.mask_spans(ids, LONG_SPANS, words, numpy_generator(seed)), len(ids))
        expect.unchanged(student, but=(*MAY_CHANGE, "value"))
        kinds += [kind_of(masked[start:end], ids[start:end]) for start, end in LONG_SPANS]
    expect.true(first == again, zh="相同的 rng 给出了不同的结果", en="equal generators gave different results")
    expect.true(first != other, zh="不同的 rng 给出了相同的结果", en="different generators gave the same")


@check(
    "mask_spans.no_span",
    function="mask_spans",
    share=0.5,
    zh="没有片段：什么都不改，labels 全是 -100",
    en="without spans nothing changes, and all labels are -100",
)
def test_mask_spans_without_spans(student: Student) -> None:
    ids = torch.tensor([2, 200, 201, 202, 3])
    got = student.mask_spans(ids, [], tokenizer("fixture-bert-zh"), numpy_generator(56))
    masked, labels = masked_and_labels(got, len(ids))
    expect.equal(masked, ids, zh="masked", en="masked")
    expect.equal(labels, torch.full_like(ids, IGNORED), zh="labels", en="labels")


@check(
    "span_targets.several",
    function="span_targets",
    zh="几个片段，长短不一",
    en="several spans of different lengths",
)
def test_span_targets_of_several_spans(student: Student) -> None:
    expect_targets(
        student.span_targets([(3, 4), (5, 10), (40, 42)]),
        [3, 5, 6, 7, 8, 9, 40, 41],
        [2, 4, 4, 4, 4, 4, 39, 39],
        [4, 10, 10, 10, 10, 10, 42, 42],
        [0, 0, 1, 2, 3, 4, 0, 1],
    )


@check(
    "span_targets.none",
    function="span_targets",
    share=0.5,
    zh="没有片段：四个空的 long 张量",
    en="without spans: four empty long tensors",
)
def test_span_targets_without_spans(student: Student) -> None:
    got = student.span_targets([])
    expect.sequence(got, 4)
    for value in got:
        if type(value) in (list, tuple):
            expect.true(len(value) == 0, zh="应当是空的", en="it should be empty")
        else:
            expect.tensor(value, (0,), integer=True)


@check(
    "SpanBoundaryHead.forward.batch",
    function="SpanBoundaryHead.forward",
    share=2,
    zh="一个 batch：每个序列用自己的下标",
    en="a batch: each sequence with indices of its own",
)
def test_head_keeps_sequences_apart(student: Student, reference: Reference) -> None:
    args = (
        outputs(3, 20, seed=1),
        torch.tensor([[0, 0, 5, 9], [3, 3, 3, 3], [10, 10, 17, 17]]),
        torch.tensor([[3, 3, 7, 19], [8, 8, 8, 8], [13, 13, 19, 19]]),
        torch.tensor([[0, 1, 0, 8], [0, 1, 2, 3], [0, 1, 0, 0]]),
    )
    expect.close(head(student, seed=1).call(*args), head(reference, seed=1).call(*args), shape=(3, 4, 40))


@check(
    "SpanBoundaryHead.forward.sizes",
    function="SpanBoundaryHead.forward",
    zh="其他大小的隐藏层、词表和位置嵌入",
    en="other sizes of hidden layer, vocabulary and position embedding",
)
def test_head_of_other_sizes(student: Student, reference: Reference) -> None:
    sizes = {"hidden": 6, "vocab": 11, "max_len": 3, "position_size": 4}
    args = (
        outputs(2, 3, hidden=6, seed=2),
        torch.tensor([[0], [0]]),
        torch.tensor([[2], [2]]),
        torch.tensor([[0], [2]]),
    )
    expect.close(head(student, **sizes).call(*args), head(reference, **sizes).call(*args), shape=(2, 1, 11))


@check(
    "SpanBoundaryHead.forward.outside_only",
    function="SpanBoundaryHead.forward",
    zh="只看两个边界：片段内外的其他词元怎样变化都没有影响",
    en="sees the two boundaries alone: no other token matters, inside the span or elsewhere",
)
def test_head_does_not_see_inside(student: Student) -> None:
    made, hidden = head(student), outputs(1, 12, seed=3)
    args = (torch.tensor([[3, 3, 3]]), torch.tensor([[7, 7, 7]]), torch.tensor([[0, 1, 2]]))
    want = expect.tensor(made.call(hidden, *args))
    for place in (0, 2, 4, 5, 6, 8, 11):
        changed = hidden.clone()
        changed[0, place] += 5.0
        got = expect.tensor(made.call(changed, *args), want.shape)
        expect.true(
            torch.allclose(got, want),
            zh="边界以外的词元影响了 logits",
            en="a token that is no boundary changed the logits",
        )


@check(
    "SpanBoundaryHead.forward.both_ends",
    function="SpanBoundaryHead.forward",
    zh="两个边界和相对位置都起作用",
    en="both boundaries and the relative position matter",
)
def test_head_sees_both_ends_and_the_position(student: Student) -> None:
    made, hidden = head(student), outputs(1, 12, seed=4)
    left, right, position = torch.tensor([[3, 3, 3]]), torch.tensor([[7, 7, 7]]), torch.tensor([[0, 1, 2]])
    want = expect.tensor(made.call(hidden, left, right, position), (1, 3, 40))
    for place, zh, en in ((3, "左边界", "the left boundary"), (7, "右边界", "the right boundary")):
        changed = hidden.clone()
        changed[0, place] += torch.linspace(-1, 1, 16)
        got = expect.tensor(made.call(changed, left, right, position), want.shape)
        expect.true(not torch.allclose(got, want, atol=1e-3), zh=f"{zh}没有起作用", en=f"{en} made no difference")
    for one, other in ((0, 1), (1, 2)):
        expect.true(
            not torch.allclose(want[0, one], want[0, other], atol=1e-3),
            zh="相对位置没有起作用",
            en="the relative position made no difference",
        )


LABELS = (
    torch.tensor([[IGNORED, 2, 3, 4, IGNORED, 6], [7, 8, IGNORED, 1, 0, IGNORED]]),
    torch.tensor([[2, IGNORED], [8, IGNORED]]),
)


@check(
    "span_loss.own_means",
    function="span_loss",
    share=2,
    zh="两部分的标签数不同：各自求平均再相加",
    en="unequal numbers of labels: each part has its own mean",
)
def test_span_loss_averages_each_part(student: Student, reference: Reference) -> None:
    args = (logits(2, 6, 9, seed=5), logits(2, 2, 9, seed=6), *LABELS)
    expect.close(student.span_loss(*args), reference.span_loss(*args), shape=())


@check(
    "span_loss.one_part_empty",
    function="span_loss",
    zh="一部分没有标签时计 0，不是 NaN",
    en="a part without labels counts 0, not NaN",
)
def test_span_loss_of_one_part(student: Student, reference: Reference) -> None:
    mlm, sbo = logits(2, 6, 9, seed=7), logits(2, 2, 9, seed=8)
    none_mlm, none_sbo = (torch.full_like(labels, IGNORED) for labels in LABELS)
    for args in (
        (mlm, sbo, LABELS[0], none_sbo),
        (mlm, sbo, none_mlm, LABELS[1]),
        (mlm, torch.zeros(2, 0, 9), LABELS[0], torch.zeros(2, 0, dtype=torch.long)),
    ):
        expect.close(student.span_loss(*args), reference.span_loss(*args), shape=())
    expect.close(student.span_loss(mlm, sbo, none_mlm, none_sbo), torch.tensor(0.0))


@check(
    "span_loss.gradient",
    function="span_loss",
    zh="两部分都可以求导",
    en="gradients flow into both parts",
)
def test_span_loss_is_differentiable(student: Student, reference: Reference) -> None:
    args = (logits(2, 6, 9, seed=9), logits(2, 2, 9, seed=10), *LABELS)
    _, got = student.gradient("span_loss", *args, wrt=(0, 1))
    _, want = reference.gradient("span_loss", *args, wrt=(0, 1))
    for name, mine, theirs in zip(("mlm_logits", "sbo_logits"), got, want, strict=True):
        expect.gradient(mine, theirs, name)


@check(
    "span_loss.gradient_of_one_part",
    function="span_loss",
    share=0.5,
    zh="一部分没有标签时，梯度里没有 NaN",
    en="no NaN in the gradients where a part has no labels",
)
def test_span_loss_has_finite_gradients(student: Student, reference: Reference) -> None:
    args = (logits(2, 6, 9, seed=9), logits(2, 2, 9, seed=10), LABELS[0], torch.full_like(LABELS[1], IGNORED))
    _, got = student.gradient("span_loss", *args, wrt=(0, 1))
    _, want = reference.gradient("span_loss", *args, wrt=(0, 1))
    expect.gradient(got[0], want[0], "mlm_logits")
    if got[1] is not None:
        expect.gradient(got[1], want[1], "sbo_logits")
