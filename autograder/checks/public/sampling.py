"""Public checks of `sampling`: what students can run before they hand in.

Models are tiny and random: their texts mean nothing. Where a tokenizer puts a special token before the prompt (`[CLS]`), both readings
of the contract are right, with it and without. Texts are compared without white space where decoding may add or drop some.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, TypedDict

import numpy as np
import torch
from torch import Tensor
from transformers import TemperatureLogitsWarper

from autograder.checks.api import UNUSABLE, CheckFailed, NotRun, Student, check, expect
from autograder.checks.chance import normal
from autograder.models import model, tokenizer, torch_generator
from autograder.models.build import build
from autograder.models.handles import Handle
from autograder.text import Text


def writer(name: str, train: bool = False) -> tuple[Handle, Handle]:
    """A fixture's language model and its tokenizer, fresh handles for one check."""
    return model(name, train=train), tokenizer(name)


def random_logits(seed: int, *shape: int, scale: float = 2.0) -> Tensor:
    """Logits from a seed."""
    return normal(seed, *shape, scale=scale)


def warped(logits: Tensor, temperature: float) -> Tensor:
    """Probabilities at a temperature above 0, by transformers' own `TemperatureLogitsWarper`."""
    none = torch.zeros(1, 0, dtype=torch.long)
    return torch.softmax(TemperatureLogitsWarper(temperature)(none, logits.double()), dim=-1)


def number(value: Any) -> Any:
    """A tensor or array with one number as that number: its kind is judged once, by the check that is about kinds."""
    if isinstance(value, np.ndarray):
        value = torch.from_numpy(value.copy())
    return float(value.detach()) if isinstance(value, Tensor) and value.numel() == 1 else value


class Named(TypedDict):
    """What is compared, as a noun in both languages."""

    zh: str
    en: str


def result_of(call: str) -> Named:
    """How a public check's message calls what a call returned: with its input."""
    return {"zh": f"{call} 的返回值", "en": f"what {call} returned"}


def expect_probs(got: Any, want: Tensor, zh: str = "返回值", en: str = "the returned value") -> None:
    """Pass for these probabilities, in a float tensor of their shape."""
    made = expect.tensor(got, want.shape, zh=zh, en=en)
    expect.true(made.is_floating_point(), zh=f"{zh}不是浮点张量", en=f"{en} is no float tensor")
    sums = made.double().sum(dim=-1)
    expect.true(
        bool(torch.isclose(sums, torch.ones_like(sums), atol=1e-3).all()),
        zh=f"{zh}沿最后一维（词表）的和不是 1",
        en=f"{en} does not sum to 1 along the last dimension (the vocabulary)",
        more=Text(f"和是 {expect.brief(sums)}", f"the sums are {expect.brief(sums)}"),
    )
    expect.close(made, want, zh=zh, en=en)


def excused(attempt: Callable[[], None], *broken: Callable[[], bool]) -> None:
    """Run an attempt; where it fails although one of the functions that it may build on is broken, it is not judged."""
    try:
        attempt()
    except CheckFailed:
        if any(is_broken() for is_broken in broken):
            raise NotRun(UNUSABLE) from None
        raise


def greedy_is_broken(student: Student) -> bool:
    """Whether the student's own functions do not take the largest logit at T = 0."""
    logits = torch.tensor([[0.0, 2.0, 1.0], [3.0, 0.0, -1.0]])
    try:
        draws = expect.tensor(student.sample_token(logits, 0.0)).reshape(-1)
        probs = expect.tensor(student.temperature_probs(logits, 0.0))
    except CheckFailed:
        return True
    return draws.tolist() != [1, 0] or not probs.is_floating_point() or probs.tolist() != [[0, 1, 0], [1, 0, 0]]


@cache
def network(name: str) -> tuple[Any, Any]:
    """A fixture's model and tokenizer on this side of the wall."""
    return build("model", name, {}), build("tokenizer", name, {})


@cache
def contexts(name: str, prompt: str) -> tuple[tuple[int, ...], ...]:
    """The ids of a prompt as a model may be given them: with what the tokenizer puts before it, and without."""
    _, words = network(name)
    encoded = words(prompt, return_special_tokens_mask=True)
    own = [index for index, special in enumerate(encoded["special_tokens_mask"]) if not special]
    ids = tuple(encoded["input_ids"])
    return tuple(dict.fromkeys([ids[: own[-1] + 1], ids[own[0] : own[-1] + 1]]))


