"""Hidden checks of `sampling`: the rest of the contract, on other inputs.

Functions that draw are judged by their distribution, whatever the way of drawing: a chi-square statistic over classes of outcomes with
at least ten expected draws each, and a bound that right draws exceed with a probability below 1e-6 (see `expect_distribution`).

A mistake is counted where it was made. Where a value differs from what is right, it is compared once more with what a right function
would have made of the student's own earlier functions; it passes if it equals that, and is not judged if they give nothing usable.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache, partial
from itertools import product
from typing import Any

import torch
from torch import Tensor

from autograder.checks.api import UNUSABLE, CheckFailed, NotRun, Student, check, expect
from autograder.checks.public.sampling import (
    KEYS,
    contexts,
    draws_do_not_repeat,
    excused,
    expect_greedy,
    expect_probs,
    expect_sweep,
    expect_text,
    greedy_ids,
    greedy_is_broken,
    network,
    number,
    random_logits,
    squeezed,
    warped,
    writer,
)
from autograder.models import torch_generator

MICRO, ENGLISH, CHINESE = "fixture-gpt2-micro", "fixture-gpt2-en", "fixture-gpt2-zh"
MAY_CHANGE = ("requires_grad", "grad_mode")
"""What the contract leaves free."""
ALL_BUT_CHANCE = ("grad_mode", "dtype", "value", "mode", "weights", "gradients", "requires_grad")
SMALLEST_P = 1e-11


def expect_distribution(outcomes: Sequence[Hashable], wanted: dict[Any, float]) -> None:
    """Pass if the outcomes look drawn from these probabilities.

    Outcomes are put into classes of similar probability with at least ten expected draws. Right draws fail with a probability below 1e-6:
    the bound is a p-value of 1e-11 by the chi-square distribution, whose tail is a little too thin for counts; of five million simulated
    sets of draws, for each of the distributions used below, one or none was beyond 1e-9, and none beyond 1e-11.
    """
    observed = Counter(outcomes)
    strange = [outcome for outcome in observed if not wanted.get(outcome, 0.0) > 0]
    expect.true(not strange, zh="抽到了概率为 0 的结果", en="an outcome of probability 0 was drawn")
    statistic, classes = 0.0, _classes(wanted, len(outcomes))
    for members in classes:
        expected = len(outcomes) * sum(wanted[member] for member in members)
        statistic += (sum(observed[member] for member in members) - expected) ** 2 / expected
    expect.true(
        _chi_square_tail(statistic, len(classes) - 1) >= SMALLEST_P,
        zh="抽取的结果不符合应有的分布",
        en="the draws do not follow the distribution they should",
    )


def expect_not_rather(outcomes: Sequence[Hashable], right: dict[Any, float], near_miss: dict[Any, float]) -> None:
    """Pass unless the outcomes are 10^7 times as probable under a near miss as under the right distribution.

    Right draws fail with a probability below 1e-7, whatever the two distributions are: the ratio's mean is then 1 at most (Markov).
    The near misses of each check are 20 nats away in the mean, or more, where 16.1 suffice.
    """
    ratio = sum(math.log(max(near_miss.get(outcome, 0.0), 1e-300) / right[outcome]) for outcome in outcomes)
    expect.true(
        ratio < 7 * math.log(10),
        zh="抽取的结果不符合应有的分布：更像是从另一个（温度不同或截去尾部的）分布里抽的",
        en="the draws do not follow the distribution they should: rather one at another temperature, or without its tail",
    )


def _classes(wanted: dict[Any, float], draws: int, least: float = 10.0, most: int = 10) -> list[list[Any]]:
    """Outcomes in falling order of probability, cut into classes with enough expected draws, ten at most."""
    classes: list[list[Any]] = [[]]
    target, filled = max(least, draws / most), 0.0
    for outcome in sorted(wanted, key=lambda key: -wanted[key]):
        if filled >= target:
            classes.append([])
            filled = 0.0
        classes[-1].append(outcome)
        filled += draws * wanted[outcome]
    if len(classes) > 1 and filled < least:
        classes[-2].extend(classes.pop())
    return classes


def _chi_square_tail(statistic: float, degrees: int) -> float:
    """The probability of this statistic or a larger one."""
    halves = torch.tensor([degrees / 2, statistic / 2], dtype=torch.float64)
    return float(torch.special.gammaincc(halves[0], halves[1]))


def expect_draws(draws: Any, probs: Tensor) -> None:
    """Pass if a row of draws looks drawn from `probs` `(vocab,)`."""
    made = expect.tensor(draws).reshape(-1).tolist()
    expect_distribution(made, dict(enumerate(probs.tolist())))


def own_probs(student: Student, logits: Tensor, temperature: float) -> Tensor:
    """The student's own probabilities for these logits, if they are any."""
    try:
        probs = expect.tensor(student.temperature_probs(logits, temperature), logits.shape).double()
    except CheckFailed:
        raise NotRun(UNUSABLE) from None
    if not (probs >= 0).all() or not torch.allclose(probs.sum(dim=-1), torch.ones(1).double(), rtol=1e-3):
        raise NotRun(UNUSABLE)
    return probs


def by_right_or_own_probs(
    student: Student, logits: Tensor, temperature: float, attempt: Callable[[Tensor], None]
) -> None:
    """Pass with the right probabilities, or else with the student's own for the same logits."""
    right = warped(logits, temperature)
    try:
        attempt(right)
    except CheckFailed:
        own = own_probs(student, logits, temperature)
        if torch.allclose(own, right, rtol=1e-3, atol=1e-5):
            raise
        attempt(own)


