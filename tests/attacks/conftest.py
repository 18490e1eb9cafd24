"""What all attacks use, and at the end of a run a table: attacks that gained nothing, and controls that succeeded, by class.

`PLM_ATTACK_SAMPLE=12` runs so many attacks of all classes, always the same ones, and no control.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from autograder.exercise import Exercise
from autograder.grade import Grader
from autograder.record import Record
from autograder.sandbox.confine import probe

_SEED = 2026
_ATTACKS = frozenset(
    (
        "test_an_attack_gains_nothing",
        "test_the_next_submission_sees_nothing_of_it",
        "test_a_notebook_gains_nothing_but_what_its_function_earns",
        "test_no_page_terminal_or_table_obeys_a_student",
    )
)
ASKED = frozenset({"parse_marked"})


@pytest.fixture(scope="session")
def quick(polysemy: Exercise) -> Exercise:
    """The exercise with short limits."""
    limits = replace(polysemy.limits, call_seconds=0.5, load_seconds=1.0, submission_seconds=6.0)
    return replace(polysemy, limits=limits)


@pytest.fixture(scope="session")
def grade_quickly(grader: Grader, quick: Exercise) -> Callable[[str], Record]:
    """Grade the attacked function with short limits."""
    return lambda source: grader.grade(source.encode("utf-8", "replace"), "hostile.py", quick, only=ASKED)


@pytest.fixture(scope="session")
def grade_notebook(grader: Grader, quick: Exercise) -> Callable[[bytes], Record]:
    """The same for a notebook's bytes."""
    return lambda content: grader.grade(content, "hostile.ipynb", quick, only=ASKED)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the sample, where only one is asked for."""
    count = int(os.environ.get("PLM_ATTACK_SAMPLE", "0"))
    attacks = [item for item in items if item.name.partition("[")[0] in _ATTACKS]
    if count:
        kept = {item.nodeid for item in random.Random(_SEED).sample(attacks, min(count, len(attacks)))}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
        items[:] = [item for item in items if item.nodeid in kept]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the counts by class, and which layers were on."""
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.stats.get(outcome, [])]
    said = [(kind, what, report.passed) for report in reports for what, kind in report.user_properties]
    if not said:
        return
    counts = Counter(said)
    terminalreporter.write_sep("=", "attacks by class: gained nothing of all; controls that succeeded of all")
    for kind in dict.fromkeys(kind for kind, _, _ in said):
        line = [f"{counts[kind, what, True]}/{counts[kind, what, True] + counts[kind, what, False]}" for what in _KINDS]
        terminalreporter.write_line(f"{kind:14} {line[0]:>9} {line[1]:>9}")
    report = probe()
    refused = [f"{layer} {state}" for layer, state in report.layers.items() if state != "on"]
    terminalreporter.write_line(
        f"user {os.getuid()}, confinement {report.level}, {'; '.join(refused) or 'every layer on'}"
    )


_KINDS = ("attack", "control")
