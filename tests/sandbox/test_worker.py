"""The student's side in this process: what it makes of programs and requests, whatever they are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from autograder.models import scratch_folder
from autograder.sandbox.wire import Decoder, Encoder, RemoteRef
from autograder.sandbox.worker import Worker, describe

CALL = {"op": "call", "args": [], "kwargs": {}}


def answer(worker: Worker, request: dict[str, Any]) -> dict[str, Any]:
    value: dict[str, Any] = Decoder(on_remote=RemoteRef).value(worker.answer(Encoder(serial=id).frame(request)))
    return value


def chunk(source: str, cell: str = "c", first_line: int = 1) -> dict[str, Any]:
    return {"cell": cell, "source": source, "label": f"cell {cell}", "first_line": first_line}


@pytest.fixture
def worker() -> Worker:
    return Worker()


def test_bytes_that_are_no_frame_are_answered_with_an_error(worker: Worker) -> None:
    said = Decoder().value(worker.answer(b"PLM0"))
    assert said["error"]["type"] == "WireError"


def test_what_is_not_there_is_missing_whatever_is_asked_of_it(worker: Worker) -> None:
    for request in (
        {**CALL, "target": "f"},
        {**CALL, "op": "grad", "target": "f", "wrt": [0]},
        {**CALL, "op": "remote", "target": 7, "method": "length"},
        {**CALL, "op": "remote", "target": 7, "method": "__class__"},
    ):
        assert answer(worker, request)["error"]["type"] == "Missing"


def test_a_statement_that_fails_is_noted_and_the_next_is_run(worker: Worker) -> None:
    errors = worker.load([chunk("a = 1\nb = 1 / 0\nc = a + 1", first_line=5), chunk("def f(:", "g")])
    assert [(error["cell"], error["type"]) for error in errors] == [("c", "ZeroDivisionError"), ("g", "SyntaxError")]
    assert errors[0]["trace"] == [["cell c", 6]]
    assert errors[1]["trace"] == [["cell g", 1]]


def test_cells_that_were_moved_find_their_names_in_the_end_and_the_others_are_noted(worker: Worker) -> None:
    errors = worker.load([chunk("twice = 2 * once\nlost = nowhere"), chunk("once = 21", "d")])
    assert [error["message"] for error in errors] == ["name 'nowhere' is not defined"]
    worker.load([chunk("def f(): return twice")])
    assert answer(worker, {**CALL, "target": "f"})["ok"] == {"value": 42}


def test_of_definitions_alone_no_loose_call_is_run(worker: Worker) -> None:
    source = "import math\nx = 3\n1 / 0\nprint('no')\ndef f(): return x\nfor i in range(9): pass"
    said = answer(worker, {"op": "load", "chunks": [chunk(source)], "definitions_only": True})["ok"]
    assert (said["errors"], said["stopped"]) == ([], None)
    assert {"math", "x", "f"} <= set(said["defined"]) and "i" not in said["defined"]


def test_futures_hold_for_the_whole_program(worker: Worker) -> None:
    worker.load([chunk("from __future__ import annotations"), chunk("def f(x: Undefined): return 1", "d")])
    assert answer(worker, {**CALL, "target": "f", "args": [0]})["ok"] == {"value": 1}


def test_a_program_that_fails_everywhere_is_noted_up_to_a_bound(worker: Worker) -> None:
    assert len(worker.load([chunk("1 / 0\n" * 150)])) == 100


def test_a_program_that_does_not_come_to_an_end_is_stopped_and_says_so() -> None:
    said = answer(
        Worker(load_seconds=0.2), {"op": "load", "chunks": [chunk("while True: pass")], "definitions_only": False}
    )
    assert said["ok"]["stopped"]["type"] == "TimeLimit"
    assert said["ok"]["stopped"]["trace"] == [["cell c", 1]]


def test_notebooks_own_names_do_nothing(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (
        "get_ipython().run_line_magic('time', 'x')\ndisplay(1, raw=True)\n"
        "from autograder.cell import check_cell\nvalue = check_cell('polysemy', 'f')\ndef f(): return value"
    )
    monkeypatch.setitem(sys.modules, "autograder.cell", None)
    monkeypatch.delitem(sys.modules, "autograder.cell")
    assert worker.load([chunk(source)]) == []
    assert answer(worker, {**CALL, "target": "f"})["ok"] == {"value": 0.0}


def test_a_value_too_large_for_the_wire_is_said_to_be_so(worker: Worker) -> None:
    worker.load([chunk("def f(): return 2 ** 400\ndef g(): return {1, 2}")])
    assert answer(worker, {**CALL, "target": "f"})["ok"] == {"not_plain": "an integer of 401 bits is too large"}
    assert "set" in answer(worker, {**CALL, "target": "g"})["ok"]["not_plain"]


def test_an_exception_that_cannot_be_written_out_is_described_all_the_same() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    said = describe(Mute())
    assert (said["type"], said["message"], said["trace"]) == ("Mute", "", [])
    assert said["names"][:2] == ["Mute", "Exception"]


def test_a_model_with_gradients_that_a_call_froze_or_trained_is_said_to_be_changed(worker: Worker) -> None:
    source = (
        "import torch\nmade = torch.nn.Linear(2, 2, bias=False)\n"
        "def net(): return made\n"
        "def freeze(m): m.requires_grad_(False)\n"
    )
    worker.load([chunk(source)])
    number = answer(worker, {**CALL, "target": "net"})["ok"]["value"]
    changed = answer(worker, {**CALL, "target": "freeze", "args": [number]})["effects"]["changed"]
    assert changed == ["argument.0.requires_grad"]


def test_what_one_check_had_written_into_its_folders_does_not_fill_the_next_ones_disk(worker: Worker) -> None:
    source = "from pathlib import Path\ndef keep(folder):\n    Path(folder, 'checkpoint').write_bytes(bytes(9))\n    return folder"
    answer(worker, {"op": "load", "chunks": [chunk(source)], "definitions_only": False})
    handles = scratch_folder("one"), scratch_folder("two")
    folders = [Path(answer(worker, {**CALL, "target": "keep", "args": [handle]})["ok"]["value"]) for handle in handles]
    assert [len(list(folder.iterdir())) for folder in folders] == [1, 1]
    answer(worker, {"op": "fresh"})
    assert not any(folder.exists() for folder in folders)