def expect_same_rows(student: Student, logits: Tensor, rows: int, temperature: float, seed: int) -> None:
    """Pass if one draw for each of many equal rows of logits `(vocab,)` looks right."""
    given = logits.expand(rows, len(logits)).contiguous()

    def attempt(probs: Tensor) -> None:
        expect_draws(student.sample_token(given, temperature, torch_generator(seed)), probs[0])

    by_right_or_own_probs(student, given, temperature, attempt)


@check(
    "temperature_probs.last_dimension",
    function="temperature_probs",
    zh="对最后一维求 softmax，不论前面有几维",
    en="softmax over the last dimension, however many come before it",
)
def test_temperature_probs_over_the_last_dimension(student: Student) -> None:
    for shape in ((4, 4), (3, 3, 3), (2, 1, 5)):
        logits = random_logits(11, *shape)
        expect_probs(student.temperature_probs(logits, 0.6), warped(logits, 0.6))


@check(
    "temperature_probs.ties",
    function="temperature_probs",
    zh="T = 0 时并列最大：取第一个",
    en="T = 0 with ties: the first of the largest",
)
def test_temperature_probs_takes_the_first_of_the_largest(student: Student) -> None:
    logits = torch.tensor([[1.0, 3.0, 3.0, 0.0], [2.0, 2.0, 2.0, 2.0], [-1.0, -5.0, -2.0, -1.0]])
    want = torch.zeros(3, 4).scatter_(-1, torch.tensor([[1], [0], [0]]), 1.0)
    expect_probs(student.temperature_probs(logits, 0.0), want)


@check(
    "temperature_probs.extreme",
    function="temperature_probs",
    zh="很大的 logits、很小的温度：结果仍是有限的数",
    en="finite for large logits and for a small temperature",
)
def test_temperature_probs_stays_finite(student: Student) -> None:
    large = torch.tensor([[1e4, -1e4, 0.0], [-1e4, -1e4, -1e4 + 1.0], [1e4, 1e4, 1e4]])
    want = torch.tensor([[1.0, 0.0, 0.0], [4.5398e-5, 4.5398e-5, 0.9999092], [1 / 3, 1 / 3, 1 / 3]])
    expect_probs(student.temperature_probs(large, 0.1), want)
    near = torch.tensor([[1.0, 2.0, 3.0], [0.5, 0.25, -7.0]])
    expect_probs(student.temperature_probs(near, 1e-6), torch.tensor([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]))