@cache
def greedy_ids(name: str, context: tuple[int, ...], most: int) -> tuple[int, ...]:
    """Greedy continuation by transformers' own `generate`."""
    lm, _ = network(name)
    ids = torch.tensor([context])
    with torch.no_grad():
        whole = lm.generate(ids, attention_mask=torch.ones_like(ids), do_sample=False, max_new_tokens=most)
    return tuple(whole[0, len(context) :].tolist())


def squeezed(text: str) -> str:
    """A text without white space."""
    return "".join(text.split())


def expect_text(got: Any, name: str, continuations: Iterable[Sequence[int]]) -> None:
    """Pass if `got` is the text of one of these continuations, up to white space."""
    expect.text(got)
    _, words = network(name)
    texts = {squeezed(words.decode(list(ids), skip_special_tokens=True)) for ids in continuations}
    if squeezed(got) not in texts:
        raise CheckFailed(
            Text("生成的文本不对", "the generated text is wrong"),
            Text(
                f"生成的文本是 {expect.brief(got)}，应为 {expect.brief(min(texts))}（空格不计）",
                f"the generated text is {expect.brief(got)}, {expect.brief(min(texts))} was expected (up to spaces)",
            ),
        )


def expect_greedy(student: Student, name: str, prompt: str, most: int, **options: Any) -> None:
    """Pass if at T = 0 the student writes what transformers' own greedy decoding does."""
    own_model, words = writer(name, **options)
    got = student.generate(own_model, words, prompt, 0.0, max_new_tokens=most)
    expect_text(got, name, [greedy_ids(name, context, most) for context in contexts(name, prompt)])


@check(
    "temperature_probs.values",
    function="temperature_probs",
    share=2,
    zh="softmax(logits / T)，与 transformers 的 TemperatureLogitsWarper 相同",
    en="softmax(logits / T), as transformers' TemperatureLogitsWarper has it",
)
def test_temperature_probs_is_softmax_of_scaled_logits(student: Student) -> None:
    for logits in (torch.tensor([0.0, 1.0, 2.0, -1.0]), random_logits(1, 2, 6)):
        for temperature in (0.1, 0.8, 1.0, 1.5):
            call = result_of(f"temperature_probs({shown(logits)}, {temperature})")
            expect_probs(student.temperature_probs(logits, temperature), warped(logits, temperature), **call)


def shown(logits: Tensor) -> str:
    """A short input as it is, a longer one by its shape."""
    return str(logits.tolist()) if logits.dim() == 1 else f"logits {tuple(logits.shape)}"


@check(
    "temperature_probs.greedy",
    function="temperature_probs",
    zh="T = 0：全部概率在最大值上",
    en="T = 0: all mass on the largest",
)
def test_temperature_probs_at_zero(student: Student) -> None:
    for logits, zero, want in (
        (torch.tensor([0.5, -1.0, 3.0]), 0.0, torch.tensor([0.0, 0.0, 1.0])),
        (torch.tensor([[4.0, 1.0], [-2.0, 0.0]]), 0, torch.eye(2)),
    ):
        call = result_of(f"temperature_probs({logits.tolist()}, {zero})")
        expect_probs(student.temperature_probs(logits, zero), want, **call)


@check(
    "temperature_probs.negative",
    function="temperature_probs",
    share=0.5,
    zh="负的温度抛出 ValueError",
    en="raises ValueError for a negative temperature",
)
def test_temperature_probs_refuses_negative_temperatures(student: Student) -> None:
    for temperature in (-1.0, -0.5):
        student.raises(ValueError, "temperature_probs", torch.tensor([0.0, 1.0]), temperature)


@check(
    "sample_token.shape",
    function="sample_token",
    zh="每一行一个词元：形状 (...) 的 long 张量",
    en="one token a row: a long tensor (...)",
)
def test_sample_token_gives_one_token_a_row(student: Student) -> None:
    for shape in ((7,), (5, 7), (2, 3, 7)):
        got = student.sample_token(random_logits(2, *shape), 1.0, torch_generator(0))
        draws = expect.tensor(
            got, shape[:-1], integer=True, **result_of(f"sample_token(logits {shape}, 1.0, generator)")
        )
        expect.true(
            bool(((draws >= 0) & (draws < 7)).all()), zh="抽到了词表之外的编号", en="a draw is outside the vocabulary"
        )


