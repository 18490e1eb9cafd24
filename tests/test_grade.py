"""From a submission's bytes to its Record."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from autograder.exercise import Exercise
from autograder.grade import Grader
from autograder.record import Record

Grade = Callable[[str], Record]


@pytest.fixture(scope="module")
def right(polysemy: Exercise) -> str:
    return polysemy.reference.read_text(encoding="utf-8")


def reasons(record: Record, function: str) -> list[str]:
    return [check.reason.en for check in record.functions[function].checks if check.reason is not None]


def test_the_reference_has_all_points_for_its_functions(grade_script: Grade, right: str, polysemy: Exercise) -> None:
    record = grade_script(right)
    assert record.status == "graded"
    assert {name: f.points for name, f in record.functions.items()} == {f.name: f.points for f in polysemy.functions}


def test_the_untouched_stub_has_none(grade_script: Grade, polysemy: Exercise) -> None:
    record = grade_script(polysemy.stub.read_text(encoding="utf-8"))
    assert record.points == 0
    assert "parse_marked is not written yet" in reasons(record, "parse_marked")


def test_grading_twice_gives_the_same_record_but_for_the_seconds(grade_script: Grade, right: str) -> None:
    def timeless(record: Record) -> str:
        data = record.to_json()
        del data["seconds"]
        for function in data["functions"].values():
            for check in function["checks"]:
                del check["seconds"]
        return json.dumps(data)

    assert timeless(grade_script(right)) == timeless(grade_script(right))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return None", "is the `return` missing?"),
        ("raise RuntimeError('x')", "raised RuntimeError"),
        ("import os; os._exit(0)", "the process exited"),
        ("import sys; sys.exit(0)", "raised SystemExit"),
        ("import ctypes; ctypes.string_at(0)", "signal 11"),
        ("return Everything()", "not a list or tuple"),
        ("return [[]] * 3", ""),
        ("return lambda *a: True", "not a list or tuple"),
    ],
)
def test_a_function_that_goes_wrong_loses_its_own_points_and_no_others(
    grade_script: Grade, right: str, body: str, reason: str
) -> None:
    everything = "class Everything:\n    def __eq__(self, other): return True\n    __hash__ = None\n"
    record = grade_script(f"{right}\n{everything}\ndef parse_marked(marked):\n    {body}\n")
    assert record.status == "graded"
    assert record.functions["parse_marked"].points == 0
    assert record.functions["token_span"].points == 4
    assert record.functions["cosine_similarity"].points == 2
    assert any(reason in said for said in reasons(record, "parse_marked"))


ODD = ["None", "True", "-1", "float('nan')", "'x'", "''", "[]", "{}", "[None] * 3", "{'within': None}", "torch.zeros(0)",
       "torch.tensor(float('nan'))", "[float('nan')] * 4", "(1, 2)", "[[[]]]", "object()", "torch.ones(3, 3, 3)", "[2**90, 1]",
       "'\\ud800'", "{1: {2: 3}}"]  # fmt: skip


@pytest.mark.parametrize("value", ODD)
def test_whatever_functions_return_is_no_error_of_ours_and_earns_nothing_everywhere(
    grade_script: Grade, polysemy: Exercise, value: str
) -> None:
    source = "import torch\n" + "\n".join(f"def {f.name}(*args, **kwargs): return {value}" for f in polysemy.functions)
    record = grade_script(source)
    assert record.error is None
    assert record.points <= 2
    json.dumps(record.to_json(), ensure_ascii=False).encode("utf-8")


@pytest.fixture
def impatient(polysemy: Exercise) -> Exercise:
    """The exercise with a few seconds for what never ends."""
    return replace(polysemy, limits=replace(polysemy.limits, call_seconds=3.0, load_seconds=3.0))


def test_a_loop_without_end_costs_its_function_and_little_time(grader: Grader, impatient: Exercise, right: str) -> None:
    source = f"{right}\ndef cosine_similarity(u, v):\n    while True: pass\n"
    record = grader.grade(source.encode(), "s.py", impatient)
    assert record.functions["cosine_similarity"].points == 0
    assert record.functions["parse_marked"].points == 2
    assert any("ran out of time" in said for said in reasons(record, "cosine_similarity"))


def test_code_outside_functions_that_never_ends_costs_no_points(
    grader: Grader, impatient: Exercise, right: str
) -> None:
    record = grader.grade(f"{right}\nwhile True:\n    pass\n".encode(), "s.py", impatient)
    assert all(function.points == function.max_points for function in record.functions.values())
    assert any("only the definitions" in note.en for note in record.notes)


def test_the_students_own_lines_are_shown_and_nothing_that_their_process_claims(
    grade_script: Grade, right: str
) -> None:
    record = grade_script(f"{right}\ndef parse_marked(marked):\n    secret = marked\n    return 1 // 0\n")
    lines = {line for check in record.functions["parse_marked"].checks for line in check.student_trace}
    assert any("return 1 // 0" in line for line in lines)


def test_a_hidden_input_does_not_come_back_through_messages_types_or_values(grade_script: Grade, right: str) -> None:
    tricks = {
        "raise ValueError('LEAK' + marked)": "LEAK",
        "raise type('LEAK' + marked, (Exception,), {})()": "LEAK",
        "return type('LEAK' + marked, (), {})()": "LEAK",
        "return 'LEAK' + marked": "LEAK",
        "print('LEAK' + marked)": "LEAK",
    }
    for body, sign in tricks.items():
        record = grade_script(f"{right}\ndef parse_marked(marked):\n    {body}\n")
        for check in record.functions["parse_marked"].checks:
            if check.visibility == "hidden" and check.reason is not None:
                assert sign not in check.reason.en + check.reason.zh
                assert not any(sign in line.replace(body, "") for line in check.student_trace)