@check(
    "temperature_probs.minus_infinity",
    function="temperature_probs",
    zh="-inf 的概率为 0",
    en="-inf gets probability 0",
)
def test_temperature_probs_of_forbidden_tokens(student: Student) -> None:
    logits = torch.tensor([[0.0, -math.inf, 1.0], [-math.inf, -math.inf, -3.0]])
    for temperature in (0.5, 2.0):
        low = math.exp(-1 / temperature) / (1 + math.exp(-1 / temperature))
        want = torch.tensor([[low, 0.0, 1 - low], [0.0, 0.0, 1.0]])
        expect_probs(student.temperature_probs(logits, temperature), want)
    expect_probs(student.temperature_probs(logits, 0.0), torch.tensor([[0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]))


@check(
    "temperature_probs.integers",
    function="temperature_probs",
    share=0.5,
    zh="接受整数 logits",
    en="accepts integer logits",
)
def test_temperature_probs_of_integers(student: Student) -> None:
    logits = torch.tensor([[0, 1, 3], [2, -2, 2]])
    expect_probs(student.temperature_probs(logits, 0.5), warped(logits, 0.5))
    expect_probs(student.temperature_probs(logits, 0), torch.tensor([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]))


@check(
    "temperature_probs.not_a_temperature",
    function="temperature_probs",
    share=0.5,
    zh="温度为 NaN 或无穷时抛出 ValueError",
    en="raises ValueError for a temperature that is NaN or infinite",
)
def test_temperature_probs_refuses_what_is_no_number(student: Student) -> None:
    for temperature in (math.nan, math.inf, -math.inf, -1e-9):
        student.raises(ValueError, "temperature_probs", torch.tensor([0.0, 1.0]), temperature)


@check(
    "temperature_probs.unchanged",
    function="temperature_probs",
    share=0.5,
    zh="不改动传入的 logits",
    en="leaves the logits as they were",
)
def test_temperature_probs_leaves_its_argument_alone(student: Student) -> None:
    for temperature in (0.5, 0.0):
        student.temperature_probs(random_logits(12, 3, 5), temperature)
        expect.unchanged(student, but=MAY_CHANGE)


@check(
    "sample_token.distribution",
    function="sample_token",
    share=2,
    zh="按 temperature_probs 的概率抽取",
    en="draws with the probabilities of temperature_probs",
)
def test_sample_token_follows_the_distribution(student: Student) -> None:
    logits = torch.tensor([2.0, 1.0, 0.5, 0.0, -0.5, -1.0])
    for seed, temperature in ((1, 0.7), (2, 1.5)):
        expect_same_rows(student, logits, 3000, temperature, seed)


@check(
    "sample_token.rows",
    function="sample_token",
    zh="每一行从自己的分布里抽取",
    en="each row is drawn from its own distribution",
)
def test_sample_token_draws_each_row_from_its_own(student: Student) -> None:
    stacked = random_logits(13, 3, 5)[:, None, :].expand(3, 1000, 5).contiguous()

    def attempt(probs: Tensor) -> None:
        draws = expect.tensor(student.sample_token(stacked, 1.2, torch_generator(3)))
        expect.true(draws.numel() == 3000, zh="不是每行一个", en="there is not one draw for each row")
        for row, got in zip(probs[:, 0], draws.reshape(3, 1000), strict=True):
            expect_draws(got, row)

    by_right_or_own_probs(student, stacked, 1.2, attempt)


@check(
    "sample_token.tail",
    function="sample_token",
    zh="分布的尾部也会抽到：没有 top-k、top-p",
    en="the tail is drawn too: no top-k, no top-p",
)
def test_sample_token_reaches_the_tail(student: Student) -> None:
    expect_same_rows(student, random_logits(14, 400, scale=0.5), 1500, 1.0, seed=4)


@check(
    "sample_token.forbidden",
    function="sample_token",
    share=0.5,
    zh="-inf 的词元从不抽到",
    en="a token at -inf is never drawn",
)
def test_sample_token_never_draws_what_is_impossible(student: Student) -> None:
    expect_same_rows(student, torch.tensor([0.0, -math.inf, 0.3, -math.inf, -0.2]), 500, 2.0, seed=5)


@check(
    "sample_token.goes_on",
    function="sample_token",
    zh="同一个生成器接着抽，结果不同",
    en="the same generator goes on: other draws the next time",
    needs=["sample_token.shape"],
)
def test_sample_token_moves_the_generator_on(student: Student) -> None:
    # Two right sets of 300 draws from a flat distribution over 30 tokens are equal with a probability of 30^-300.
    logits, generator = torch.zeros(300, 30), torch_generator(6)
    first, second = (expect.tensor(student.sample_token(logits, 1.0, generator)).reshape(-1) for _ in range(2))
    excused(
        lambda: expect.true(
            first.tolist() != second.tolist(),
            zh="用同一个生成器抽两次，结果完全相同：生成器没有前进",
            en="the same generator gave the same draws twice: it does not go on",
        ),
        lambda: bool(own_probs(student, logits[0], 1.0).max() > 0.999),
    )


@check(
    "sample_token.global_state",
    function="sample_token",
    zh="传入了生成器时，不改动全局随机状态",
    en="with a generator the global random state is untouched",
)
def test_sample_token_leaves_the_global_state_alone(student: Student) -> None:
    student.sample_token(random_logits(15, 4, 9), 1.0, torch_generator(7))
    expect.unchanged(student, but=ALL_BUT_CHANCE)


@check(
    "sample_token.no_generator",
    function="sample_token",
    share=0.5,
    zh="不传生成器也能抽，且每次不同",
    en="draws without a generator too, and differently each time",
)
def test_sample_token_without_a_generator(student: Student) -> None:
    logits = torch.zeros(300, 30)
    first, second = (expect.tensor(student.sample_token(logits, 1.0)).reshape(-1) for _ in range(2))
    excused(
        lambda: expect.true(
            first.tolist() != second.tolist(),
            zh="不传生成器时，两次抽取完全相同",
            en="without a generator two calls gave exactly the same draws",
        ),
        lambda: bool(own_probs(student, logits[0], 1.0).max() > 0.999),
    )


@check(
    "entropy.last_dimension",
    function="entropy",
    zh="对最后一维求熵，每行一个",
    en="over the last dimension, one number a row",
)
def test_entropy_over_the_last_dimension(student: Student) -> None:
    for shape in ((4, 4), (2, 3, 3)):
        probs = torch.softmax(random_logits(16, *shape), dim=-1)
        exact = probs.double()
        expect.close(student.entropy(probs), -(exact * exact.log()).sum(dim=-1))


@check(
    "entropy.zeros_in_rows",
    function="entropy",
    zh="有的行含有 0",
    en="rows with zeros in them",
)
def test_entropy_with_zeros_in_some_rows(student: Student) -> None:
    probs = torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.25, 0.25, 0.25, 0.25], [0.0, 0.9, 0.1, 0.0]])
    mixed = -0.9 * math.log(0.9) - 0.1 * math.log(0.1)
    expect.close(student.entropy(probs), torch.tensor([0.0, math.log(4), mixed]))


@check(
    "entropy.wide",
    function="entropy",
    zh="词表大小的分布：均匀与极尖",
    en="distributions as wide as a vocabulary: uniform and peaked",
)
def test_entropy_of_wide_distributions(student: Student) -> None:
    wide = 30_000
    expect.close(number(student.entropy(torch.full((wide,), 1 / wide))), math.log(wide))
    peaked = torch.full((1000,), 1e-6)
    peaked[7] = 1 - 999e-6
    exact = peaked.double()
    expect.close(number(student.entropy(peaked)), float(-(exact * exact.log()).sum()))


@check(
    "entropy.shape",
    function="entropy",
    share=0.5,
    zh="返回形状 (...) 的张量",
    en="returns a tensor (...)",
)
def test_entropy_is_a_tensor(student: Student) -> None:
    for shape in ((5,), (3, 5), (2, 1, 5)):
        expect.tensor(student.entropy(torch.full(shape, 0.2)), shape[:-1])