@check(
    "sample_token.greedy",
    function="sample_token",
    zh="T = 0：总是最大的一个",
    en="T = 0: always the largest",
)
def test_sample_token_at_zero(student: Student) -> None:
    logits = random_logits(3, 40, 9)

    def attempt() -> None:
        got = expect.tensor(student.sample_token(logits, 0.0, torch_generator(1)))
        call = result_of("sample_token(logits (40, 9), 0.0, generator)")
        expect.equal(got.reshape(-1).tolist(), logits.argmax(dim=-1).tolist(), **call)

    excused(attempt, lambda: probs_are_broken(student, logits, 0.0))


def probs_are_broken(student: Student, logits: Tensor, temperature: float) -> bool:
    """Whether the student's own probabilities for these logits are wrong."""
    first = torch.zeros_like(logits).scatter_(-1, logits.argmax(dim=-1, keepdim=True), 1.0)
    want = first if temperature == 0 else warped(logits, temperature)
    try:
        expect_probs(student.temperature_probs(logits, temperature), want)
    except CheckFailed:
        return True
    return False


@check(
    "sample_token.same_state",
    function="sample_token",
    zh="生成器状态相同，抽取的结果相同",
    en="equal generator states give equal draws",
)
def test_sample_token_repeats_itself(student: Student) -> None:
    logits = random_logits(4, 200, 12)
    for seed in (0, 7):
        first, second = (
            expect.tensor(student.sample_token(logits, 1.5, torch_generator(seed))).reshape(-1) for _ in range(2)
        )
        expect.true(
            first.tolist() == second.tolist(),
            zh="两个状态相同的生成器抽出了不同的结果",
            en="two generators in the same state gave different draws",
        )


@check(
    "entropy.values",
    function="entropy",
    share=2,
    zh="自然对数下的熵",
    en="entropy with the natural logarithm",
)
def test_entropy_is_in_nats(student: Student) -> None:
    for probs, want in (
        ([0.5, 0.5], math.log(2)),
        ([0.25] * 4, math.log(4)),
        ([0.7, 0.2, 0.1], -0.7 * math.log(0.7) - 0.2 * math.log(0.2) - 0.1 * math.log(0.1)),
    ):
        expect.close(number(student.entropy(torch.tensor(probs))), want, **result_of(f"entropy({probs})"))


@check(
    "entropy.zero",
    function="entropy",
    zh="0·log 0 = 0",
    en="0·log 0 = 0",
)
def test_entropy_of_impossible_tokens(student: Student) -> None:
    for probs, want in (([0.0, 1.0, 0.0], 0.0), ([0.5, 0.0, 0.5], math.log(2))):
        expect.close(number(student.entropy(torch.tensor(probs))), want, **result_of(f"entropy({probs})"))


@check(
    "generate.greedy",
    function="generate",
    zh="T = 0：与 transformers 的贪心解码相同（英文）",
    en="T = 0: the same as transformers' greedy decoding (English)",
)
def test_generate_decodes_greedily(student: Student) -> None:
    excused(
        lambda: expect_greedy(student, "fixture-gpt2-en", "The student will learn science", 12),
        lambda: greedy_is_broken(student),
    )


@check(
    "generate.chinese",
    function="generate",
    zh="中文：提示后面的 [SEP] 不送入模型",
    en="Chinese: the [SEP] after the prompt is not fed to the model",
)
def test_generate_goes_on_with_chinese(student: Student) -> None:
    excused(lambda: expect_greedy(student, "fixture-gpt2-zh", "春天来了", 8), lambda: greedy_is_broken(student))


@check(
    "generate.same_seed",
    function="generate",
    zh="种子相同，文本相同；种子不同，文本不同",
    en="same seed, same text; other seeds, other texts",
)
def test_generate_depends_on_the_seed(student: Student) -> None:
    # At T = 3 no text of one token has a probability above 0.13 (bytes that are no characters all look alike): three right texts of
    # 4 tokens are all equal with a probability below 0.13^8 < 1e-7.
    args = (*writer("fixture-gpt2-en"), "the bank of the river", 3.0)
    texts = [student.generate(*args, max_new_tokens=4, seed=seed) for seed in (3, 0, 1, 3)]
    for text in texts:
        expect.text(text)
    excused(
        lambda: expect.true(
            texts[0] == texts[-1], zh="同一个种子得到了不同的文本", en="the same seed gave different texts"
        ),
        lambda: draws_do_not_repeat(student),
    )
    excused(
        lambda: expect.true(len(set(texts)) > 1, zh="不同的种子都得到同一段文本", en="all seeds gave the same text"),
        lambda: draws_are_constant(student),
    )


