"""Names the mistake: compares what a failing submission gave with what the misconceptions gave on the same inputs.

The misconceptions' outcomes are kept in `misconceptions/<slug>/outcomes.json`: for each check that a misconception fails, the digests
of the requests and the outcomes, in order. A check names a misconception when the student's calls in it had the same requests and the
same outcomes. Between several, the one that explains most of the submission's failed checks is named; between equals none, for a wrong
name misleads more than none. Nor is one that as many or more checks of the same function speak against: those that it fails, and that
passed or had other outcomes.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from autograder.checks.caller import Call
from autograder.exercise import Exercise
from autograder.misconception import misconception_hints
from autograder.record import CheckResult
from autograder.text import Text

_MOST_NUMBERS = 64
_RTOL, _ATOL = 1e-3, 1e-6
_RTOL_WHOLE = 1e-5
"""Of a float and a whole number, as wide as a float is kept; two whole numbers, counts or ids, are the same or are not."""
_TIMED = ("_runtime", "_per_second")
"""How a Trainer's log calls what it measured with a clock: no two runs have the same."""

Outcomes = dict[str, dict[str, list[Any]]]
"""Check id to misconception to `[[digest, outcome], ...]`."""


def outcomes_path(exercise: Exercise) -> Path:
    """Where the misconceptions' outcomes of an exercise are kept."""
    return exercise.mistakes / "outcomes.json"


def read_outcomes(exercise: Exercise) -> Outcomes:
    """The misconceptions' outcomes; empty where there are none yet."""
    path = outcomes_path(exercise)
    if not path.is_file():
        return {}
    outcomes: Outcomes = json.loads(path.read_text(encoding="utf-8"))
    return outcomes


def trail(calls: Iterable[Call]) -> list[list[Any]]:
    """Calls as JSON: `[[digest of the request, outcome], ...]`."""
    return [[call.request[:16], outcome(call.response)] for call in calls]


def outcome(response: dict[str, Any]) -> Any:
    """A response in short: the kind of error, or the value with long arrays abridged."""
    if "error" in response:
        error = response["error"]
        return {"error": error["type"], "message": str(error.get("message", ""))[:120]}
    return {"ok": _short(response["ok"])}


def same_outcome(one: Any, other: Any) -> bool:
    """Whether two outcomes, or trails of them, are the same: floats nearly, for another processor rounds otherwise; the rest exactly.

    Args:
        one: JSON as `outcome` or `trail` makes it
        other: the same

    Example:
        >>> same_outcome({"ok": [0.0399162, 3]}, {"ok": [0.0399163, 3]})
        True
    """
    if float in (type(one), type(other)) and {type(one), type(other)} <= {int, float}:
        return math.isclose(one, other, rel_tol=_RTOL if type(one) is type(other) else _RTOL_WHOLE, abs_tol=_ATOL)
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same_outcome, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same_outcome(one[key], other[key]) for key in one)
    return bool(one == other)


class Diagnosis:
    """Knows the misconceptions of one exercise and finds them in failed checks."""

    def __init__(self, exercise: Exercise) -> None:
        self._outcomes = read_outcomes(exercise)
        self._hints = misconception_hints(exercise)

    def name(self, results: dict[str, CheckResult], calls: dict[str, list[Call]]) -> dict[str, CheckResult]:
        """The results with misconceptions and hints filled in where one is recognised."""
        candidates = {check: self._matching(check, made) for check, made in calls.items()}
        candidates = self._borne_out(candidates, results, calls)
        votes = Counter(name for names in candidates.values() for name in names)
        return {
            check: self._named(result, _most_voted(candidates.get(check, ()), votes))
            for check, result in results.items()
        }

    def _borne_out(
        self, candidates: dict[str, list[str]], results: dict[str, CheckResult], calls: dict[str, list[Call]]
    ) -> dict[str, list[str]]:
        """The candidates that more checks of the same function speak for than against."""
        balance: Counter[tuple[str, str]] = Counter()
        for check, result in results.items():
            if result.passed or calls.get(check):
                for name in self._outcomes.get(check, {}):
                    balance[_function(check), name] += 1 if name in candidates.get(check, ()) else -1
        return {
            check: [name for name in names if balance[_function(check), name] > 0]
            for check, names in candidates.items()
        }

    def _matching(self, check: str, calls: list[Call]) -> list[str]:
        known = self._outcomes.get(check, {})
        if not known:
            return []
        made = json.loads(json.dumps(trail(calls)))
        return [name for name, theirs in known.items() if name in self._hints and same_outcome(made, theirs)]

    def _named(self, result: CheckResult, name: str | None) -> CheckResult:
        hint: Text | None = self._hints.get(name) if name else None
        return replace(result, misconception=name, hint=hint) if name else result


def _most_voted(names: Sequence[str], votes: Counter[str]) -> str | None:
    """The one name with most votes; None where there is none, or several have as many."""
    most = max((votes[name] for name in names), default=0)
    best = [name for name in names if votes[name] == most]
    return best[0] if len(best) == 1 else None


def _function(check: str) -> str:
    """The function that a check is for, by the check's id."""
    return check.rpartition(".")[0]


def _short(value: Any) -> Any:
    if isinstance(value, torch.Tensor | np.ndarray):
        flat = torch.as_tensor(value).detach().reshape(-1)
        numbers = [_number(item) for item in flat[:_MOST_NUMBERS].tolist()]
        return {"shape": list(value.shape), "grad": bool(getattr(value, "requires_grad", False)), "numbers": numbers}
    if isinstance(value, dict):
        items = [(key, item) for key, item in value.items() if not (type(key) is str and key.endswith(_TIMED))]
        return [[_short(key), _short(item)] for key, item in items[:_MOST_NUMBERS]]
    if isinstance(value, list | tuple):
        return [_short(item) for item in value[:_MOST_NUMBERS]]
    if type(value) is str:
        return value[:200].encode("utf-8", "replace").decode("utf-8")
    if value is None or type(value) in (bool, int, float):
        return _number(value)
    return getattr(value, "type", type(value).__name__)[:100]


def _number(value: Any) -> Any:
    if type(value) is float:
        return float(f"{value:.6g}") if math.isfinite(value) else str(value)
    return value
