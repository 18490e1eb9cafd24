"""Expectations of checks: each passes silently or raises `CheckFailed` with a sentence in both languages.

What a student is told about a hidden check names kinds and shapes (the contract has them), never a value; the sentence for public
checks has the values too.
"""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np
import torch

from autograder.checks.caller import Remote
from autograder.checks.failure import CheckFailed, clean
from autograder.text import Text

RTOL, ATOL = 1e-4, 1e-5
_LARGEST = sys.float_info.max  # a Python int may be larger, and cannot be compared as a float then
_MOST_SHOWN = 6


def true(condition: bool, *, zh: str, en: str, more: Text | None = None) -> None:
    """Pass if the condition holds; the sentences must not tell secret values. `more` may, and follows where nothing is secret."""
    if not condition:
        fail(zh=zh, en=en, more=more)


def fail(*, zh: str, en: str, more: Text | None = None) -> NoReturn:
    """Fail, with the sentences of `true`."""
    raise CheckFailed(Text(zh, en), Text(f"{zh}：{more.zh}", f"{en}: {more.en}") if more else None)


def close(
    got: Any,
    want: Any,
    *,
    rtol: float = RTOL,
    atol: float = ATOL,
    shape: Sequence[int] | None = None,
    zh: str = "返回值",
    en: str = "the returned value",
) -> None:
    """Pass if `got` is numerically `want`.

    A number is compared with a number, a tensor with whatever can stand for one: a tensor or NumPy array of any float width,
    or, where one dimension is asked for, a list or tuple of numbers. Lists, tuples and dicts are compared part by part.

    Args:
        got: from the student.
        want: the expected value.
        rtol: allowed relative difference.
        atol: allowed absolute difference.
        shape: the shape that a tensor must have; the expected one's by default.
        zh, en: what is compared, as a noun ("the first vector").
    """
    if isinstance(want, torch.Tensor | np.ndarray):
        _close_tensor(got, torch.as_tensor(want).detach(), rtol, atol, shape, Text(zh, en))
    elif isinstance(want, dict):
        _same_keys(got, want, Text(zh, en))
        for key, value in want.items():
            close(got[key], value, rtol=rtol, atol=atol, zh=f"{zh}[{key!r}]", en=f"{en}[{key!r}]")
    elif isinstance(want, list | tuple):
        sequence(got, len(want), zh=zh, en=en)
        for index, value in enumerate(want):
            close(got[index], value, rtol=rtol, atol=atol, zh=f"{zh}[{index}]", en=f"{en}[{index}]")
    elif isinstance(want, float):
        _close_number(got, want, rtol, atol, Text(zh, en))
    else:
        equal(got, want, zh=zh, en=en)


def equal(got: Any, want: Any, *, zh: str = "返回值", en: str = "the returned value") -> None:
    """Pass if `got` is exactly `want`: the same strings, whole numbers, booleans, and lists or tuples of them.

    A tuple may stand for a list and a list for a tuple; an integer tensor or array must have the same shape and values.
    """
    if isinstance(want, torch.Tensor | np.ndarray):
        close(got, want, rtol=0, atol=0, zh=zh, en=en)
    elif isinstance(want, list | tuple):
        sequence(got, len(want), zh=zh, en=en)
        for index, value in enumerate(want):
            equal(got[index], value, zh=f"{zh}[{index}]", en=f"{en}[{index}]")
    elif isinstance(want, dict):
        _same_keys(got, want, Text(zh, en))
        for key, value in want.items():
            equal(got[key], value, zh=f"{zh}[{key!r}]", en=f"{en}[{key!r}]")
    else:
        _same_type(got, want, Text(zh, en))
        if got != want:
            _differs(got, want, Text(zh, en))


def gradient(got: Any, want: Any, by: str) -> None:
    """Pass if the loss's gradient by this argument is `want`; where there is none (None), say what cuts a loss off."""
    true(
        got is not None,
        zh=f"没有对 {by} 的梯度：损失与它断开了（比如 detach、item、no_grad，或换成了 Python 的数）",
        en=f"there is no gradient by {by}: the loss is cut off from it (by detach, item, no_grad or a Python number, say)",
    )
    close(got, want, zh=f"对 {by} 的梯度", en=f"the gradient by {by}")


