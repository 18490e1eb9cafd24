"""Where in an answer a rule is looked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from autograder.length import count_length
from autograder.written.normal import Answer

PLACES = ("clause", "sentence", "near", "text")
_SHORT_TAIL = 3
"""Words behind the last anchor of a clause in which the descriptions come before their anchors: "repeats at 0.1, breaks at 1.5 too"."""
_FORMER, _LATTER = re.compile(r"前者|\bformer\b"), re.compile(r"后者|\blatter\b")


@dataclass(frozen=True)
class Spot:
    """A part of an answer: its text, its clauses, and the numbers of the sentences that it lies in."""

    text: str
    clauses: tuple[str, ...]
    sentences: tuple[int, ...]


@lru_cache(maxsize=64)
def places(place: str, answer: Answer) -> list[Spot]:
    """The spots of an answer that a place names.

    Args:
        place: one of `PLACES`.
        answer: as `read_answer` gives it.
    """
    if place == "clause":
        return [Spot(clause, (clause,), (i,)) for i, clauses in enumerate(answer.clauses) for clause in clauses]
    if place == "text":
        every = tuple(clause for clauses in answer.clauses for clause in clauses)
        return [Spot(answer.text, every, tuple(range(len(answer.sentences))))] if answer.sentences else []
    width = 1 if place == "sentence" else 2
    return [_joined(answer, range(i, min(i + width, len(answer.sentences)))) for i in range(len(answer.sentences))]


def of_anchor(anchor: str, answer: Answer, anchors: dict[str, re.Pattern[str]]) -> list[Spot]:
    """What an answer says of one of several anchors, as far as another one is named.

    A clause that names one anchor is about it; one that names several is cut at them; one that names none goes on about the last one, up
    to the end of the sentence behind the one that named it.

    Args:
        anchor: one of `anchors`.
        answer: as `read_answer` gives it.
        anchors: every anchor's pattern.
    """
    spots: list[Spot] = []
    last: str | None = None
    for owner, text, number in _owned(answer, anchors):
        if owner == anchor and last == anchor and spots:
            before = spots[-1]
            numbers = before.sentences if number in before.sentences else (*before.sentences, number)
            spots[-1] = Spot(f"{before.text}，{text}", (*before.clauses, text), numbers)
        elif owner == anchor:
            spots.append(Spot(text, (text,), (number,)))
        last = owner
    return spots


def _joined(answer: Answer, numbers: range) -> Spot:
    clauses = tuple(clause for number in numbers for clause in answer.clauses[number])
    return Spot(" ".join(answer.sentences[number] for number in numbers), clauses, tuple(numbers))


def _owned(answer: Answer, anchors: dict[str, re.Pattern[str]]) -> Iterator[tuple[str | None, str, int]]:
    owner, named_in, named = None, -1, [""]
    for number, clauses in enumerate(answer.clauses):
        if number > named_in + 1:
            owner = None
        for clause in clauses:
            for name, text in _pieces(clause, anchors):
                if name is not None and name != named[-1]:
                    named.append(name)
                name = name or _referred(text, named[-2:])
                if name is not None:
                    owner, named_in = name, number
                yield owner, text, number


def _referred(text: str, named: list[str]) -> str | None:
    """The one of the two anchors named last that `the former` or `the latter` means."""
    for pattern, name in zip((_FORMER, _LATTER), named, strict=False):
        if pattern.search(text):
            return name or None
    return None


def _pieces(clause: str, anchors: dict[str, re.Pattern[str]]) -> list[tuple[str | None, str]]:
    """A clause cut at its anchors; before or behind them, as it names them before or behind what it says of them."""
    found = sorted((m.start(), m.end(), name) for name, pattern in anchors.items() for m in pattern.finditer(clause))
    if len({name for _, _, name in found}) < 2:
        return [(found[0][2] if found else None, clause)]
    names = [name for _, _, name in found]
    behind = count_length(clause[found[-1][1] :]) <= _SHORT_TAIL
    inner = [end for _, end, _ in found[:-1]] if behind else [start for start, _, _ in found[1:]]
    cuts = [0, *inner, len(clause)]
    return [(name, clause[a:b]) for name, a, b in zip(names, cuts, cuts[1:], strict=False)]
