"""How well the rubric scorer agrees with the labelled answers: quadratic weighted kappa, confusion matrix, reviews, seconds.

The rules were written while looking at three quarters of the labelled answers; the last quarter was never looked at, and its figures are
those that say something about new answers. Run: `python -m benchmarks.written`.
"""

from __future__ import annotations

import hashlib
import json
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from autograder.exercise import load
from autograder.written.rubric import read_rubric
from autograder.written.scoring import REVIEW_BELOW, judge

LABELLED = Path(__file__).resolve().parent.parent / "tests" / "written" / "labelled"
SLUGS = ("sbo", "polysemy", "sampling", "comparison", "finetune")
_TWINS = {146: 135, 147: 138, 148: 139, 149: 140, 151: 141, 150: 142, 152: 143}
"""Answers to `sbo` that are renderings of one another in the other language stay together."""


@dataclass(frozen=True)
class Scored:
    """One labelled answer: its label, the scorer's points and confidence, and whether the rules were written with it in view."""

    id: str
    label: int
    points: int
    confidence: float
    seconds: float
    unseen: bool


def is_unseen(answer_id: str) -> bool:
    """Whether an answer belongs to the quarter that nobody looked at while writing the rules."""
    slug, number = answer_id.rsplit("-", 1)
    name = f"{slug}-{_TWINS.get(int(number), int(number)) if slug == 'sbo' else int(number):03d}"
    return _odd(name) and _odd(f"q{name}")


def labelled(slug: str) -> list[dict[str, Any]]:
    """The labelled answers of an exercise."""
    lines = (LABELLED / f"{slug}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def score(slug: str) -> list[Scored]:
    """Score all labelled answers of an exercise."""
    exercise, rubric = load(slug), read_rubric(load(slug).rubric)
    assert rubric is not None
    scored = []
    for row in labelled(slug):
        start = time.perf_counter()
        judged = judge(row["text"], exercise, rubric)
        seconds = time.perf_counter() - start
        points = round(judged.points)
        scored.append(Scored(row["id"], row["points"], points, judged.confidence, seconds, is_unseen(row["id"])))
    return scored


def confusion(scored: Sequence[Scored], most: int) -> np.ndarray:
    """Counts, a row for each label and a column for each score."""
    counts = np.zeros((most + 1, most + 1))
    for one in scored:
        counts[one.label, one.points] += 1
    return counts


def kappa(counts: np.ndarray) -> float:
    """Quadratic weighted kappa (Cohen, 1968) of a confusion matrix."""
    places = np.arange(len(counts))
    weights = (places[:, None] - places[None, :]) ** 2
    expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / counts.sum()
    return float(1 - (weights * counts).sum() / (weights * expected).sum())


def _odd(text: str) -> bool:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % 2 == 1


def _line(name: str, scored: Sequence[Scored], most: int) -> str:
    sure = [one for one in scored if one.confidence >= REVIEW_BELOW]
    right = sum(abs(one.label - one.points) * 8 <= most for one in sure)
    exact = sum(one.label == one.points for one in scored)
    agreement = kappa(confusion(scored, most))
    share = f"{right}/{len(sure)}" if sure else "-"
    return f"{name:22} n {len(scored):3}  kappa {agreement:.3f}  exact {exact:3}  not reviewed and within 1/8 of the points {share}"


def main() -> None:
    """Print the figures."""
    times = []
    for slug in SLUGS:
        rubric, scored = read_rubric(load(slug).rubric), score(slug)
        assert rubric is not None
        most = round(rubric.points)
        times += [one.seconds for one in scored]
        print(_line(f"{slug}, all", scored, most))
        print(_line(f"{slug}, unseen quarter", [one for one in scored if one.unseen], most))
        if slug == "sbo":
            print("labels down, scores across:")
            print(confusion(scored, most).astype(int))
    print(f"milliseconds an answer: median {1e3 * statistics.median(times):.1f}, most {1e3 * max(times):.1f}")


if __name__ == "__main__":
    main()
