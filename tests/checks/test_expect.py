"""Expectations: what meets the contract passes, what does not says so in both languages without telling values."""

from __future__ import annotations

import math
import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from autograder.checks import expect
from autograder.checks.failure import CheckFailed, clean
from autograder.checks.picture import begin_pictures, picture

VECTOR = torch.tensor([1.0, 2.0, 3.0])


@pytest.mark.parametrize(
    "stand_in",
    [
        VECTOR,
        VECTOR.double(),
        VECTOR.numpy(),
        np.array([1.0, 2.0, 3.0]),
        [1.0, 2.0, 3.0],
        (1, 2, 3),
        VECTOR + 1e-6,
        torch.nn.Parameter(VECTOR),
    ],
)
def test_whatever_stands_for_a_vector_is_close_to_it(stand_in: Any) -> None:
    expect.close(stand_in, VECTOR)


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        3.0,
        "x",
        {},
        [],
        [[1.0], [2.0], [3.0]],
        VECTOR[None],
        VECTOR[:2],
        VECTOR + 1e-2,
        VECTOR * math.nan,
        ["1", "2", "3"],
    ],
)
def test_what_does_not_is_a_failure(wrong: Any) -> None:
    with pytest.raises(CheckFailed):
        expect.close(wrong, VECTOR)


@pytest.mark.parametrize(
    "wrong", [True, "0.5", None, torch.tensor(0.5), np.float32(0.5), [0.5], 0.501, math.nan, math.inf]
)
def test_a_number_is_a_python_number_near_the_expected_one(wrong: Any) -> None:
    expect.close(0.5, 0.5)
    with pytest.raises(CheckFailed):
        expect.close(wrong, 0.5)


def test_infinity_equals_infinity_only() -> None:
    expect.close(math.inf, math.inf)
    with pytest.raises(CheckFailed):
        expect.close(1e308, math.inf)


def test_lists_and_tuples_stand_for_each_other_and_types_inside_count() -> None:
    expect.equal(["我", 2, 4], ("我", 2, 4))
    for wrong in (("我", 2.0, 4), ("我", True, 4), ("我", 2), ("他", 2, 4), "我24", {"我": 2}):
        with pytest.raises(CheckFailed):
            expect.equal(wrong, ("我", 2, 4))


def test_dicts_need_the_same_keys() -> None:
    expect.close({"a": 1.0, "b": [2.0]}, {"a": 1.0, "b": [2.0]})
    for wrong in ({"a": 1.0}, {"a": 1.0, "b": [2.0], "c": 0}, [1.0]):
        with pytest.raises(CheckFailed):
            expect.close(wrong, {"a": 1.0, "b": [2.0]})


def test_none_asks_for_the_return_statement() -> None:
    with pytest.raises(CheckFailed) as failure:
        expect.number(None)
    assert "return" in failure.value.closed.zh
    assert "return" in failure.value.closed.en


def test_where_no_gradient_came_the_cut_is_named_and_no_return_asked_for() -> None:
    expect.gradient(VECTOR.double(), VECTOR, "logits")
    for got, zh, en in (
        (None, "没有对 logits 的梯度", "there is no gradient by logits"),
        (-VECTOR, "对 logits 的梯度", "the gradient by logits has wrong values"),
    ):
        with pytest.raises(CheckFailed) as caught:
            expect.gradient(got, VECTOR, "logits")
        assert caught.value.closed.zh.startswith(zh)
        assert caught.value.closed.en.startswith(en)
        assert "return" not in caught.value.open.zh + caught.value.open.en


def test_the_closed_sentence_holds_neither_value_nor_expectation() -> None:
    cases: list[tuple[Any, Any]] = [
        (123.25, 456.75),
        ("geheim", "erwartet"),
        (VECTOR * 123.25, VECTOR * 456.75),
        ([123.25], [456.75]),
    ]
    for got, want in cases:
        with pytest.raises(CheckFailed) as failure:
            expect.close(got, want)
        closed = failure.value.closed.zh + failure.value.closed.en
        assert not any(part in closed for part in ("123", "456", "geheim", "erwartet"))


def test_a_class_name_of_the_students_own_is_not_shown() -> None:
    assert expect.kind(SimpleNamespace(type="student.LEAK builtins.object")).en == "a value of type object"
    assert "torch.nn.modules.linear.Linear" in expect.kind(SimpleNamespace(type="torch.nn.modules.linear.Linear x")).en


def test_unchanged_names_what_was_changed() -> None:
    student = SimpleNamespace(last=SimpleNamespace(function="word_vector", changed=("argument.0.mode",)))
    with pytest.raises(CheckFailed) as failure:
        expect.unchanged(student)
    assert "train/eval" in failure.value.closed.en
    expect.unchanged(student, but=("mode",))


def test_no_grad_notices_a_tracked_tensor() -> None:
    expect.no_grad(VECTOR)
    with pytest.raises(CheckFailed):
        expect.no_grad(VECTOR.clone().requires_grad_())


@pytest.mark.parametrize("nasty", ["\x1b[31mred", "a\x00b", "\u202egnp.exe", "\ud800", "x" * 10_000])
def test_text_from_students_is_made_safe_to_show(nasty: str) -> None:
    safe = clean(nasty)
    safe.encode("utf-8")
    assert len(safe) <= 300
    assert not any(character in safe for character in "\x1b\x00\u202e")


