"""Classes for benchmarks: a seeded mixture of right, partly right, wrong and slow submissions."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.exercise import Exercise
from autograder.misconception import load_misconceptions

KINDS = {"right": 0.5, "partly right": 0.3, "wrong": 0.15, "slow": 0.05}
"""What a class is made of, and each kind's share."""
_SLOW = """
import time

_end = time.perf_counter() + 1.0
while time.perf_counter() < _end:
    pass
"""


def programs(exercise: Exercise, students: int, seed: int) -> Iterator[str]:
    """The scripts of so many students, the same for the same seed.

    Right ones are the reference and its variants, partly right ones have one misconception, wrong ones are the untouched stub, and slow
    ones compute for a second when they are loaded.
    """
    chance = random.Random(seed)
    reference = exercise.reference.read_text(encoding="utf-8")
    right = [reference, *(path.read_text(encoding="utf-8") for path in exercise.variants)]
    mistakes = [m.source for m in load_misconceptions(exercise)]
    for number in range(students):
        kind = chance.choices(list(KINDS), list(KINDS.values()))[0]
        if kind == "right":
            yield f"{chance.choice(right)}\n# student {number}\n"
        elif kind == "partly right":
            yield f"{reference}\n{chance.choice(mistakes)}\n# student {number}\n"
        elif kind == "wrong":
            yield f"{exercise.stub.read_text(encoding='utf-8')}\n# student {number}\n"
        else:
            yield f"{reference}\n{_SLOW}\n# student {number}\n"


def is_slow(program: str) -> bool:
    """Whether a program is one of the slow ones."""
    return _SLOW in program


def hand_in(course: Path, slug: str, contents: Sequence[bytes], suffix: str = ".ipynb") -> None:
    """Put files where nbgrader looks for submissions."""
    for number, content in enumerate(contents):
        folder = course / "submitted" / f"student{number:05d}" / slug
        folder.mkdir(parents=True)
        (folder / f"{slug}{suffix}").write_bytes(content)


@dataclass(frozen=True)
class Cost:
    """What a command took: wall-clock seconds, and the most megabytes that it itself held at a time, without the processes it starts."""

    seconds: float
    megabytes: float


def seconds_of(folder: Path, module: str, *arguments: str) -> float:
    """Wall-clock seconds of a whole command of this environment, run in a folder."""
    return cost_of(folder, module, *arguments).seconds


def cost_of(folder: Path, module: str, *arguments: str) -> Cost:
    """What a whole command of this environment took, run in a folder.

    Raises:
        SystemExit: if it fails.
    """
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    command = [sys.executable, "-m", module, *arguments]
    start = time.monotonic()
    with tempfile.TemporaryFile("w+", encoding="utf-8") as complaints:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=complaints)
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            complaints.seek(0)
            raise SystemExit(f"{module} {' '.join(arguments)}: {complaints.read()[-500:]}")
    return Cost(seconds, used.ru_maxrss / 1024)