def draws_do_not_repeat(student: Student) -> bool:
    """Whether the student's own draws differ for generators in the same state."""
    try:
        draws = [expect.tensor(student.sample_token(torch.zeros(99, 30), 1.0, torch_generator(2))) for _ in range(2)]
    except CheckFailed:
        return True
    return draws[0].reshape(-1).tolist() != draws[1].reshape(-1).tolist()


def draws_are_constant(student: Student) -> bool:
    """Whether the student's own draws from a flat distribution are all the same."""
    try:
        draws = [expect.tensor(student.sample_token(torch.zeros(20), 1.0, torch_generator(seed))) for seed in range(9)]
    except CheckFailed:
        return True
    # Nine right draws are all equal with a probability of 20^-8, below 1e-10.
    return len({draw.reshape(-1).tolist()[0] for draw in draws}) == 1


@check(
    "generate.errors",
    function="generate",
    share=0.5,
    zh="提示为空、max_new_tokens 为负时抛出 ValueError",
    en="raises ValueError for an empty prompt and for a negative max_new_tokens",
)
def test_generate_wants_a_prompt(student: Student) -> None:
    english = writer("fixture-gpt2-en")
    student.raises(ValueError, "generate", *english, "", 1.0)
    student.raises(ValueError, "generate", *english, "hello world", 1.0, max_new_tokens=-1)


@check(
    "distinct_n.values",
    function="distinct_n",
    share=2,
    zh="不同的 n 元组占全部 n 元组的比例",
    en="the share of different n-grams among all",
)
def test_distinct_n_counts_ngrams(student: Student) -> None:
    for sequences, n, want in (
        (["abab", "ab"], 2, 0.5),
        (["abab", "ab"], 1, 1 / 3),
        (["今天天气好"], 1, 0.8),
        ([["a", "b", "a", "b"]], 2, 2 / 3),
    ):
        expect.close(number(student.distinct_n(sequences, n)), want, **result_of(f"distinct_n({sequences}, {n})"))


@check(
    "distinct_n.errors",
    function="distinct_n",
    share=0.5,
    zh="n < 1 时抛出 ValueError",
    en="raises ValueError for n < 1",
)
def test_distinct_n_wants_an_item(student: Student) -> None:
    for n in (0, -1):
        student.raises(ValueError, "distinct_n", ["abab", "ab"], n)


KEYS = ("texts", "distinct_1", "distinct_2", "mean_entropy")


@check(
    "temperature_sweep.structure",
    function="temperature_sweep",
    zh="每个温度四项：texts、distinct_1、distinct_2、mean_entropy",
    en="four entries a temperature: texts, distinct_1, distinct_2, mean_entropy",
)
def test_temperature_sweep_has_four_entries(student: Student) -> None:
    args = (*writer("fixture-gpt2-en"), "hello world")
    got = student.temperature_sweep(*args, temperatures=(0.5, 1.0), samples=3, max_new_tokens=2)
    expect_sweep(got, (0.5, 1.0), 3)
    for temperature in (0.5, 1.0):
        for key in KEYS[1:]:
            expect.number(got[temperature][key], zh=key, en=key)


def expect_sweep(got: Any, temperatures: Sequence[float], samples: int) -> None:
    """Pass if `got` has the form of a sweep, whatever the numbers are."""
    expect.mapping(got, temperatures)
    expect.true(
        len(got) == len(temperatures), zh="多出了没有要求的温度", en="there is a temperature that was not asked for"
    )
    for temperature in temperatures:
        expect.mapping(got[temperature], KEYS, zh=f"温度 {temperature} 的结果", en=f"the result at {temperature}")
        expect.sequence(got[temperature]["texts"], samples, zh="texts", en="texts")
        for text in got[temperature]["texts"]:
            expect.text(text, zh="texts 中的一项", en="an item of texts")


@check(
    "temperature_sweep.texts",
    function="temperature_sweep",
    zh="texts[i] == generate(..., seed=seed + i)",
    en="texts[i] == generate(..., seed=seed + i)",
    builds_on=["generate.same_seed"],
)
def test_temperature_sweep_uses_a_seed_for_each_sample(student: Student) -> None:
    args = (*writer("fixture-gpt2-en"), "apple")
    got = student.temperature_sweep(*args, temperatures=(0.7, 1.2), samples=3, max_new_tokens=4, seed=5)
    expect_sweep(got, (0.7, 1.2), 3)
    for temperature in (0.7, 1.2):
        wanted = [student.generate(*args, temperature, max_new_tokens=4, seed=5 + i) for i in range(3)]
        expect.equal(list(got[temperature]["texts"]), wanted, zh="texts", en="texts")