def test_each_kind_that_is_asked_for_has_its_sentence() -> None:
    for passes, fails, said in (
        (lambda: expect.true(True, zh="对", en="right"), lambda: expect.true(False, zh="错", en="wrong"), "wrong"),
        (lambda: expect.number(1), lambda: expect.number(True), "float or int"),
        (lambda: expect.whole(1), lambda: expect.whole(1.0), "a Python int"),
        (lambda: expect.text("x"), lambda: expect.text(b"x"), "a str"),
        (lambda: expect.equal({"a": VECTOR}, {"a": VECTOR}), lambda: expect.equal({"a": 1}, {"a": VECTOR}), "a tensor"),
    ):
        passes()
        with pytest.raises(CheckFailed) as caught:
            fails()
        assert said in caught.value.closed.en


@pytest.mark.parametrize(
    "value",
    [[1], "x", 1, {}, 1.5, True, VECTOR, VECTOR.numpy(), np.float32(1), SimpleNamespace(type="torch.nn.Linear x")],
)
def test_no_blank_stands_before_chinese_punctuation_or_at_the_end(value: Any) -> None:
    with pytest.raises(CheckFailed) as caught:
        expect.equal(value, b"" if type(value) is str else "x")
    said = caught.value.open.zh
    assert re.fullmatch(r"返回值是.+[^ ]，应为.+[^ ]", said)
    assert not re.search(r" [，。；：、（）]", said)


def test_what_kind_of_value_it_is_reads_as_chinese_does() -> None:
    with pytest.raises(CheckFailed) as caught:
        expect.tensor({})
    assert caught.value.open.zh == "返回值是 dict，应为张量"


@pytest.mark.parametrize("named", [{}, {"zh": "labels", "en": "labels"}, {"zh": "第 2 项", "en": "item 2"}])
def test_a_blank_stands_between_latin_and_han(named: dict[str, str]) -> None:
    for fails in (
        lambda: expect.number(np.float32(1), **named),
        lambda: expect.whole(None, **named),
        lambda: expect.close(VECTOR, VECTOR + 1, **named),
        lambda: expect.tensor(VECTOR, (2,), **named),
        lambda: expect.sequence([1], 2, **named),
        lambda: expect.mapping({}, ["a"], **named),
        lambda: expect.equal({"a": 1, "b": 2}, {"a": 1}, **named),
        lambda: expect.equal("x", "y", **named),
        lambda: expect.no_grad(VECTOR.clone().requires_grad_(), **named),
    ):
        with pytest.raises(CheckFailed) as caught:
            fails()
        for said in (caught.value.open.zh, caught.value.closed.zh):
            assert not re.search(r"[A-Za-z0-9][\u4e00-\u9fff]|[\u4e00-\u9fff][A-Za-z0-9]", said)
            assert "  " not in said


def test_a_tensor_of_booleans_or_of_integers_must_be_one() -> None:
    with pytest.raises(CheckFailed, match="a boolean tensor"):
        expect.close(torch.tensor([1, 0]), torch.tensor([True, False]))
    expect.tensor(np.array([True]), (1,), boolean=True)
    for numbers in (torch.ones(1), np.ones(1, dtype="float32")):
        with pytest.raises(CheckFailed, match=r"shape \(1,\) and type float32, not a boolean tensor"):
            expect.tensor(numbers, (1,), boolean=True)
    with pytest.raises(CheckFailed, match="a tensor of integers"):
        expect.tensor(torch.tensor([1.0]), (1,), integer=True)


def test_a_picture_of_what_is_no_row_of_numbers_is_not_drawn() -> None:
    drawn = begin_pictures()
    for values in ([1.0], ["x", 2.0], None, [math.nan, 1.0]):
        picture("line", zh="图", en="figure", x=["a", "b"], series={"s": values})
    picture("bars", zh="图", en="figure", x=["a", "b"], series={"s": torch.tensor([0.5, 2.0]), "t": [1]})
    assert [(one.kind, one.series) for one in drawn] == [("bars", {"s": (0.5, 2.0)})]


@pytest.mark.parametrize(
    "right", [1.5, np.float32(1.5), torch.tensor(1.5), np.array(1.5), torch.tensor(1.5, dtype=torch.float64)]
)
def test_one_number_counts_in_every_form(right: Any) -> None:
    assert expect.scalar(right) == 1.5


@pytest.mark.parametrize("wrong", [None, True, "1", [1.5], torch.tensor([1.5]), np.array([1.5]), 10**400, {}, object()])
def test_what_is_not_one_number_fails_and_breaks_nothing(wrong: Any) -> None:
    with pytest.raises(CheckFailed):
        expect.scalar(wrong)
    with pytest.raises(CheckFailed):
        expect.close(wrong, 1.5)


def test_of_many_numbers_the_first_wrong_one_is_named_with_its_place() -> None:
    want = torch.arange(12.0).reshape(3, 4)
    got = want.clone()
    got[1, 2], got[2, 0] = -1, float("nan")
    with pytest.raises(CheckFailed) as caught:
        expect.close(got, want)
    assert caught.value.open.en.endswith("at [1, 2] it is -1, 6 was expected (2 of 12 numbers are wrong)")
    assert "6" not in caught.value.closed.en
