"""A grader that runs the submission in a process of its own and believes what comes over the wire: lengths, pickles, verdicts.

Its exit codes are those of `naive_grader.py`."""

from __future__ import annotations

import os
import pickle
import socket
import struct
import sys
from pathlib import Path
from typing import Any

from naive_grader import FAILED, MARKED

DIED = 2
EXPECTED = ("我在银行存钱", 2, 4)


def main(source: str) -> int:
    """Grade one program in a child."""
    ours, theirs = socket.socketpair()
    if os.fork() == 0:
        ours.close()
        _answer(theirs, source)
    theirs.close()
    value = _read(ours)
    if isinstance(value, dict) and value.get("passed"):
        return 0
    return 0 if value == EXPECTED else FAILED


def _answer(wire: socket.socket, source: str) -> None:
    try:
        namespace: dict[str, Any] = {"__name__": "student"}
        exec(source, namespace)
        data = pickle.dumps(namespace["parse_marked"](MARKED))
        wire.sendall(struct.pack(">Q", len(data)) + data)
    finally:
        os._exit(0)


def _read(wire: socket.socket) -> Any:
    (length,) = struct.unpack(">Q", _exactly(wire, 8))
    return pickle.loads(_exactly(wire, length))


def _exactly(wire: socket.socket, count: int) -> bytearray:
    data = bytearray(count)
    view = memoryview(data)
    while view:
        taken = wire.recv_into(view)
        if not taken:
            raise EOFError
        view = view[taken:]
    return data


if __name__ == "__main__":
    program = Path(sys.argv[2])
    os.chdir(program.parent)
    try:
        code = main(program.read_text(encoding="utf-8"))
    except Exception:
        code = DIED
    os._exit(code)