@check(
    "generate.chinese_text",
    function="generate",
    zh="又一个中文提示",
    en="another Chinese prompt",
)
def test_generate_goes_on_with_more_chinese(student: Student) -> None:
    excused(lambda: expect_greedy(student, CHINESE, "手机的屏幕", 7), lambda: greedy_is_broken(student))


@check(
    "generate.stops",
    function="generate",
    zh="遇到 tokenizer.eos_token_id 就停止",
    en="stops at tokenizer.eos_token_id",
)
def test_generate_stops_at_the_end(student: Student) -> None:
    def attempt() -> None:
        # With [CLS] before it the end comes after the first three, without it after the others.
        for prompt in ("乙丙甲甲", "丙甲甲甲", "丙乙乙丙", "乙丁丁乙乙", "丙甲甲乙丁"):
            expect_greedy(student, MICRO, prompt, 4)

    excused(attempt, lambda: greedy_is_broken(student))


@check(
    "generate.special_tokens",
    function="generate",
    zh="去掉生成的特殊词元",
    en="drops special tokens that are generated",
)
def test_generate_drops_special_tokens(student: Student) -> None:
    def attempt() -> None:
        for prompt in ("甲甲丙", "乙丙乙", "丁乙乙乙"):
            expect_greedy(student, MICRO, prompt, 4)

    excused(attempt, lambda: greedy_is_broken(student))


@check(
    "generate.length",
    function="generate",
    zh="至多 max_new_tokens 个词元，0 个就是空文本",
    en="at most max_new_tokens tokens; none make an empty text",
)
def test_generate_keeps_to_the_length(student: Student) -> None:
    expect_text(student.generate(*writer(ENGLISH), "hello world", 1.0, max_new_tokens=0), ENGLISH, [()])

    def attempt() -> None:
        for most in (1, 5):
            expect_greedy(student, ENGLISH, "she sang a song about the moon", most)

    excused(attempt, lambda: greedy_is_broken(student))


@check(
    "generate.spaces",
    function="generate",
    share=0.5,
    zh="文本与 tokenizer.decode 一致（首尾空白除外）",
    en="the text is what tokenizer.decode gives (white space at its ends apart)",
)
def test_generate_keeps_spaces(student: Student) -> None:
    prompt, most = "We walked along the river and sat near the bank", 8

    def attempt() -> None:
        got = student.generate(*writer(ENGLISH), prompt, 0.0, max_new_tokens=most)
        expect.text(got)
        _, words = network(ENGLISH)
        want = words.decode(list(greedy_ids(ENGLISH, contexts(ENGLISH, prompt)[0], most)), skip_special_tokens=True)
        expect.true(got.strip() == want.strip(), zh="文本不对", en="the text is wrong")

    excused(attempt, lambda: greedy_is_broken(student))


@cache
def cropped_greedy_ids(name: str, context: tuple[int, ...], most: int) -> tuple[int, ...]:
    """Greedy continuation by hand, always from the latest tokens that the model has positions for."""
    lm, words = network(name)
    positions, ids = lm.config.max_position_embeddings, list(context)
    with torch.no_grad():
        while len(ids) < len(context) + most and (len(ids) == len(context) or ids[-1] != words.eos_token_id):
            ids.append(int(lm(torch.tensor([ids[-positions:]])).logits[0, -1].argmax()))
    return tuple(ids[len(context) :])


LONG = " ".join(["the man and the woman walked along the river near the bank of the city and he read a book"] * 4)


@check(
    "generate.crop",
    function="generate",
    zh="上下文超过模型的位置数时，从左边截去",
    en="crops a context longer than the model's positions from the left",
)
def test_generate_crops_from_the_left(student: Student) -> None:
    def attempt() -> None:
        for name, prompt, most in (
            (ENGLISH, f"{LONG} hello world", 3),
            (MICRO, "甲甲甲丁丙乙甲丙甲丁", 5),
            (MICRO, "丁乙丁甲", 7),
        ):
            got = student.generate(*writer(name), prompt, 0.0, max_new_tokens=most)
            expect_text(got, name, [cropped_greedy_ids(name, c, most) for c in contexts(name, prompt)])

    excused(attempt, lambda: greedy_is_broken(student))


@check(
    "generate.defaults",
    function="generate",
    share=0.5,
    zh="默认 20 个词元、种子 0",
    en="20 tokens and seed 0 by default",
)
def test_generate_has_defaults(student: Student) -> None:
    args = (*writer(ENGLISH), "they play the game")
    texts = [student.generate(*args, 1.1, max_new_tokens=3), student.generate(*args, 1.1, max_new_tokens=3, seed=0)]
    for text in texts:
        expect.text(text)
    excused(
        lambda: expect.true(texts[0] == texts[1], zh="默认的种子不是 0", en="the default seed is not 0"),
        lambda: draws_do_not_repeat(student),
    )

    def attempt() -> None:
        got = student.generate(*args, 0.0)
        expect_text(got, ENGLISH, [greedy_ids(ENGLISH, context, 20) for context in contexts(ENGLISH, args[2])])

    excused(attempt, lambda: greedy_is_broken(student))


@check(
    "generate.empty_chinese",
    function="generate",
    share=0.5,
    zh="空提示抛出 ValueError，即使分词器会加上特殊词元",
    en="raises ValueError for an empty prompt, even where the tokenizer adds special tokens",
)
def test_generate_wants_a_prompt_of_its_own(student: Student) -> None:
    student.raises(ValueError, "generate", *writer(CHINESE), "", 1.0)


