"""Sessions in forked children: what student code can do to its process, and what the trusted side makes of it."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from autograder.exercise import Limits
from autograder.homes import HOME
from autograder.models import model, numpy_generator, torch_generator
from autograder.sandbox.session import ForkedSession, ForkServer, SessionDied
from autograder.sandbox.wire import Decoder, Encoder, RemoteRef

LIMITS = Limits(call_seconds=1.0, load_seconds=2.0, output_kb=4)


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    with ForkServer() as made:
        yield made


class Student:
    """A session with a program of a few lines in it."""

    def __init__(self, server: ForkServer, source: str) -> None:
        self.session: ForkedSession = server.session(LIMITS)
        self._handles: list[Any] = []
        chunk = {"cell": "c", "source": source, "label": "cell c", "first_line": 1}
        self.loaded = self.ask({"op": "load", "chunks": [chunk], "definitions_only": False})["ok"]

    def ask(self, request: dict[str, Any]) -> Any:
        frame = Encoder(self._serial).frame(request)
        return Decoder(on_remote=RemoteRef).value(self.session.ask(frame))

    def call(self, name: str, *args: Any) -> Any:
        return self.ask({"op": "call", "target": name, "args": list(args), "kwargs": {}})

    def _serial(self, handle: Any) -> int:
        if handle not in self._handles:
            self._handles.append(handle)
        return self._handles.index(handle)


def descendants() -> set[int]:
    """The processes below this one."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(status.parent.name)] = int(status.read_text(encoding="ascii").rsplit(")", 1)[1].split()[1])
    found, new = set(), {os.getpid()}
    while new:
        new = {pid for pid, parent in parents.items() if parent in new} - found
        found |= new
    return found


@pytest.fixture
def student(server: ForkServer) -> Iterator[Any]:
    made: list[Student] = []

    def make(source: str) -> Student:
        made.append(Student(server, source))
        return made[-1]

    yield make
    for one in made:
        one.session.close()


def test_a_call_gives_its_value(student: Any) -> None:
    assert student("def f(x): return {'twice': 2 * x}").call("f", 21)["ok"] == {"value": {"twice": 42}}


def test_an_exception_comes_as_data_with_the_students_line(student: Any) -> None:
    error = student("def f():\n    x = 1\n    raise KeyError('k')\n").call("f")["error"]
    assert error["type"] == "KeyError"
    assert "LookupError" in error["names"]
    assert error["trace"] == [["cell c", 3]]


def test_a_broken_statement_does_not_take_the_rest_with_it(student: Any) -> None:
    made = student("import nonsense_module\ndef f(): return 1\n1 / 0\ndef g(): return 2\n")
    assert [error["type"] for error in made.loaded["errors"]] == ["ModuleNotFoundError", "ZeroDivisionError"]
    assert made.call("g")["ok"]["value"] == 2


def test_a_statement_that_lacks_a_name_is_tried_again_after_the_rest(student: Any) -> None:
    made = student("TABLE = [f(i) for i in range(3)]\ndef f(i): return i * i\n")
    assert made.loaded["errors"] == []


def test_a_syntax_error_names_its_line(student: Any) -> None:
    made = student("def f():\n    return (1\n")
    assert made.loaded["errors"][0]["type"] == "SyntaxError"


def test_exit_at_the_top_level_is_an_error_of_that_statement_only(student: Any) -> None:
    made = student("import sys\nsys.exit(0)\ndef f(): return 1\n")
    assert made.call("f")["ok"]["value"] == 1


def test_a_loop_without_end_names_its_line_and_the_session_lives_on(student: Any) -> None:
    made = student("def f():\n    while True:\n        pass\ndef g(): return 1\n")
    error = made.call("f")["error"]
    assert error["type"] == "TimeLimit"
    assert error["trace"][0][0] == "cell c"
    assert made.call("g")["ok"]["value"] == 1


@pytest.mark.parametrize(
    ("body", "kind", "detail"),
    [
        ("import os; os._exit(7)", "exit", 7),
        ("import ctypes; ctypes.string_at(0)", "signal", 11),
        ("import os; os.closerange(3, 100)", "exit", 0),
    ],
)
def test_ending_the_process_is_seen_as_such(student: Any, body: str, kind: str, detail: int) -> None:
    made = student(f"def f():\n    {body}\n")
    with pytest.raises(SessionDied) as death:
        made.call("f")
    assert (death.value.kind, death.value.detail) == (kind, detail)


