"""A teaching assistant sees what a student does not: inputs, values and what the reference gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from autograder.checks.runner import HarnessError
from autograder.checks.shown import shown, shown_request, shown_response
from autograder.errors import UsageError
from autograder.exercise import Exercise
from autograder.explain import explain
from autograder.grade import Grader
from autograder.models import model
from autograder.sandbox.wire import RemoteRef

WRONG = b"def parse_marked(marked):\n    return marked, 0, 1\n"
HIDDEN = "parse_marked.repeated_word"


def test_a_hidden_check_tells_its_input_and_the_students_value(grader: Grader, polysemy: Exercise) -> None:
    (found,) = explain(WRONG, "x.py", polysemy, grader, [HIDDEN])
    assert found.id == HIDDEN
    assert found.result is not None
    assert found.result.passed is False
    assert found.student[0].call == "parse_marked('银行旁边还有一家[银行]')"
    assert found.student[0].result == "('银行旁边还有一家[银行]', 0, 1)"
    assert found.result.reason is not None
    assert "银行旁边还有一家银行" in found.result.reason.zh


def test_the_same_check_tells_a_student_nothing_of_it(grader: Grader, polysemy: Exercise) -> None:
    record = grader.grade(WRONG, "x.py", polysemy, only=frozenset(("parse_marked",)))
    check = next(check for check in record.functions["parse_marked"].checks if check.id == HIDDEN)
    assert check.reason is not None
    assert "旁边" not in check.reason.zh


def test_an_unknown_check_and_an_unreadable_file_are_usage_errors(grader: Grader, polysemy: Exercise) -> None:
    with pytest.raises(UsageError, match="has no check"):
        explain(WRONG, "x.py", polysemy, grader, ["nonsense"])
    with pytest.raises(UsageError):
        explain(b"\x89PNG\r\n", "x.ipynb", polysemy, grader)


def test_values_are_shown_in_one_short_line() -> None:
    assert shown((1, 2.5, "词", None)) == "(1, 2.5, '词', None)"
    assert shown({"a": [True]}) == "{'a': [True]}"
    assert shown(torch.arange(20.0)).startswith("Tensor[20] [0, 1, 2")
    assert len(shown("x" * 5000)) <= 400
    assert shown(model("fixture-bert-zh", head="BertModel")) == "<model fixture-bert-zh head='BertModel'>"


@pytest.mark.parametrize(
    ("request_", "call"),
    [
        ({"op": "call", "target": "f", "args": [1], "kwargs": {"lang": "zh"}}, "f(1, lang='zh')"),
        ({"op": "remote", "target": 3, "method": "attr", "args": ["config"], "kwargs": {}}, "object.attr('config')"),
    ],
)
def test_a_request_is_written_as_a_call(request_: dict[str, Any], call: str) -> None:
    assert shown_request(request_) == call


@pytest.mark.parametrize(
    ("response", "text"),
    [
        ({"ok": {"value": {1: "one"}}}, "{1: 'one'}"),
        ({"ok": {"not_plain": "a value of type set"}}, "not plain data: a value of type set"),
        ({"error": {"type": "KeyError", "message": "x"}}, "KeyError: 'x'"),
        ({"died": "memory"}, "the process ended (memory)"),
    ],
)
def test_whatever_came_of_a_call_is_one_line(response: dict[str, Any], text: str) -> None:
    assert shown_response(response) == text


def test_arrays_and_objects_of_the_students_are_shown_by_what_they_are() -> None:
    assert shown(np.array([[0.5], [2.0]])) == "ndarray[2, 1] [0.5, 2]"
    assert shown(RemoteRef(1, "builtins.generator")) == "<builtins.generator>"
    assert shown(object()) == "<object>"
    assert shown(["x" * 500]).endswith("…")


def test_a_fault_of_a_check_is_not_taken_for_the_machines(
    grader: Grader, polysemy: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> None:
        raise ZeroDivisionError("in the check")

    monkeypatch.setattr("autograder.explain.shown_request", broken)
    with pytest.raises(HarnessError, match="in the check"):
        explain(WRONG, "x.py", polysemy, grader, [HIDDEN])