@check(
    "generate.train_mode",
    function="generate",
    zh="训练模式下没有 dropout；参数、模式与全局随机状态保持原样",
    en="no dropout in train mode; weights, mode and global random state are left as they were",
)
def test_generate_leaves_things_as_they_were(student: Student) -> None:
    excused(
        lambda: expect_greedy(student, ENGLISH, "The student will learn science", 10, train=True),
        lambda: greedy_is_broken(student),
    )

    def attempt() -> None:
        for train in (True, False):
            student.generate(*writer(ENGLISH, train=train), "apple", 1.0, max_new_tokens=2, seed=4)
            expect.unchanged(student, but=MAY_CHANGE)

    excused(attempt, lambda: draws_change_the_global_state(student))


def next_logits(name: str, rows: Sequence[Sequence[int]]) -> Tensor:
    """The logits `(rows, vocab)` of what comes after each of these contexts of equal length."""
    lm, _ = network(name)
    with torch.no_grad():
        logits: Tensor = lm(torch.tensor(rows)).logits[:, -1]
    return logits


@cache
def visible(name: str) -> tuple[str, ...]:
    """Each token's text, without white space; none for special tokens."""
    _, words = network(name)
    return tuple(squeezed(words.decode([token], skip_special_tokens=True)) for token in range(len(words)))


def draws_are_broken(student: Student) -> bool:
    """Whether the student's own draws do not follow their own or the right probabilities."""
    try:
        expect_same_rows(student, torch.tensor([1.5, 0.0, -1.0, 0.5]), 1000, 0.35, seed=8)
        expect_same_rows(student, random_logits(17, 400, scale=0.5), 1000, 1.0, seed=9)
    except (CheckFailed, NotRun):
        return True
    return False


def draws_change_the_global_state(student: Student) -> bool:
    """Whether the student's own draws change the global random state although a generator is given."""
    try:
        student.sample_token(torch.zeros(5), 1.0, torch_generator(10))
        expect.unchanged(student, but=ALL_BUT_CHANCE)
    except CheckFailed:
        return True
    return False


def writing_is_broken(student: Student) -> bool:
    """Whether the student's own `generate` does not decode a token greedily."""
    try:
        expect_greedy(student, ENGLISH, "The student will learn science", 1)
        expect_greedy(student, ENGLISH, "The student will learn science", 2)
    except CheckFailed:
        return True
    return False


@check(
    "generate.next_token",
    function="generate",
    share=2,
    zh="下一个词元的分布：带温度，没有 top-k",
    en="the next token's distribution: at the temperature, without top-k",
)
def test_generate_draws_the_next_token(student: Student) -> None:
    prompt = "the bank of the river"
    logits = next_logits(ENGLISH, contexts(ENGLISH, prompt)[:1])[0]
    args = (*writer(ENGLISH), prompt)
    near_misses = {
        0.35: [logits, logits / 0.35**2, torch.softmax(logits, dim=-1) / 0.35],  # T ignored, T twice, softmax(p / T)
        3.0: [logits.masked_fill(logits < logits.topk(200).values[-1], -math.inf) / 3.0],  # top-k, for any k up to 200
    }
    for temperature, draws in ((0.35, 36), (3.0, 28)):
        got = [student.generate(*args, temperature, max_new_tokens=1, seed=seed) for seed in range(draws)]
        for text in got:
            expect.text(text)
        texts = [squeezed(text) for text in got]

        excused(
            partial(_expect_next_token, student, logits, temperature, texts, near_misses[temperature]),
            lambda: draws_are_broken(student),
        )


def _expect_next_token(
    student: Student, logits: Tensor, temperature: float, texts: Sequence[str], near_misses: Iterable[Tensor]
) -> None:
    """Pass for texts of one token that look drawn as they should, and not rather from softmax of one of the near misses."""

    def attempt(probs: Tensor) -> None:
        wanted = _text_probs(ENGLISH, probs)
        expect_distribution(texts, wanted)
        for wrong in near_misses:
            expect_not_rather(texts, wanted, _text_probs(ENGLISH, torch.softmax(wrong, dim=-1)))

    by_right_or_own_probs(student, logits, temperature, attempt)


def _text_probs(name: str, probs: Tensor) -> dict[str, float]:
    """The probability of each text that a single token can give."""
    total: dict[str, float] = {}
    for text, p in zip(visible(name), probs.tolist(), strict=True):
        total[text] = total.get(text, 0.0) + p
    return total


@check(
    "generate.two_tokens",
    function="generate",
    share=2,
    zh="两个词元的分布：第二个以第一个为条件，遇到结束符就停",
    en="the distribution of two tokens: the second given the first, none after the end",
    needs=["generate.chinese"],
)
def test_generate_draws_a_second_token(student: Student) -> None:
    prompt, temperature = "甲丁丁", 0.3
    args = (*writer(MICRO), prompt, temperature)
    got = [student.generate(*args, max_new_tokens=2, seed=seed) for seed in range(64)]
    for text in got:
        expect.text(text)
    texts = [squeezed(text) for text in got]

    def attempt() -> None:
        failure = None
        for context in contexts(MICRO, prompt):
            try:
                return _expect_two_tokens(student, texts, context, temperature)
            except CheckFailed as caught:
                failure = caught
        own = _two_token_probs(student, contexts(MICRO, prompt)[0], temperature, own=True)
        right = _two_token_probs(student, contexts(MICRO, prompt)[0], temperature, own=False)
        if failure and all(math.isclose(own[text], right[text], rel_tol=1e-3, abs_tol=1e-5) for text in right):
            raise failure
        return expect_distribution(texts, own)

    excused(attempt, lambda: draws_are_broken(student), lambda: generator_is_stuck(student))


