"""How well the rubric scorer agrees with the labelled answers: quadratic weighted kappa, confusion matrices, reviews, seconds.

The rules are written by hand, so no fold can be left out of their making. What the file of an answer says is therefore what its figure
means: `<slug>.jsonl` are the answers that the rules were written with (how well the rules fit), `<slug>.new.jsonl` answers that were
written later and that nobody looked at while writing the rules (what to expect of answers to come; none until the file is there).
The interval is a bootstrap over answers, renderings of one answer together. Run: `python -m benchmarks.written`.
"""

from __future__ import annotations

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
_DRAWS = 2_000


@dataclass(frozen=True)
class Scored:
    """One labelled answer: its label, the scorer's points and confidence, and whether nobody looked at it while writing the rules.

    Args:
        id: the answer's own.
        group: the answer that it renders in the other language, or its own id.
        lang: `zh` or `en`.
        label: the points of the label, after the cap.
        points: the scorer's.
        confidence: the scorer's, from 0 to 1.
        seconds: that the scorer took.
        unseen: whether it comes from `<slug>.new.jsonl`.
    """

    id: str
    group: str
    lang: str
    label: int
    points: int
    confidence: float
    seconds: float
    unseen: bool


def labelled(slug: str, *, unseen: bool = False, folder: Path = LABELLED) -> list[dict[str, Any]]:
    """The labelled answers of an exercise; an empty list where the file is not there.

    Args:
        slug: the exercise.
        unseen: those of `<slug>.new.jsonl` instead of `<slug>.jsonl`.
        folder: where the files lie.
    """
    path = folder / (f"{slug}.new.jsonl" if unseen else f"{slug}.jsonl")
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def score(slug: str, *, unseen: bool = False) -> list[Scored]:
    """Score the labelled answers of an exercise, those that the rules were written with or those that nobody looked at."""
    exercise, rubric = load(slug), read_rubric(load(slug).rubric)
    assert rubric is not None
    scored = []
    for row in labelled(slug, unseen=unseen):
        start = time.perf_counter()
        judged = judge(row["text"], exercise, rubric)
        seconds = time.perf_counter() - start
        group, points = row.get("rendering_of", row["id"]), round(judged.points)
        scored.append(Scored(row["id"], group, row["lang"], row["points"], points, judged.confidence, seconds, unseen))
    return scored


def confusion(scored: Sequence[Scored], most: int) -> np.ndarray:
    """Counts, a row for each label and a column for each score."""
    counts = np.zeros((most + 1, most + 1))
    for one in scored:
        counts[one.label, one.points] += 1
    return counts


def kappa(counts: np.ndarray) -> float:
    """Quadratic weighted kappa (Cohen, 1968) of a confusion matrix; not a number where all ratings are one and the same."""
    places = np.arange(len(counts))
    weights = (places[:, None] - places[None, :]) ** 2
    expected = (weights * np.outer(counts.sum(axis=1), counts.sum(axis=0))).sum() / max(1, counts.sum())
    return float(1 - (weights * counts).sum() / expected) if expected else float("nan")


def interval(scored: Sequence[Scored], most: int, *, draws: int = _DRAWS, seed: int = 0) -> tuple[float, float]:
    """The 95 % interval of kappa by the percentile bootstrap; answers of one group are drawn together."""
    groups: dict[str, np.ndarray] = {}
    for one in scored:
        groups[one.group] = groups.get(one.group, np.zeros((most + 1, most + 1))) + confusion([one], most)
    counts, generator = np.stack(list(groups.values())), np.random.default_rng(seed)
    drawn = generator.multinomial(len(counts), np.full(len(counts), 1 / len(counts)), size=draws)
    low, high = np.nanpercentile([kappa(np.tensordot(times, counts, axes=1)) for times in drawn], [2.5, 97.5])
    return float(low), float(high)


def _line(name: str, scored: Sequence[Scored], most: int) -> str:
    sure = [one for one in scored if one.confidence >= REVIEW_BELOW]
    right = sum(abs(one.label - one.points) * 8 <= most for one in sure)
    exact = sum(one.label == one.points for one in scored)
    low, high = interval(scored, most)
    agreement = f"kappa {kappa(confusion(scored, most)):.3f} ({low:.2f} to {high:.2f})"
    return (
        f"{name:26} n {len(scored):3}  {agreement}  exact {exact:3}  not reviewed {len(sure):3}, within 1/8 {right:3}"
    )


def _report(slug: str, scored: Sequence[Scored], which: str) -> None:
    if not scored:
        print(f"{slug}, {which}: no such answers yet")
        return
    rubric = read_rubric(load(slug).rubric)
    assert rubric is not None
    most = round(rubric.points)
    print(_line(f"{slug}, {which}", scored, most))
    for lang in ("zh", "en"):
        print(_line(f"  {lang}", [one for one in scored if one.lang == lang], most))
    print("  labels down, scores across:")
    print("\n".join(f"  {row}" for row in str(confusion(scored, most).astype(int)).splitlines()))


def main() -> None:
    """Print the figures."""
    times = []
    for slug in SLUGS:
        for unseen, which in ((False, "rules written with"), (True, "never looked at")):
            scored = score(slug, unseen=unseen)
            times += [one.seconds for one in scored]
            _report(slug, scored, which)
    print(f"milliseconds an answer: median {1e3 * statistics.median(times):.1f}, most {1e3 * max(times):.1f}")


if __name__ == "__main__":
    main()
