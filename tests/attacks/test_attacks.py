"""Hostile submissions through `grade`, each with its positive control: the same program does its work on a grader without defences."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from attack_table import ATTACKS as ALONE
from attack_table import Attack
from naive_grader import FAILED, WON
from poison_table import POISON, PROBE
from wire_table import WIRE

from autograder.homes import HOME
from autograder.record import Record
from autograder.sandbox.session import ENVIRONMENT

ATTACKS = [*ALONE, *WIRE, *POISON]
_OUTCOMES = {0: "full", FAILED: "failed", WON: "won"}
Note = Callable[[str, object], None]
_CONTROL_SECONDS = 4.0
_LATE_SECONDS = 1.5
_FULL_BY_CHANCE = {
    "answer remembered for the public example only, a lie elsewhere",
    "call counter",
    "answers sent before they are asked for",
}
"""What these know honestly of the public checks may count; all of it may not."""
_HONEST = """
def parse_marked(marked):
    if marked.count("[") != 1 or marked.count("]") != 1 or marked.index("]") - marked.index("[") < 2:
        raise ValueError("one marked word")
    before, rest = marked.split("[")
    word, after = rest.split("]")
    return before + word + after, len(before), len(before) + len(word)
"""


@dataclass
class Ground:
    """What there is to steal and to harm."""

    folder: Path
    victim: subprocess.Popen[bytes]
    port: int
    unix: str

    def fill(self, attack: Attack) -> str:
        """The attack's source with this ground's names in it."""
        found = {"ROOT": HOME, "OUT": self.folder, "PID": self.victim.pid, "PORT": self.port, "UNIX": self.unix}
        source = attack.source
        for name, value in {**found, "TAG": os.getpid()}.items():
            source = source.replace("{" + name + "}", str(value))
        return source

    def prepare(self) -> set[str]:
        """Lay everything out anew; the files' names."""
        for file in self.folder.iterdir():
            file.unlink()
        for name in ("other.py", "victim.txt"):
            (self.folder / name).write_text("SENTINEL of another student", encoding="utf-8")
        with sqlite3.connect(self.folder / "gradebook.db") as db:
            db.execute("create table grade (points)")
            db.execute("insert into grade values (20)")
        return self.names()

    def names(self) -> set[str]:
        return {file.name for file in self.folder.iterdir()}


def _serve(server: socket.socket) -> None:
    while True:
        try:
            peer, _ = server.accept()
            peer.sendall(b"SENTINEL")
            peer.close()
        except OSError:
            return


@pytest.fixture(scope="module")
def ground() -> Iterator[Ground]:
    unix = f"plm-attack-{os.getpid()}"
    with (
        tempfile.TemporaryDirectory(dir="/var/tmp") as name,
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as local,
    ):
        Path(name).chmod(0o777)
        local.bind("\0" + unix)
        local.listen()
        for server in (tcp, local):
            threading.Thread(target=_serve, args=(server,), daemon=True).start()
        victim = subprocess.Popen(["sleep", "3000"], env={"PLM_SENTINEL": "SENTINEL"})
        yield Ground(Path(name), victim, tcp.getsockname()[1], unix)
        victim.kill()
        victim.wait()


@pytest.fixture(scope="module")
def honest(grade_quickly: Callable[[str], Record]) -> Record:
    return grade_quickly(_HONEST)


@pytest.fixture(scope="module")
def probe(grade_quickly: Callable[[str], Record]) -> Callable[[], str]:
    """What the next submission sees: a digest, out of the Record that tells the student its own value."""

    def look() -> str:
        seen = set(re.findall(r"\b[0-9a-f]{32}\b", json.dumps(grade_quickly(PROBE).to_json("en"))))
        assert len(seen) == 1
        return seen.pop()

    return look


@pytest.fixture(scope="module")
def clean(probe: Callable[[], str]) -> str:
    """The same where nobody came before."""
    return probe()


def _points(record: Record) -> float:
    assert record.error is None, record.error
    return record.functions["parse_marked"].points


def _verdicts(record: Record) -> list[tuple[str, bool | None]]:
    return [(check.id, check.passed) for check in record.functions["parse_marked"].checks]


def test_there_are_eighty_attacks_with_names_of_their_own() -> None:
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS) >= 80