def generator_is_stuck(student: Student) -> bool:
    """Whether the student's own draws are the same again from a generator that was used before."""
    logits, generator = torch.zeros(100, 30), torch_generator(11)
    first, second = (expect.tensor(student.sample_token(logits, 1.0, generator)).reshape(-1) for _ in range(2))
    return first.tolist() == second.tolist()


def _expect_two_tokens(student: Student, texts: Sequence[str], context: Sequence[int], temperature: float) -> None:
    """Pass for texts that look drawn as they should, and not rather with another temperature at the second step."""
    right = _two_token_probs(student, context, temperature, own=False)
    expect_distribution(texts, right)
    for other in (1e-3, temperature**2, 1.0):
        near_miss = _two_token_probs(student, context, temperature, own=False, second_temperature=other)
        expect_not_rather(texts, right, near_miss)


def _two_token_probs(
    student: Student, context: Sequence[int], temperature: float, own: bool, second_temperature: float | None = None
) -> dict[str, float]:
    """The exact probability of every text of two tokens or fewer after a context, by right or by the student's own probabilities."""
    end, shown = network(MICRO)[1].eos_token_id, visible(MICRO)
    tokens = range(len(shown))
    steps = [
        (next_logits(MICRO, [context]), temperature),
        (next_logits(MICRO, [[*context, token] for token in tokens]), second_temperature or temperature),
    ]
    first, second = (own_probs(student, z, t) if own else warped(z, t) for z, t in steps)
    total: dict[str, float] = {}
    for one in tokens:
        for two in tokens if one != end else (end,):
            p = float(first[0, one]) * (float(second[one, two]) if one != end else 1.0)
            text = shown[one] + shown[two]
            total[text] = total.get(text, 0.0) + p
    return total


@check(
    "generate.independent",
    function="generate",
    zh="每一步用新的随机数",
    en="every step uses a new random number",
    needs=["generate.same_seed"],
)
def test_generate_draws_each_token_anew(student: Student) -> None:
    # At T = 30 the 1,144 tokens are nearly equally likely: no text has more than 0.3 % (most stand for two tokens, with and without a
    # space), whatever came before. Of 14 right pairs five or more are doubles with a probability below C(14, 5) · 0.003^5 < 1e-9.
    # With the same random number at both steps most of them are.
    args = (*writer(ENGLISH), "The cat is in the park", 30.0)
    got = [student.generate(*args, max_new_tokens=2, seed=seed) for seed in range(14)]
    for text in got:
        expect.text(text)
    excused(
        lambda: expect.true(
            sum(map(_is_double, got)) < 5,
            zh="两个词元常常相同：每一步好像用了同一个随机数",
            en="the two tokens are often the same: it seems that every step uses the same random number",
        ),
        lambda: draws_are_broken(student),
        lambda: generator_is_stuck(student),
    )


def _is_double(text: str) -> bool:
    """Whether a text is the same thing twice; bytes that are no characters all look alike and do not count."""
    text = squeezed(text)
    half = len(text) // 2
    return half > 0 and text[:half] == text[half:] and "\ufffd" not in text


@check(
    "distinct_n.tokens",
    function="distinct_n",
    zh="元素可以是任何词元",
    en="items can be tokens of any kind",
)
def test_distinct_n_of_tokens(student: Student) -> None:
    for sequences, n, want in (
        ([[1, 23, 12, 3, 1, 23]], 2, 4 / 5),
        ([["ab", "c", "a", "bc"]], 2, 1.0),
        ([["今", "天"], ["今", "天"]], 2, 0.5),
        ([(7, 7, 7, 7)], 3, 0.5),
    ):
        expect.close(number(student.distinct_n(sequences, n)), want)


@check(
    "distinct_n.together",
    function="distinct_n",
    zh="所有序列合在一起数，n 元组不跨越序列",
    en="all sequences are counted together, no n-gram reaches across",
)
def test_distinct_n_counts_sequences_together(student: Student) -> None:
    for sequences, n, want in (
        (["aaaa", "bc"], 1, 3 / 6),
        (["abc", "abc", "xy"], 2, 3 / 5),
        (["ab", "cd"], 2, 1.0),
        (["ab", "ba", "ab", "ba"], 2, 0.5),
        (["abcabc", "a", ""], 3, 3 / 4),
    ):
        expect.close(number(student.distinct_n(sequences, n)), want)


@check(
    "distinct_n.none",
    function="distinct_n",
    zh="没有 n 元组时为 0.0",
    en="0.0 where there is no n-gram",
)
def test_distinct_n_of_nothing(student: Student) -> None:
    for sequences, n in (([], 1), ([""], 1), (["ab", "c"], 3), ([[]], 2)):
        expect.close(number(student.distinct_n(sequences, n)), 0.0)


