"""What a check learns of a call: its value, or in two sentences why there is none; nothing that a student's process says is believed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from autograder.checks.caller import Caller, Remote
from autograder.checks.failure import CheckFailed, NotRun
from autograder.models import torch_generator
from autograder.sandbox.session import SessionDied
from autograder.sandbox.wire import Encoder, RemoteRef
from autograder.text import Text
from tests.checks.local import student_of

PROGRAM = """
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(2, 1, bias=False)
        self.inner.weight.data[:] = 3.0
    def forward(self, x, scale=1.0): return scale * self.inner(x)
def net(): return Net()
def rows(): return Data()
class Data:
    def __iter__(self): return iter([{'a': 1, 'b': 2}, {'a': 3, 'b': 4}])
    def __len__(self): return 2
    def __getitem__(self, key): return key * 10
def square(x): return (x ** 2).sum()
def draw(generator): return float(torch.rand((), generator=generator))
def bad(kind):
    raise {'value': ValueError, 'sub': UnicodeError, 'todo': NotImplementedError}[kind]('secret')
def mixed(): return [object()]
"""


class Scripted:
    """A session whose answers are given: values to be framed, bytes as they are, or a death."""

    confinement: dict[str, Any] = {}  # noqa: RUF012

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)

    def ask(self, frame: bytes, seconds: float | None = None) -> bytes:
        answer = self.answers.pop(0)
        if isinstance(answer, SessionDied):
            raise answer
        return answer if isinstance(answer, bytes) else Encoder().frame(answer)

    def close(self) -> None:
        """Nothing to end."""


def saying(*answers: Any, **options: Any) -> Caller:
    session = Scripted(*answers)
    return Caller(lambda: session, **options)


@pytest.fixture
def student() -> Caller:
    """A program in this process."""
    return student_of(PROGRAM)


def failure(call: Callable[[], Any]) -> CheckFailed:
    with pytest.raises(CheckFailed) as caught:
        call()
    return caught.value


def error(kind: str, message: str = "", names: list[Any] | None = None, trace: Any = ()) -> dict[str, Any]:
    said = {"type": kind, "names": [kind] if names is None else names, "message": message, "trace": list(trace)}
    return {"error": said, "effects": {}}


def test_an_object_that_stays_there_is_asked_by_a_short_list_of_operations(student: Caller) -> None:
    net = student.net()
    assert isinstance(net, Remote)
    assert net.is_a("Module") and net.is_a("torch.nn.modules.module.Module") and not net.is_a("odule")
    assert net.state_dict("inner")["inner.weight"].tolist() == [[3.0, 3.0]]
    net.load_state_dict({"inner.weight": 2 * net.state_dict()["inner.weight"]})
    assert net.attr("inner.in_features") == 2
    assert net.eval() is None
    assert net.call(net.state_dict()["inner.weight"], scale=0.5).tolist() == [[36.0]]
    data = student.rows()
    assert (data.length(), data.item(4)) == (2, 40)
    assert data.rows("a") == [{"a": 1}, {"a": 3}]
    assert data.rows() == [{"a": 1, "b": 2}, {"a": 3, "b": 4}]


def test_gradients_are_taken_on_the_students_side(student: Caller) -> None:
    value, (gradient,) = student.gradient("square", torch.tensor([1.0, -2.0]))
    assert float(value) == 5.0
    assert gradient.tolist() == [2.0, -4.0]


def test_a_handle_is_one_object_during_a_check_and_a_fresh_one_in_the_next(student: Caller) -> None:
    generator = torch_generator(7)
    student.begin_check()
    first, second = student.draw(generator), student.draw(generator)
    student.begin_check()
    assert student.draw(generator) == first != second


def test_the_exception_that_is_asked_for_passes_and_so_does_a_subclass(student: Caller) -> None:
    student.raises(ValueError, "bad", "value")
    student.raises(ValueError, "bad", "sub")


def test_another_exception_or_none_fails_and_says_what_was_expected(student: Caller) -> None:
    other = failure(lambda: student.raises(TypeError, "bad", "value"))
    assert other.closed.en == "bad raised ValueError, where TypeError is expected"
    assert "secret" in other.open.en
    none = failure(lambda: student.raises(TypeError, "square", 2))
    assert "raised AttributeError" in none.closed.en
    assert "should raise TypeError here but returned" in failure(lambda: student.raises(TypeError, "net")).closed.en
    unwritten = failure(lambda: student.raises(RuntimeError, "bad", "todo"))
    assert unwritten.closed.en == "bad is not written yet"


def test_what_is_not_plain_names_its_type_to_those_alone_who_may_know(student: Caller) -> None:
    found = failure(student.mixed)
    assert found.closed.en == "mixed returned something that is not plain data"
    assert "(a value of type object is not plain data)" in found.open.en


def test_a_name_of_pythons_own_is_no_function_of_the_students(student: Caller) -> None:
    with pytest.raises(AttributeError):
        student._private  # noqa: B018


@pytest.mark.parametrize(
    ("kind", "detail", "said"),
    [
        ("time", None, "f ran out of time (a loop without end?)"),
        ("memory", None, "f used up its memory"),
        ("signal", 11, "the process was ended by signal 11 while f ran (a crash)"),
        ("exit", 0, "the process exited while f ran (sys.exit or os._exit?)"),
        ("garbage", None, "f gave no readable result (too large, or the channel was broken)"),
    ],
)
def test_each_end_of_a_process_has_its_own_sentence(kind: str, detail: int | None, said: str) -> None:
    seen: list[Any] = []
    caller = saying(SessionDied(kind, detail), observe=lambda request, response: seen.append(response))
    assert failure(caller.f).closed.en == said
    assert seen == [{"died": kind}]
    assert caller.died is (kind != "time")
    assert caller.calls[0].response["error"]["type"] == f"died:{kind}"


@pytest.mark.parametrize("late", [SessionDied("time"), error("TimeLimit")], ids=["killed", "interrupted"])
def test_a_function_that_was_late_twice_is_not_called_a_third_time(late: Any) -> None:
    caller = saying(late, late)
    for _ in range(2):
        assert "ran out of time" in failure(caller.slow).closed.en
    with pytest.raises(NotRun, match="more than once already"):
        caller.slow()


@pytest.mark.parametrize(
    "answer",
    [
        b"no frame",
        [],
        {"ok": {"value": 1}},
        {"ok": {"value": 1}, "error": None, "effects": {}},
        {"ok": 1, "effects": {}},
        {"ok": {"value": 1, "not_plain": "x"}, "effects": {}},
        {"error": {"type": "E"}, "effects": {}},
        error("E", names=[1]),
        error("E", trace=["line 1"]),
        error("E", trace=[["cell", "1"]]),
        {"error": {"type": 1, "names": [], "message": "", "trace": []}, "effects": {}},
        {"error": {"type": "E", "names": [], "message": None, "trace": []}, "effects": {}},
    ],
)
def test_an_answer_that_does_not_keep_to_the_form_is_no_result(answer: Any) -> None:
    assert "gave no readable result" in failure(saying(answer).f).closed.en


@pytest.mark.parametrize(
    ("effects", "seconds", "changed"),
    [
        ({"seconds": 0.5, "changed": ["rng.torch", 3]}, 0.5, ("rng.torch",)),
        ({"seconds": "long", "changed": "all"}, 0.0, ()),
        ("none", 0.0, ()),
    ],
)
def test_of_what_a_call_is_said_to_have_changed_only_names_are_kept(
    effects: Any, seconds: float, changed: tuple[str, ...]
) -> None:
    caller = saying({"ok": {"value": 1}, "effects": effects})
    assert caller.f() == 1
    assert (caller.last.function, caller.last.seconds, caller.last.changed) == ("f", seconds, changed)


def test_an_exceptions_name_is_told_to_everybody_only_if_it_is_pythons_own() -> None:
    made_up = failure(saying(error("SecretInput42", "x = 42")).f)
    assert made_up.closed.en == "f raised an exception"
    assert made_up.open.en == "f raised SecretInput42: x = 42"
    assert failure(saying(error("KeyError")).f).open.en == "f raised KeyError"


def test_a_missing_function_is_explained_where_more_is_known() -> None:
    assert failure(saying(error("Missing")).f).closed.en == "f was not found: not defined, or renamed"
    why = Text("改名了", "it was renamed")
    assert failure(saying(error("Missing"), why_missing=lambda function: why).f).closed == why


def test_the_lines_shown_are_those_that_were_handed_in() -> None:
    lines = {("cell f", 2): "    return 1 // 0  "}
    trace = [["cell f", 2], ["made up", 1]]
    found = failure(saying(error("ZeroDivisionError", trace=trace), line=lambda *place: lines.get(place)).f)
    assert found.trace == ("cell f, 2: return 1 // 0",)


def test_a_line_with_a_comprehension_whose_frame_is_its_own_is_shown_once() -> None:
    lines = {("cell f", 2): "return [1 // 0 for _ in x]", ("cell f", 1): "def f(x):"}
    trace = [["cell f", 2], ["cell f", 2], ["cell f", 1], ["cell f", 2]]
    found = failure(saying(error("ZeroDivisionError", trace=trace), line=lambda *place: lines.get(place)).f)
    assert [line.split(":")[0] for line in found.trace] == ["cell f, 2", "cell f, 1", "cell f, 2"]


def test_a_remote_of_a_reference_is_known_by_its_type() -> None:
    remote = saying({"ok": {"value": RemoteRef(3, "datasets.Dataset builtins.object")}, "effects": {}}).f()
    assert isinstance(remote, Remote)
    assert (remote.ref.id, remote.is_a("Dataset")) == (3, True)