def sequence(got: Any, length: int | None = None, *, zh: str = "返回值", en: str = "the returned value") -> None:
    """Pass if `got` is a list or tuple (of this length)."""
    if type(got) not in (list, tuple):
        _wrong_kind(got, Text("列表或元组", "a list or tuple"), Text(zh, en))
    if length is not None and len(got) != length:
        raise CheckFailed(
            Text(
                f"{_subject(zh)}有 {len(got)} 项，应有 {length} 项",
                f"{en} has {len(got)} items, {length} were expected",
            )
        )


def number(got: Any, *, zh: str = "返回值", en: str = "the returned value") -> None:
    """Pass if `got` is a Python int or float (no bool, no tensor)."""
    if type(got) not in (int, float):
        _wrong_kind(got, Text(" Python 的 float 或 int", "a Python float or int"), Text(zh, en))


def whole(got: Any, *, zh: str = "返回值", en: str = "the returned value") -> None:
    """Pass if `got` is a Python int (no bool)."""
    if type(got) is not int:
        _wrong_kind(got, Text(" Python 的 int", "a Python int"), Text(zh, en))


def text(got: Any, *, zh: str = "返回值", en: str = "the returned value") -> None:
    """Pass if `got` is a str."""
    if type(got) is not str:
        _wrong_kind(got, Text("字符串", "a str"), Text(zh, en))


def stayed(
    got: Any, wanted: Text, class_name: str | None = None, *, zh: str = "返回值", en: str = "the returned value"
) -> Remote:
    """Pass if `got` is an object that stayed on the student's side (of this class, or of one made from it); give it back.

    Args:
        got: from the student.
        wanted: what it must be, in words.
        class_name: the class with its module ("transformers.trainer.Trainer"); any by default.
        zh, en: what is looked at, as a noun.
    """
    if not isinstance(got, Remote) or not (class_name is None or got.is_a(class_name)):
        _wrong_kind(got, wanted, Text(zh, en))
    return got


def mapping(got: Any, keys: Sequence[Any], *, zh: str = "返回值", en: str = "the returned value") -> None:
    """Pass if `got` is a dict with at least these keys."""
    if type(got) is not dict:
        _wrong_kind(got, Text("字典", "a dict"), Text(zh, en))
    missing = [key for key in keys if key not in got]
    if missing:
        raise CheckFailed(
            Text(f"{_subject(zh)}缺少一个该有的键", f"{en} lacks a key that it should have"),
            Text(f"{_subject(zh)}缺少键 {brief(missing[0])}", f"{en} lacks the key {brief(missing[0])}"),
        )


def tensor(
    got: Any,
    shape: Sequence[int] | None = None,
    *,
    integer: bool = False,
    boolean: bool = False,
    zh: str = "返回值",
    en: str = "the returned value",
) -> torch.Tensor:
    """Pass if `got` is a tensor (or stands for one, see `close`) of this shape; give it back as a tensor that tracks nothing.

    Args:
        got: from the student.
        shape: the shape that it must have; any by default.
        integer: whether its items must be whole numbers.
        boolean: whether they must be booleans.
        zh, en: what is looked at, as a noun.
    """
    made = _as_tensor(got, Text(zh, en))
    if shape is not None and tuple(made.shape) != tuple(shape):
        raise CheckFailed(
            Text(
                f"{_subject(zh)}的形状是 {tuple(made.shape)}，应为 {tuple(shape)}",
                f"{en} has shape {tuple(made.shape)}, {tuple(shape)} was expected",
            )
        )
    if integer and (made.is_floating_point() or made.dtype is torch.bool):
        _wrong_kind(got, Text("整数（long）张量", "a tensor of integers (long)"), Text(zh, en))
    if boolean and made.dtype is not torch.bool:
        _wrong_kind(got, Text("布尔张量", "a boolean tensor"), Text(zh, en))
    return made.detach()


def scalar(got: Any, *, zh: str = "返回值", en: str = "the returned value") -> float:
    """Pass if `got` is one number: a Python or NumPy number, or a tensor or array without dimensions; give it back as a float."""
    value = got.item() if isinstance(got, np.generic) else got
    if type(value) in (int, float):
        with contextlib.suppress(OverflowError):
            return float(value)
    if not isinstance(value, torch.Tensor | np.ndarray):
        _wrong_kind(
            got,
            Text("一个数（没有维度的张量或 float）", "one number (a tensor without dimensions or a float)"),
            Text(zh, en),
        )
    return float(tensor(value, (), zh=zh, en=en))