@check(
    "distinct_n.number",
    function="distinct_n",
    share=0.5,
    zh="返回 Python 的 float",
    en="returns a Python float",
)
def test_distinct_n_is_a_number(student: Student) -> None:
    for sequences in (["abcab", "ab"], ["abc"], []):
        expect.number(student.distinct_n(sequences, 2))


@check(
    "distinct_n.no_item",
    function="distinct_n",
    share=0.5,
    zh="没有序列时，n < 1 也抛出 ValueError",
    en="raises ValueError for n < 1 without any sequence, too",
)
def test_distinct_n_refuses_n_below_one(student: Student) -> None:
    for sequences, n in (([], 0), ([""], -3), ([[1, 2]], 0)):
        student.raises(ValueError, "distinct_n", sequences, n)


@check(
    "temperature_sweep.defaults",
    function="temperature_sweep",
    share=0.5,
    zh="默认：温度 0.1、0.8、1.5，5 段文本，至多 20 个词元，种子 0",
    en="by default temperatures 0.1, 0.8 and 1.5, 5 texts, 20 tokens, seed 0",
    needs=["temperature_sweep.structure", "temperature_sweep.texts"],
)
def test_temperature_sweep_has_defaults(student: Student) -> None:
    args = (*writer(ENGLISH), "they play the game")
    got = student.temperature_sweep(*args, max_new_tokens=1)
    expect_sweep(got, (0.1, 0.8, 1.5), 5)
    wanted = [student.generate(*args, 1.5, max_new_tokens=1, seed=seed) for seed in range(5)]
    expect.equal(list(got[1.5]["texts"]), wanted, zh="texts", en="texts")

    def attempt() -> None:
        longer = student.temperature_sweep(*args, temperatures=(0.0,), samples=1)
        expect_sweep(longer, (0.0,), 1)
        want = student.generate(*args, 0.0, max_new_tokens=20)
        expect.equal(longer[0.0]["texts"][0], want, zh="texts[0]", en="texts[0]")

    excused(attempt, lambda: greedy_is_broken(student))


@check(
    "temperature_sweep.distinct",
    function="temperature_sweep",
    zh="distinct_1、distinct_2 按文本的字符计",
    en="distinct_1 and distinct_2 over the characters of the texts",
)
def test_temperature_sweep_measures_characters(student: Student) -> None:
    args = (*writer(ENGLISH), "hello world")
    got = student.temperature_sweep(*args, temperatures=(0.6, 1.0), samples=3, max_new_tokens=4)
    expect_sweep(got, (0.6, 1.0), 3)
    for temperature, n in product((0.6, 1.0), (1, 2)):
        measured = number(got[temperature][f"distinct_{n}"])
        try:
            expect.close(measured, _distinct(got[temperature]["texts"], n), zh=f"distinct_{n}", en=f"distinct_{n}")
        except CheckFailed:
            own = _own_distinct(student, got[temperature]["texts"], n)
            expect.close(measured, own, zh=f"distinct_{n}", en=f"distinct_{n}")


def _distinct(texts: Iterable[str], n: int) -> float:
    grams = [text[i : i + n] for text in texts for i in range(len(text) - n + 1)]
    return len(set(grams)) / len(grams) if grams else 0.0


def _own_distinct(student: Student, texts: Sequence[str], n: int) -> float:
    try:
        own = number(student.distinct_n(list(texts), n))
        expect.number(own)
    except CheckFailed:
        raise NotRun(UNUSABLE) from None
    return float(own)


def own_entropies(student: Student, logits: Tensor, temperature: float) -> list[float]:
    """The entropies of these rows by the student's own functions."""
    try:
        values = expect.tensor(student.entropy(student.temperature_probs(logits, temperature))).reshape(-1)
    except CheckFailed:
        raise NotRun(UNUSABLE) from None
    if len(values) != len(logits) or not values.isfinite().all():
        raise NotRun(UNUSABLE)
    return [float(value) for value in values]


def right_entropies(logits: Tensor, temperature: float) -> list[float]:
    """The entropies of these rows at a temperature above 0."""
    probs = warped(logits, temperature)
    return [float(value) for value in -(torch.special.xlogy(probs, probs)).sum(dim=-1)]


@check(
    "temperature_sweep.entropy",
    function="temperature_sweep",
    zh="mean_entropy 是除以温度之后的分布的熵（nat）",
    en="mean_entropy is the entropy (nats) of the distribution at the temperature",
)
def test_temperature_sweep_measures_the_scaled_distribution(student: Student) -> None:
    prompt, temperatures = "The cat is in the park", (0.4, 1.0, 1.6)
    logits = next_logits(ENGLISH, contexts(ENGLISH, prompt)[:1])
    got = student.temperature_sweep(*writer(ENGLISH), prompt, temperatures=temperatures, samples=2, max_new_tokens=1)
    expect_sweep(got, temperatures, 2)
    for temperature in temperatures:
        measured = number(got[temperature]["mean_entropy"])

        def attempt(measured: Any = measured, temperature: float = temperature) -> None:
            try:
                expect.close(measured, right_entropies(logits, temperature)[0], zh="mean_entropy", en="mean_entropy")
            except CheckFailed:
                own = own_entropies(student, logits, temperature)[0]
                expect.close(measured, own, zh="mean_entropy", en="mean_entropy")

        excused(attempt, lambda: writing_is_broken(student))


