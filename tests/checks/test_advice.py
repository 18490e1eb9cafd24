"""Errors that students meet often are explained, in fixed words."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
import transformers

from autograder.checks.advice import _GONE, _RENAMED, advice, nearest_name


def error_of(call: object, *args: object, **kwargs: object) -> tuple[str, str]:
    """The type and message of the exception that a call raises."""
    with pytest.raises(Exception) as raised:
        call(*args, **kwargs)  # type: ignore[operator]
    return type(raised.value).__name__, str(raised.value)


@pytest.mark.parametrize(
    ("old", "new"), [("evaluation_strategy", "eval_strategy"), ("no_cuda", "use_cpu"), ("warmup_ratio", "warmup_steps")]
)
def test_renamed_training_arguments_are_named(old: str, new: str) -> None:
    told = advice(*error_of(transformers.TrainingArguments, **{old: 1}))
    assert told is not None
    assert new in told.zh
    assert new in told.en


def test_every_new_name_exists_in_this_version_and_every_old_one_does_not() -> None:
    known = set(inspect.signature(transformers.TrainingArguments).parameters)
    training = {old: new for old, new in _RENAMED.items() if old != "use_auth_token"}
    assert set(training.values()) <= known
    assert not set(training) & known
    assert not set(_GONE) & known


def test_the_trainers_old_tokenizer_argument_is_explained() -> None:
    told = advice(*error_of(transformers.Trainer, tokenizer=None))
    assert told is not None
    assert "processing_class" in told.en


def takes_one(first: object) -> None:
    """A function with one parameter."""


@pytest.mark.parametrize("arguments", [(), (1, 2)])
def test_a_wrong_number_of_arguments_is_explained(arguments: tuple[int, ...]) -> None:
    told = advice(*error_of(takes_one, *arguments))
    assert told is not None
    assert "签名" in told.zh


def test_a_missing_file_and_a_missing_package_are_explained() -> None:
    file = advice(*error_of(open, "/nowhere/mine.txt"))
    module = advice(*error_of(__import__, "my_own_helpers"))
    assert file is not None
    assert "data/" in file.en
    assert module is not None
    assert "own" in module.en


def test_a_model_that_is_not_there_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    told = advice(*error_of(transformers.AutoModel.from_pretrained, "nobody/no-such-model"))
    assert told is not None
    assert "from_pretrained" in told.en


def test_keyboard_input_is_explained() -> None:
    told = advice("EOFError", "EOF when reading a line")
    assert told is not None
    assert "input()" in told.zh


def test_lists_in_a_set_are_explained_and_other_unhashable_things_are_not() -> None:
    for items in ([[1]], [np.array([1])]):
        told = advice(*error_of(set, items))
        assert told is not None
        assert "tuple" in told.zh
        assert "tuple" in told.en
    assert advice(*error_of(set, [{}])) is None


def test_advice_carries_nothing_of_the_message() -> None:
    for message in (
        "unexpected keyword argument 'SECRET'",
        "No such file or directory: 'SECRET'",
        "No module named 'SECRET'",
    ):
        for kind in ("TypeError", "FileNotFoundError", "ModuleNotFoundError"):
            told = advice(kind, message)
            assert told is None or "SECRET" not in told.zh + told.en


def test_other_errors_have_no_advice() -> None:
    assert advice("ZeroDivisionError", "division by zero") is None


def test_a_renamed_function_is_recognised_and_a_stranger_is_not() -> None:
    assert nearest_name("word_vector", ["word_vectors", "main"]) == "word_vectors"
    assert nearest_name("word_vector", ["helper"]) is None