def test_an_attack_that_gets_hold_of_something_would_be_seen(grade_quickly: Callable[[str], Record]) -> None:
    record = grade_quickly("def parse_marked(marked): return ('W' + 'ON ' + 'SENT' + 'INEL', 2, 4)\n")
    assert "WON SENTINEL" in json.dumps(record.to_json("en"))


def test_an_honest_submission_has_all_points(honest: Record) -> None:
    assert _points(honest) == honest.functions["parse_marked"].max_points


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_gains_nothing(
    attack: Attack, ground: Ground, grade_quickly: Callable[[str], Record], honest: Record, record_property: Note
) -> None:
    record_property("attack", attack.kind)
    before = ground.prepare()
    record = grade_quickly(ground.fill(attack))
    shown = json.dumps(record.to_json("en"))
    allowed = _points(honest) / 2 if attack.name in _FULL_BY_CHANCE else 0.0
    assert _points(record) <= allowed
    assert "WON" not in shown and "SENTINEL" not in shown
    assert ground.names() == before
    assert ground.victim.poll() is None
    assert record.seconds < 30
    assert _verdicts(grade_quickly(_HONEST)) == _verdicts(honest)


@pytest.mark.parametrize("attack", POISON, ids=lambda attack: attack.name)
def test_the_next_submission_sees_nothing_of_it(
    attack: Attack, ground: Ground, grade_quickly: Callable[[str], Record], probe: Callable[[], str], clean: str
) -> None:
    grade_quickly(ground.fill(attack))
    assert probe() == clean


@pytest.fixture(scope="module")
def warm_control() -> Iterator[Callable[[str, Path], str]]:
    """What a program does to a warm grader without defences."""
    warm = Path(__file__).with_name("naive_warm.py")
    process = subprocess.Popen(
        [sys.executable, str(warm)],
        env={**ENVIRONMENT, "PATH": os.defpath, "PYTHONPATH": str(HOME)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert process.stdin and process.stdout

    def run(source: str, folder: Path) -> str:
        (folder / "student.py").write_text(source, encoding="utf-8")
        print(folder / "student.py", file=process.stdin, flush=True)
        return _OUTCOMES.get(int(process.stdout.readline()), "died")

    yield run
    end_group(process)


@pytest.mark.parametrize("source", ["", "def parse_marked(marked): return 1\n"], ids=["nothing", "one function"])
def test_a_harmless_program_leaves_nothing_even_without_defences(
    source: str, warm_control: Callable[[str, Path], str], tmp_path: Path
) -> None:
    assert warm_control(source, tmp_path) == "failed"


@pytest.mark.parametrize("attack", POISON, ids=lambda attack: attack.name)
def test_without_defences_the_next_sees_it(
    attack: Attack, warm_control: Callable[[str, Path], str], tmp_path: Path, record_property: Note
) -> None:
    record_property("control", attack.kind)
    assert warm_control(attack.source, tmp_path) == attack.control


@pytest.mark.parametrize("attack", [*ALONE, *WIRE], ids=lambda attack: attack.name)
def test_without_defences_it_succeeds(attack: Attack, ground: Ground, tmp_path: Path, record_property: Note) -> None:
    record_property("control", attack.kind)
    ground.prepare()
    assert _naively(attack, ground.fill(attack), tmp_path) == attack.control


def _naively(attack: Attack, source: str, folder: Path) -> str:
    """What the attack does to a grader that runs it in its own process."""
    (folder / "student.py").write_text(source, encoding="utf-8")
    naive = Path(__file__).with_name(f"{attack.grader}.py")
    secret = os.open(__file__, os.O_RDONLY)  # what a careless grader leaves open
    process = subprocess.Popen(
        [sys.executable, str(naive), attack.comparer, str(folder / "student.py")],
        env={"PLM_SENTINEL": "SENTINEL", "PATH": os.defpath, "PYTHONPATH": str(HOME)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        pass_fds=(secret,),
    )
    os.close(secret)
    try:
        code = process.wait(_LATE_SECONDS if attack.control == "late" else _CONTROL_SECONDS * 5)
    except subprocess.TimeoutExpired:
        return "late"
    finally:
        end_group(process)
    return _OUTCOMES.get(code, "died")


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End the control's processes, whatever it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