@check(
    "temperature_sweep.entropy_everywhere",
    function="temperature_sweep",
    share=1.5,
    zh="mean_entropy 对所有文本的所有生成位置平均",
    en="mean_entropy is averaged over every generated position of every text",
    builds_on=["generate.chinese", "generate.stops"],
)
def test_temperature_sweep_averages_over_all_positions(student: Student) -> None:
    # The end is drawn first one time in three after the first prompt with [CLS] before it, and after the second without.
    for prompt in ("乙丁", "丁乙甲"):
        attempt = partial(_expect_means_over_positions, student, prompt, 1.4)
        excused(attempt, lambda: nothing_is_an_error(student))


@check(
    "temperature_sweep.no_position",
    function="temperature_sweep",
    share=0.5,
    zh="一个位置也没有生成时，mean_entropy 是 0.0",
    en="mean_entropy is 0.0 where no position was generated",
    builds_on=["generate.length"],
)
def test_temperature_sweep_of_no_token(student: Student) -> None:
    excused(lambda: _expect_no_mean_of_nothing(student), lambda: nothing_is_an_error(student))


def _expect_no_mean_of_nothing(student: Student) -> None:
    got = student.temperature_sweep(*writer(MICRO), "乙丁", temperatures=(1.4,), samples=2, max_new_tokens=0)
    expect_sweep(got, (1.4,), 2)
    expect.close(number(got[1.4]["mean_entropy"]), 0.0, zh="mean_entropy", en="mean_entropy")


def nothing_is_an_error(student: Student) -> bool:
    """Whether the student's own `distinct_n` cannot count in empty texts."""
    try:
        expect.number(number(student.distinct_n(["", ""], 1)))
    except CheckFailed:
        return True
    return False


def _expect_means_over_positions(student: Student, prompt: str, temperature: float) -> None:
    """Pass if the mean entropy of pairs of texts of two tokens or fewer is a mean over all positions."""
    args, options = (*writer(MICRO), prompt), {"temperatures": (temperature,), "samples": 2, "max_new_tokens": 2}
    sweeps = [student.temperature_sweep(*args, **options, seed=seed) for seed in range(0, 24, 2)]
    for sweep in sweeps:
        expect_sweep(sweep, (temperature,), 2)
    results = [sweep[temperature] for sweep in sweeps]
    expect.true(
        any(
            _all_means_possible(student, results, context, temperature, own)
            for own in (False, True)
            for context in contexts(MICRO, prompt)
        ),
        zh="mean_entropy 不是所有生成位置的熵的平均",
        en="mean_entropy is not the mean over all generated positions",
    )


def _all_means_possible(
    student: Student, results: Sequence[dict[str, Any]], context: Sequence[int], temperature: float, own: bool
) -> bool:
    """Whether every result's mean entropy is that of some tokens which give its texts.

    A text does not show special tokens, so several continuations may stand behind it; each of them has its own mean. The position at
    which the end was drawn may count or not, in all of them alike.
    """
    tokens = range(len(visible(MICRO)))
    rows = [next_logits(MICRO, [context]), next_logits(MICRO, [[*context, token] for token in tokens])]
    first, after = (own_entropies(student, r, temperature) if own else right_entropies(r, temperature) for r in rows)
    return any(
        all(_is_possible(result, _sums(first[0], after, counted)) for result in results) for counted in (True, False)
    )


def _sums(first: float, after: Sequence[float], end_counted: bool) -> dict[str, set[tuple[float, int]]]:
    """For each text of two tokens or fewer, the sums of entropies and numbers of positions that can stand behind it."""
    end, shown = network(MICRO)[1].eos_token_id, visible(MICRO)
    sums: dict[str, set[tuple[float, int]]] = {"": {(first, 1) if end_counted else (0.0, 0)}}
    for one, two in product(range(len(shown)), repeat=2):
        if one != end:
            both = (first + after[one], 2) if two != end or end_counted else (first, 1)
            sums.setdefault(shown[one] + shown[two], set()).add(both)
    return sums


def _is_possible(result: dict[str, Any], sums: dict[str, set[tuple[float, int]]]) -> bool:
    measured = number(result["mean_entropy"])
    if type(measured) not in (int, float):
        return False
    choices = product(*(sums.get(squeezed(text), ()) for text in result["texts"]))
    means = (sum(s for s, _ in chosen) / max(1, sum(n for _, n in chosen)) for chosen in choices)
    return any(math.isclose(measured, mean, rel_tol=1e-4, abs_tol=1e-5) for mean in means)


@check(
    "temperature_sweep.train_mode",
    function="temperature_sweep",
    share=0.5,
    zh="训练模式下没有 dropout；参数、模式与全局随机状态保持原样",
    en="no dropout in train mode; weights, mode and global random state are left as they were",
    needs=["temperature_sweep.structure"],
    builds_on=["generate.train_mode"],
)
def test_temperature_sweep_leaves_things_as_they_were(student: Student) -> None:
    options = {"temperatures": (0.9,), "samples": 2, "max_new_tokens": 3, "seed": 1}
    first = student.temperature_sweep(*writer(ENGLISH), "apple", **options)
    second = student.temperature_sweep(*writer(ENGLISH, train=True), "apple", **options)
    expect.unchanged(student, but=MAY_CHANGE)
    for sweep in (first, second):
        expect_sweep(sweep, (0.9,), 2)
    for key in KEYS[1:]:
        expect.close(number(second[0.9][key]), number(first[0.9][key]), zh=key, en=key)