def no_grad(got: Any, *, zh: str = "返回值", en: str = "the returned value") -> None:
    """Pass if no gradient is tracked through `got`."""
    if isinstance(got, torch.Tensor) and got.requires_grad:
        raise CheckFailed(
            Text(
                f"{_subject(zh)}还在跟踪梯度（requires_grad=True）", f"{en} still tracks gradients (requires_grad=True)"
            )
        )


_CHANGES = {
    "rng.torch": Text("改变了 torch 的全局随机状态", "changed torch's global random state"),
    "rng.numpy": Text("改变了 NumPy 的全局随机状态", "changed NumPy's global random state"),
    "rng.python": Text("改变了 random 模块的全局状态", "changed the random module's global state"),
    "grad_mode": Text("改变了全局的梯度开关", "left the global gradient switch changed"),
    "dtype": Text("改变了 torch 的默认 dtype", "changed torch's default dtype"),
    "value": Text("改动了传入的参数", "modified an argument that was passed in"),
    "mode": Text(
        "没有恢复模型原来的 train/eval 模式", "did not leave the model in the mode (train/eval) it was found in"
    ),
    "weights": Text("改动了模型的参数", "changed the model's parameters"),
    "gradients": Text("在模型的参数上留下了梯度", "left gradients on the model's parameters"),
    "requires_grad": Text("改动了参数的 requires_grad", "changed the parameters' requires_grad"),
}


def unchanged(student: Any, *, but: Sequence[str] = ()) -> None:
    """Pass if the student's last call left everything as it found it.

    Args:
        student: the `student` fixture.
        but: aspects that may change, names as in `_CHANGES` ("weights", "mode", "rng.torch", ...).
    """
    for name in student.last.changed:
        aspect = name if name in _CHANGES else name.rsplit(".", 1)[-1]
        if aspect in _CHANGES and aspect not in but:
            change, function = _CHANGES[aspect], student.last.function
            raise CheckFailed(Text(f"{function} {change.zh}", f"{function} {change.en}"))


def _close_number(got: Any, want: float, rtol: float, atol: float, what: Text) -> None:
    number(got, zh=what.zh, en=what.en)
    if math.isnan(want) or math.isinf(want):
        same = got == want or (math.isnan(want) and math.isnan(got))
    else:
        same = abs(got) <= _LARGEST and math.isclose(got, want, rel_tol=rtol, abs_tol=atol)
    if not same:
        _differs(got, want, what)


def _close_tensor(
    got: Any, want: torch.Tensor, rtol: float, atol: float, shape: Sequence[int] | None, what: Text
) -> None:
    boolean = want.dtype is torch.bool
    made = tensor(got, want.shape if shape is None else shape, boolean=boolean, zh=what.zh, en=what.en)
    wrong = ~torch.isclose(made.double(), want.double(), rtol=rtol, atol=atol, equal_nan=True)
    if bool(wrong.any()):
        told = _few(made, want) if want.numel() <= _MOST_SHOWN else _first(made, want, wrong)
        zh, en = f"{_subject(what.zh)}的数值不对", f"{what.en} has wrong values"
        raise CheckFailed(Text(zh, en), Text(f"{zh}：{told.zh}", f"{en}: {told.en}"))


def _few(made: torch.Tensor, want: torch.Tensor) -> Text:
    return Text(f"得到 {brief(made)}，应为 {brief(want)}", f"{brief(made)}, expected {brief(want)}")


def _first(made: torch.Tensor, want: torch.Tensor, wrong: torch.Tensor) -> Text:
    """The first wrong entry of many: those before it would hide it."""
    place = tuple(wrong.nonzero()[0].tolist())
    at, got, expected = ", ".join(map(str, place)), f"{made[place].item():.4g}", f"{want[place].item():.4g}"
    count = int(wrong.sum())
    return Text(
        f"[{at}] 处是 {got}，应为 {expected}（{wrong.numel()} 个数里有 {count} 个不对）",
        f"at [{at}] it is {got}, {expected} was expected ({count} of {wrong.numel()} numbers are wrong)",
    )


