"""A warm grader that runs one submission after another in the same process, with the models loaded once.

Exit code 3 if the second submission sees something of the first, 1 if it does not."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

from naive_grader import FAILED, MARKED, WON
from poison_table import PROBE

from autograder.models import build

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


if __name__ == "__main__":
    program = Path(sys.argv[2])
    shutil.copytree(build.TINY / "bert-zh", program.parent / "bert-zh", dirs_exist_ok=True)
    build.TINY = program.parent
    build.warm(1)
    _clean_up()
    code = main(program.read_text(encoding="utf-8"))
    _clean_up()
    os._exit(code)
