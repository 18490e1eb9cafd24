"""Similarity between submissions, by copydetect's winnowing (Schleimer, Wilkerson and Aiken, 2003) on the students' own code.

What the stub and the reference have too counts for nothing, so that two right solutions are not alike for being right.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from copydetect import CodeFingerprint, compare_files
from copydetect.utils import filter_code, get_document_fingerprints

from autograder.exercise import Exercise
from autograder.intake import Submitted
from autograder.submission import read_submission

NOISE = 20
"""Characters of code, names shortened to one: shorter matches are chance."""
WINDOW = 11
_LEAST_COVERAGE = 300
"""Characters of own code, names shortened to one, below which a share says nothing: some lines between pieces of the stub."""


@dataclass(frozen=True)
class Side:
    """One submission of a pair: whose it is, its code, the share of it that the other has too, and which pieces those are."""

    student: str
    code: str
    share: float
    slices: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Pair:
    """Two submissions with code in common that neither stub nor reference has."""

    one: Side
    other: Side

    @property
    def share(self) -> float:
        """The greater of both shares."""
        return max(self.one.share, self.other.share)


@dataclass(frozen=True)
class _Print:
    student: str
    fingerprint: CodeFingerprint


def similar_pairs(exercise: Exercise, submissions: Sequence[Submitted], least: float, most: int) -> list[Pair]:
    """The pairs that are most alike, the greatest share first.

    Args:
        exercise: the exercise.
        submissions: what was handed in for it.
        least: the least share, from 0 to 1, of either code that the other has too.
        most: how many pairs are given back.
    """
    boilerplate = _boilerplate(exercise)
    prints = [_print(exercise, submitted, boilerplate) for submitted in submissions]
    kept = [one for one in prints if one.fingerprint.token_coverage >= _LEAST_COVERAGE]
    pairs = [_pair(one, other) for one, other in _candidates(kept)]
    return sorted((pair for pair in pairs if pair.share >= least), key=lambda pair: -pair.share)[:most]


def _boilerplate(exercise: Exercise) -> list[int]:
    hashes: set[int] = set()
    for path in (exercise.stub, exercise.reference):
        code, _ = filter_code(path.read_text(encoding="utf-8"), "x.py", None)
        found, _ = get_document_fingerprints(code, NOISE, 1, [])
        hashes |= set(found)
    return sorted(hashes)


def _print(exercise: Exercise, submitted: Submitted, boilerplate: list[int]) -> _Print:
    submission = read_submission(submitted.path.read_bytes(), submitted.name, exercise)
    code = "\n\n".join(chunk.source.strip("\n") for chunk in submission.chunks) + "\n"
    fingerprint = CodeFingerprint("x.py", NOISE, WINDOW, boilerplate, fp=io.StringIO(code))
    return _Print(submitted.student, fingerprint)


def _candidates(prints: Sequence[_Print]) -> Iterator[tuple[_Print, _Print]]:
    """Pairs with a fingerprint in common; one that a quarter of a large class has is common knowledge, not a trace."""
    holders: dict[int, list[int]] = {}
    for index, one in enumerate(prints):
        for value in one.fingerprint.hashes:
            holders.setdefault(value, []).append(index)
    limit = max(12, len(prints) // 4)
    shared = Counter(pair for found in holders.values() if 1 < len(found) <= limit for pair in combinations(found, 2))
    return ((prints[one], prints[other]) for one, other in shared)


def _pair(one: _Print, other: _Print) -> Pair:
    _, shares, slices = compare_files(one.fingerprint, other.fingerprint)
    sides = (_side(p, share, cut) for p, share, cut in zip((one, other), shares, slices, strict=True))
    return Pair(*sides)


def _side(one: _Print, share: float, slices: Iterable[Iterable[int]]) -> Side:
    starts, ends = ([int(value) for value in part] for part in slices) if share else ([], [])
    return Side(one.student, one.fingerprint.raw_code, min(1.0, float(share)), _merged(zip(starts, ends, strict=True)))


def _merged(slices: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(slices):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)