def _as_tensor(got: Any, what: Text) -> torch.Tensor:
    if isinstance(got, torch.Tensor):
        return got
    if isinstance(got, np.ndarray):
        return torch.from_numpy(got.copy())
    if type(got) in (list, tuple) and got and all(type(item) in (int, float, bool) for item in got):
        with contextlib.suppress(ValueError, OverflowError, RuntimeError):  # an integer that no dtype holds
            return torch.tensor(got)
    _wrong_kind(got, Text("张量", "a tensor"), what)
    raise AssertionError("unreachable")


def _same_keys(got: Any, want: dict[Any, Any], what: Text) -> None:
    mapping(got, list(want), zh=what.zh, en=what.en)
    extra = [key for key in got if key not in want]
    if extra:
        raise CheckFailed(
            Text(f"{_subject(what.zh)}多出了约定以外的键", f"{what.en} has a key that the contract does not name"),
            Text(f"{_subject(what.zh)}多出了键 {brief(extra[0])}", f"{what.en} has the extra key {brief(extra[0])}"),
        )


def _same_type(got: Any, want: Any, what: Text) -> None:
    if type(got) is not type(want):
        _wrong_kind(got, Text(kind(want).zh, kind(want).en), what)


def _differs(got: Any, want: Any, what: Text) -> None:
    raise CheckFailed(
        Text(f"{_subject(what.zh)}不对", f"{what.en} is wrong"),
        Text(
            f"{_subject(what.zh)}是 {brief(got)}，应为 {brief(want)}",
            f"{what.en} is {brief(got)}, {brief(want)} was expected",
        ),
    )


def _wrong_kind(got: Any, wanted: Text, what: Text) -> NoReturn:
    if got is None:
        raise CheckFailed(
            Text(
                f"{_subject(what.zh)}是 None，应为{wanted.zh}：是不是忘了 return？",
                f"{what.en} is None, not {wanted.en}: is the `return` missing?",
            )
        )
    found = kind(got)
    raise CheckFailed(
        Text(f"{_subject(what.zh)}是{found.zh}，应为{wanted.zh}", f"{what.en} is {found.en}, not {wanted.en}")
    )


def _subject(zh: str) -> str:
    """What a Chinese sentence is about: between Latin letters or digits and Han stands a blank."""
    return f"{zh} " if zh[-1:].isascii() and zh[-1:].isalnum() else zh


def kind(value: Any) -> Text:
    """What sort of value this is, without telling the value; the Chinese begins with a blank where it begins with Latin letters."""
    if isinstance(value, torch.Tensor):
        dtype, shape = str(value.dtype).removeprefix("torch."), tuple(value.shape)
        return Text(f"形状 {shape}、类型 {dtype} 的张量", f"a tensor of shape {shape} and type {dtype}")
    if isinstance(value, np.ndarray):
        return Text(
            f"形状 {value.shape}、类型 {value.dtype} 的 NumPy 数组",
            f"a NumPy array of shape {value.shape} and type {value.dtype}",
        )
    if isinstance(value, np.generic):
        return Text(f" NumPy 标量（{value.dtype}）", f"a NumPy scalar ({value.dtype})")
    name = _known_type(value)
    return Text(f" {name}", f"a value of type {name}")


_KNOWN_PACKAGES = ("builtins.", "collections.", "torch.", "numpy.", "transformers.", "datasets.", "tokenizers.")


def _known_type(value: Any) -> str:
    """A type's name if it comes from a known package; a student's own class could carry a secret in its name."""
    stayed = getattr(value, "type", None)
    if type(stayed) is not str:
        return type(value).__name__
    first = stayed.split(" ")[0]
    known = first.startswith(_KNOWN_PACKAGES) and first.isascii() and len(first) < 80
    return first if known else "object"


def brief(value: Any) -> str:
    """A value in at most a line, safe to show."""
    if isinstance(value, torch.Tensor | np.ndarray):
        flat = torch.as_tensor(value).detach().reshape(-1)
        numbers = ", ".join(f"{item:.4g}" for item in flat[:_MOST_SHOWN].tolist())
        return f"[{numbers}{', …' if flat.numel() > _MOST_SHOWN else ''}]"
    if type(value) is float:
        return f"{value:.6g}"
    return clean(repr(value), 160)
