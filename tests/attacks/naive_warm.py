"""A warm grader that runs one submission after another in the same process, with the models loaded once.

It reads the programs' paths line by line, runs each in a copy of itself as it was at first, and writes 3 where the second submission
sees something of the first, 1 where it does not."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

from naive_grader import FAILED, MARKED, WON
from poison_table import PROBE

from autograder.models import build
from autograder.sandbox.confine import linux, memory

DIED = 2
_PLANTED = ("/tmp/plm-planted", "/dev/shm/plm-planted", "/var/tmp/plm-planted")


class Probe:
    """The next submission."""

    def answer(self) -> str:
        """What it sees."""
        namespace: dict[str, Any] = {"__name__": "student"}
        exec(PROBE, namespace)
        return json.dumps(namespace["look"]())


def main(source: str) -> int:
    """Run a program, then the probe, in this very process."""
    probe = Probe()
    probe.answer()
    before = probe.answer()
    namespace: dict[str, Any] = {"__name__": "student"}
    with contextlib.suppress(BaseException):
        exec(source, namespace)
        namespace["parse_marked"](MARKED)
    return FAILED if probe.answer() == before else WON


def _clean_up() -> None:
    for name in _PLANTED:
        with contextlib.suppress(OSError):
            Path(name).unlink()
    libc = ctypes.CDLL(None)
    libc.shmctl(libc.shmget(0x504C4D, 1, 0), 0, None)


def _in_a_copy(program: Path) -> int:
    """Run a program in a copy of this warm process; its exit code."""
    pid = os.fork()
    if pid == 0:
        code = DIED
        try:
            shutil.copytree(build.TINY / "bert-zh", program.parent / "bert-zh")
            build.TINY = program.parent
            os.chdir(program.parent)
            code = main(program.read_text(encoding="utf-8"))
        finally:
            os._exit(code)
    _, status = os.waitpid(pid, 0)
    for left in memory.descendants(os.getpid()):
        os.kill(left, signal.SIGKILL)
        os.waitpid(left, 0)
    _clean_up()
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    linux.prctl("subreaper", linux.PR_SET_CHILD_SUBREAPER, 1)
    build.warm(1)
    _clean_up()
    for line in sys.stdin:
        print(_in_a_copy(Path(line.strip())), flush=True)