def test_bytes_written_to_the_channel_are_garbage_and_no_answer(student: Any) -> None:
    source = (
        'import os\ndef f():\n    for fd in range(3, 64):\n        try: os.write(fd, b\'{"ok": {"value": 1}}\' * 9)\n'
        "        except OSError: pass\n"
    )
    with pytest.raises(SessionDied) as death:
        student(source).call("f")
    assert death.value.kind == "garbage"


def test_everything_that_a_student_started_ends_with_the_session(student: Any) -> None:
    source = (
        "import os, time\ndef f():\n    started = 0\n    for _ in range(3):\n        try: pid = os.fork()\n"
        "        except OSError: continue\n        if pid == 0:\n            os.setsid()\n            time.sleep(600)\n"
        "        started += 1\n    return started\n"
    )
    made = student(source)
    before = descendants()
    started = made.call("f")["ok"]["value"]
    assert len(descendants() - before) == started
    made.session.close()
    deadline = time.monotonic() + 5
    while descendants() - before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not descendants() - before


def test_prints_are_kept_up_to_the_cap_and_never_block(student: Any) -> None:
    made = student("def f():\n    for _ in range(20000): print('x' * 100)\n    return 1\n")
    assert made.call("f")["ok"]["value"] == 1
    made.session.close()
    assert len(made.session.output.text) <= LIMITS.output_kb * 1024
    assert made.session.output.dropped > 1_000_000


def test_reading_standard_input_ends_at_once(student: Any) -> None:
    assert student("def f(): return input()").call("f")["error"]["type"] == "EOFError"


def test_a_value_that_is_not_plain_stays_behind_as_a_remote(student: Any) -> None:
    made = student("class Head:\n    width = 3\n    def __call__(self, x): return x + 1\ndef f(): return Head()\n")
    ref = made.call("f")["ok"]["value"]
    assert isinstance(ref, RemoteRef)
    request = {"op": "remote", "target": ref.id, "method": "call", "args": [1], "kwargs": {}}
    assert made.ask(request)["ok"]["value"] == 2
    assert made.ask({**request, "method": "attr", "args": ["width"]})["ok"]["value"] == 3
    assert "error" in made.ask({**request, "method": "__reduce__"})


def test_plain_containers_of_what_is_not_plain_are_said_to_be_so(student: Any) -> None:
    assert "not_plain" in student("def f(): return [object()]").call("f")["ok"]


def test_what_a_call_changed_is_reported(student: Any) -> None:
    source = (
        "import torch, random\ndef rng(): torch.rand(1); random.random()\ndef mode(m): m.train()\n"
        "def weights(m):\n    with torch.no_grad(): next(m.parameters()).add_(1)\ndef value(x): x += 1\ndef nothing(m, x): return 1\n"
    )
    made, bert = student(source), model("fixture-bert-zh")
    assert made.call("rng")["effects"]["changed"] == ["rng.torch", "rng.python"]
    assert made.call("nothing", bert, torch.ones(2))["effects"]["changed"] == []
    assert made.call("mode", bert)["effects"]["changed"] == ["argument.0.mode"]
    assert made.call("weights", bert)["effects"]["changed"] == ["argument.0.weights"]
    assert made.call("value", torch.ones(2))["effects"]["changed"] == ["argument.0.value"]


def test_a_generator_goes_on_during_a_check_and_starts_anew_in_the_next(student: Any) -> None:
    made = student(
        "import torch\ndef f(g): return float(torch.rand(1, generator=g))\ndef n(g): return float(g.random())\n"
    )
    generator = torch_generator(3)
    first, second = made.call("f", generator)["ok"]["value"], made.call("f", generator)["ok"]["value"]
    expected = torch.rand(2, generator=torch.Generator().manual_seed(3)).tolist()
    assert [first, second] == pytest.approx(expected)
    made.ask({"op": "fresh"})
    assert made.call("f", generator)["ok"]["value"] == first
    assert made.call("n", numpy_generator(5))["ok"]["value"] == made.call("n", numpy_generator(5))["ok"]["value"]


