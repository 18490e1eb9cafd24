"""What no public check says: functions that are not written yet, and a written part that is empty or too short for any points."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from dataclasses import dataclass

from autograder.exercise import Exercise
from autograder.length import answer_length, asked_length, is_latin, is_too_short
from autograder.submission import Submission
from autograder.submission.pieces import Asked
from autograder.submission.source import parse
from autograder.text import Text

_EMPTY = Text(
    "文字部分（{name}，{points:g} 分）还是空的：公开检查不看它，评分时才看。",
    "the written part ({name}, {points:g} points) is empty: no public check reads it, grading does.",
)
_SHORT = Text(
    "文字部分（{name}，{points:g} 分）太短：{length} {unit}，不到 {least} {unit}没有分，要求 {asked} {unit}以上。",
    "the written part ({name}, {points:g} points) is too short: {length} {unit}; under {least} there are no points, "
    "{asked} or more are asked for.",
)
_READ = Text(
    "文字部分（{name}，{points:g} 分）：{length} {unit}，评分时阅读。",
    "the written part ({name}, {points:g} points): {length} {unit}, read at grading.",
)
_HAN, _LATIN = Text("字", "characters"), Text("词", "words")
_UNTOUCHED = Text(
    "这还是发下来的原样，一个函数也没有写：这样交上去，函数部分没有分。",
    "this is the file as it was handed out, no function is written: handed in like this, no function gets points.",
)
_OPEN = Text("还没有写的函数：{names}。", "not written yet: {names}.")


@dataclass(frozen=True)
class Remark:
    """One sentence about what will be handed in, and whether that much is there."""

    text: Text
    enough: bool


def written_part(submission: Submission, exercise: Exercise) -> Remark | None:
    """How the written part stands; None for an exercise without one."""
    written, text = exercise.written, submission.written
    if written is None or submission.unreadable is not None:
        return None
    length, asked = answer_length(text), asked_length(text, written)
    short = is_too_short(length, asked)
    said = _EMPTY if not text.strip() else _SHORT if short else _READ
    unit = _LATIN if is_latin(text) else _HAN
    parts = {"name": written.name, "points": written.points, "length": length}
    parts |= {"asked": asked, "least": math.ceil(asked / 2)}
    filled = Text(said.zh.format(**parts, unit=unit.zh), said.en.format(**parts, unit=unit.en))
    return Remark(filled, said is _READ)


def open_functions(submission: Submission, exercise: Exercise) -> Remark | None:
    """Which functions stand as they were handed out; None if each is written, or at least begun."""
    names = unwritten(submission, exercise)
    if not names:
        return None
    if len(names) == len(exercise.functions):
        return Remark(_UNTOUCHED, False)
    listed = ", ".join(names)
    return Remark(Text(_OPEN.zh.format(names=listed), _OPEN.en.format(names=listed)), False)


def unwritten(submission: Submission, exercise: Exercise) -> Sequence[str]:
    """The functions that only raise `NotImplementedError`, in the exercise's order.

    Example:
        >>> unwritten(read_submission(load("gpt").stub.read_bytes(), "gpt.py", load("gpt")), load("gpt"))
        ['causal_mask', 'causal_attention', 'next_token_loss']
    """
    asked = Asked(exercise)
    trees = [parse(chunk.source) for chunk in submission.chunks]
    statements = [statement for tree in trees if isinstance(tree, ast.Module) for statement in tree.body]
    left = {name for statement in statements for name in asked.left_open_by(statement)}
    return [function.name for function in exercise.functions if function.name in left]
