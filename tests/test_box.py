"""A program in a session: loaded once, loaded again after it died, and what is known of a function that is not there."""

from __future__ import annotations

from typing import Any

import pytest

from autograder.box import Box
from autograder.sandbox.session import SessionDied
from autograder.sandbox.wire import Decoder, Encoder
from autograder.submission import Chunk


class Scripted:
    """A session that answers from a list: a frame's value, raw bytes, or a death."""

    confinement: dict[str, Any] = {"level": "full", "layers": {}}  # noqa: RUF012

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[dict[str, Any]] = []
        self.closed = 0

    def ask(self, frame: bytes, seconds: float | None = None) -> bytes:
        self.asked.append(Decoder().value(frame))
        answer = self.answers.pop(0)
        if isinstance(answer, SessionDied):
            raise answer
        return answer if isinstance(answer, bytes) else Encoder().frame(answer)

    def close(self) -> None:
        self.closed += 1


def loaded(*errors: dict[str, Any], stopped: Any = None) -> dict[str, Any]:
    return {"ok": {"errors": list(errors), "defined": [], "stopped": stopped}, "effects": {}}


def box(*sessions: Scripted, source: str = "def f(): pass\n", asked: tuple[str, ...] = ("f",)) -> Box:
    waiting = list(sessions)
    return Box(lambda: waiting.pop(0), [Chunk("f", source, "cell f", 1)], 5.0, asked)


FRAME = Encoder().frame({"op": "x"})


def test_a_program_is_loaded_once_and_again_after_it_died() -> None:
    first, second = Scripted(loaded(), SessionDied("exit", 3)), Scripted(loaded(), FRAME)
    made = box(first, second)
    with pytest.raises(SessionDied):
        made.session().ask(FRAME)
    assert first.closed == 1
    assert made.session().ask(FRAME) == FRAME
    assert [len(session.asked) for session in (first, second)] == [2, 2]
    assert not made.notes


def test_a_session_that_dies_between_two_checks_is_replaced_in_the_next() -> None:
    first, second = Scripted(loaded(), SessionDied("gone")), Scripted(loaded())
    made = box(first, second)
    made.session()
    made.fresh()
    assert first.closed == 1
    assert made.session().confinement == {"level": "full", "layers": {}}
    assert [request["op"] for request in first.asked + second.asked] == ["load", "fresh", "load"]


def test_nothing_is_started_only_to_be_made_fresh() -> None:
    box().fresh()


def test_what_is_closed_by_its_user_is_opened_anew() -> None:
    first, second = Scripted(loaded()), Scripted(loaded())
    made = box(first, second)
    made.session().close()
    assert first.closed == 1
    made.session()
    assert len(second.asked) == 1


def test_a_program_that_ends_its_process_is_loaded_without_its_loose_code() -> None:
    first, second = Scripted(SessionDied("exit", 0)), Scripted(loaded())
    made = box(first, second)
    made.session()
    assert first.closed == 1
    assert [session.asked[0]["definitions_only"] for session in (first, second)] == [False, True]
    assert [note.en[:43] for note in made.notes] == ["the code outside functions did not finish i"]


def test_a_program_whose_definitions_end_it_too_is_not_tried_without_end() -> None:
    sessions = [Scripted(SessionDied("exit", 0)) for _ in range(3)]
    made = box(*sessions)
    for _ in range(2):
        with pytest.raises(SessionDied):
            made.session()
    assert [session.asked[0]["definitions_only"] for session in sessions] == [False, True, True]


@pytest.mark.parametrize(
    "answer", [b"no frame", {"error": {}}, {"ok": {"errors": [{"trace": 3}], "stopped": None}}, {"ok": [1]}]
)
def test_a_load_that_is_not_answered_by_the_letter_is_garbage(answer: Any) -> None:
    session = Scripted(answer)
    with pytest.raises(SessionDied) as died:
        box(session, Scripted(answer)).session()
    assert died.value.kind == "garbage"
    assert session.closed


def error(cell: str, kind: str, trace: list[Any]) -> dict[str, Any]:
    return {"cell": cell, "type": kind, "names": [kind], "message": "m", "trace": trace}


def test_a_function_whose_cell_failed_is_told_the_line_and_the_error() -> None:
    made = box(Scripted(loaded(error("f", "ZeroDivisionError", [["cell f", 4]]))))
    made.session()
    why = made.why_missing("f")
    assert why is not None
    assert why.en == "f could not be defined: its code fails at line 4 (ZeroDivisionError)"


def test_advice_stands_behind_an_error_that_is_known_and_no_line_is_line_0() -> None:
    made = box(Scripted(loaded(error("f", "ModuleNotFoundError", []))))
    made.session()
    why = made.why_missing("f.inner")
    assert why is not None
    assert "fails at line 0 (ModuleNotFoundError)" in why.en


def test_an_error_elsewhere_explains_nothing_and_a_similar_name_does() -> None:
    made = box(
        Scripted(loaded(error("other", "ValueError", []))), source="def word_vektor(): pass\n", asked=("word_vector",)
    )
    made.session()
    why = made.why_missing("word_vector")
    assert why is not None
    assert why.en == "word_vector was not found; you defined word_vektor: give it the name in the task"
    assert box(source="x = 1\n").why_missing("f") is None


def test_a_line_is_found_by_its_cell_and_its_number_in_the_file() -> None:
    made = Box(Scripted, [Chunk("script", "a = 1\nb = 2", "mine.py", 10)], 5.0)
    assert [made.line("mine.py", number) for number in (9, 10, 11, 12)] == [None, "a = 1", "b = 2", None]
    assert made.line("other.py", 10) is None
