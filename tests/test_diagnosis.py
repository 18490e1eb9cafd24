"""A mistake is named where the outcomes tell it apart from all others, and not where they do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder import diagnosis
from autograder.checks.caller import Call
from autograder.diagnosis import Diagnosis, outcome
from autograder.exercise import Exercise, load
from autograder.grade import EVERYTHING, PUBLIC, Grader
from autograder.record import CheckResult, Record
from autograder.text import Text

SAME_SHIFT = """
def bilm_loss(forward_logits, backward_logits, ids):
    ahead = torch.nn.functional.cross_entropy(forward_logits[:-1], ids[1:])
    return (ahead + torch.nn.functional.cross_entropy(backward_logits[:-1], ids[1:])) / 2
"""


def failed(check: str) -> CheckResult:
    return CheckResult(check, Text("题", "title"), "public", False)


def call(digest: str, value: float) -> Call:
    return Call("f", digest, {"ok": value})


@pytest.fixture
def two_mistakes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Diagnosis:
    """`early` and `late` give 1 in the first check; in the second they differ."""
    known = {
        "f.first": {"early": [["a", {"ok": 1.0}]], "late": [["a", {"ok": 1.0}]]},
        "f.second": {"early": [["b", {"ok": 2.0}]], "late": [["b", {"ok": 3.0}]]},
    }
    monkeypatch.setattr(diagnosis, "read_outcomes", lambda exercise: known)
    hints = {name: Text(name, name) for name in ("early", "late")}
    monkeypatch.setattr(diagnosis, "misconception_hints", lambda exercise: hints)
    return Diagnosis(load("gpt"))


def test_between_two_that_explain_as_much_none_is_named(two_mistakes: Diagnosis) -> None:
    results = two_mistakes.name({"f.first": failed("f.first")}, {"f.first": [call("a", 1.0)]})
    assert (results["f.first"].misconception, results["f.first"].hint) == (None, None)


def test_the_one_that_explains_more_is_named_in_both_checks(two_mistakes: Diagnosis) -> None:
    results = two_mistakes.name(
        {"f.first": failed("f.first"), "f.second": failed("f.second")},
        {"f.first": [call("a", 1.0)], "f.second": [call("b", 3.0)]},
    )
    assert {check: result.misconception for check, result in results.items()} == {"f.first": "late", "f.second": "late"}


def test_one_that_as_many_checks_speak_against_is_not_named(two_mistakes: Diagnosis) -> None:
    """`late` explains the first check, and would have failed the second, or failed it otherwise."""
    passed = CheckResult("f.second", Text("题", "title"), "public", True)
    other = {"f.first": [call("a", 1.0)], "f.second": [call("b", 7.0)]}
    for second, calls in ((passed, {"f.first": other["f.first"]}), (failed("f.second"), other)):
        results = two_mistakes.name({"f.first": failed("f.first"), "f.second": second}, calls)
        assert {result.misconception for result in results.values()} == {None}


def test_a_check_that_was_not_run_speaks_neither_for_nor_against(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {check: {"alone": [["a", {"ok": 1.0}]]} for check in ("f.first", "f.second", "g.third")}
    monkeypatch.setattr(diagnosis, "read_outcomes", lambda exercise: known)
    monkeypatch.setattr(diagnosis, "misconception_hints", lambda exercise: {"alone": Text("alone", "alone")})
    skipped = CheckResult("f.second", Text("题", "title"), "public", None)
    elsewhere = CheckResult("g.third", Text("题", "title"), "public", True)
    results = {"f.first": failed("f.first"), "f.second": skipped, "g.third": elsewhere}
    named = Diagnosis(load("gpt")).name(results, {"f.first": [call("a", 1.0)]})
    assert named["f.first"].misconception == "alone"


@pytest.mark.parametrize(
    ("got", "is_the_same"),
    [
        (222_595_584, True),
        (222_595_585, False),
        (222_595_584.0, True),
        (222_500_000.0, False),
        (True, False),
    ],
)
def test_two_counts_are_the_same_only_if_they_are_equal(
    monkeypatch: pytest.MonkeyPatch, got: float, is_the_same: bool
) -> None:
    known = {"f.first": {"early": [["a", {"ok": 222_595_584}]]}}
    monkeypatch.setattr(diagnosis, "read_outcomes", lambda exercise: known)
    monkeypatch.setattr(diagnosis, "misconception_hints", lambda exercise: {"early": Text("early", "early")})
    results = Diagnosis(load("gpt")).name({"f.first": failed("f.first")}, {"f.first": [call("a", got)]})
    assert (results["f.first"].misconception == "early") is is_the_same


def names(record: Record) -> set[str | None]:
    return {check.misconception for check in record.functions["bilm_loss"].checks if check.passed is False}


def test_elmos_backward_shift_is_never_called_a_flip(grader: Grader) -> None:
    exercise: Exercise = load("elmo")
    program = (exercise.reference.read_text(encoding="utf-8") + SAME_SHIFT).encode()
    assert names(grader.grade(program, "elmo.py", exercise, PUBLIC)) <= {None, "loss_same_shift"}
    assert names(grader.grade(program, "elmo.py", exercise, EVERYTHING)) == {"loss_same_shift"}


def test_elmos_loss_with_wrapped_ends_is_not_called_a_shift(grader: Grader) -> None:
    """In one check it gives what the backward loss shifted the wrong way gives; three others tell them apart."""
    exercise = load("elmo")
    wrapped = """
def bilm_loss(forward_logits, backward_logits, ids):
    both = ((forward_logits, ids.roll(-1)), (backward_logits, ids.roll(1)))
    return sum(torch.nn.functional.cross_entropy(logits, answers) for logits, answers in both) / 2
"""
    program = (exercise.reference.read_text(encoding="utf-8") + wrapped).encode()
    assert names(grader.grade(program, "elmo.py", exercise, EVERYTHING)) == {None}


def test_what_a_trainer_measured_with_a_clock_tells_no_mistakes_apart() -> None:
    logs = [
        {"ok": [{"eval_loss": 3.5, "eval_runtime": seconds, "eval_steps_per_second": 1 / seconds}]}
        for seconds in (0.1, 0.7)
    ]
    assert outcome(logs[0]) == outcome(logs[1]) == {"ok": [[["eval_loss", 3.5]]]}