def test_gradients_are_taken_on_the_students_side(student: Any) -> None:
    made = student("def f(x): return (x ** 2).sum()")
    request = {"op": "grad", "target": "f", "args": [torch.tensor([1.0, 3.0])], "kwargs": {}, "wrt": [0]}
    value, gradients = made.ask(request)["ok"]["value"]
    assert float(value) == 10.0
    assert gradients[0].tolist() == [2.0, 6.0]


def test_one_submission_finds_nothing_of_the_one_before(student: Any, server: ForkServer) -> None:
    student("import torch\ntorch.poisoned = True\nimport builtins\nbuiltins.poison = 7\ndef f(): return 1\n").call("f")
    after = student(
        "import torch\nimport builtins\ndef f(): return [hasattr(torch, 'poisoned'), hasattr(builtins, 'poison')]\n"
    )
    assert after.call("f")["ok"]["value"] == [False, False]


def test_memory_beyond_the_budget_is_refused_and_within_it_is_not(server: ForkServer) -> None:
    source = "import torch\ndef f(mb): return float(torch.ones(mb * 2**18).sum())\n"
    for budget, fits in ((128, False), (2048, True)):
        session = server.session(Limits(memory_mb=budget))
        chunk = {"cell": "c", "source": source, "label": "c", "first_line": 1}
        session.ask(Encoder().frame({"op": "load", "chunks": [chunk], "definitions_only": False}))
        request = {"op": "call", "target": "f", "args": [512], "kwargs": {}}
        answer = Decoder().value(session.ask(Encoder().frame(request)))
        session.close()
        assert ("ok" in answer) is fits


def test_the_session_says_what_was_in_force(student: Any) -> None:
    said = student("").session.confinement
    assert said["level"] in ("full", "partial")
    assert {"seccomp", "landlock", "rlimits", "no_new_privs"} <= said["layers"].keys()


@pytest.mark.parametrize("name", ["reference/polysemy.py", "autograder/checks/hidden/polysemy.py", "tests/conftest.py"])
def test_student_code_cannot_read_what_is_none_of_its_business(student: Any, name: str) -> None:
    path = HOME / name
    assert path.is_file()
    made = student("def f(path):\n    with open(path) as file: return file.read(10)\n")
    error = made.call("f", str(path))["error"]
    assert "OSError" in error["names"]


def test_student_code_has_no_network(student: Any) -> None:
    source = "import socket\ndef f():\n    socket.create_connection(('127.0.0.1', 9), timeout=1)\n"
    assert "OSError" in student(source).call("f")["error"]["names"]


def test_a_loop_that_switches_the_soft_limit_off_is_ended_from_outside(student: Any) -> None:
    source = (
        "import signal\ndef f():\n    for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL): signal.setitimer(timer, 0)\n"
        "    while True: str(1)\n"
    )
    with pytest.raises(SessionDied) as death:
        student(source).call("f")
    assert death.value.kind == "time"


def test_the_working_folder_is_private(student: Any) -> None:
    source = "import os\ndef f(name):\n    open(name, 'w').close()\n    return [os.getcwd(), os.listdir()]\n"
    one, other = f"one-{os.getpid()}", f"other-{os.getpid()}"
    folder, names = student(source).call("f", one)["ok"]["value"]
    assert one in names
    assert not Path(folder, one).exists()
    _, names = student(source).call("f", other)["ok"]["value"]
    assert one not in names


def test_global_random_states_are_the_same_in_every_session_and_before_every_check(server: ForkServer) -> None:
    source = (
        "import random, numpy, torch\n"
        "at_load = random.random() + numpy.random.rand() + torch.rand(()).item()\n"
        "def draw():\n"
        "    return [random.random(), numpy.random.rand(), torch.rand(()).item(), at_load]\n"
    )
    draws = []
    for _ in range(2):
        student = Student(server, source)
        for _ in range(2):
            student.ask({"op": "fresh"})
            draws.append(student.call("draw")["ok"])
        student.session.close()
    assert draws[0] == draws[1] == draws[2] == draws[3]
