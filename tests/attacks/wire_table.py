# ruff: noqa: E501  (each program is one line of the table)
"""Attacks on what reads the answers: forged, malformed, endless and late frames. Each program knows two wires, ours and that of
`naive_wire.py`, and sends on either what that one would obey."""

from __future__ import annotations

from attack_table import Attack

_TOOLS = """
import os, pickle, stat, struct, sys, time
OURS = "autograder.sandbox.worker" in sys.modules
def wires():
    for fd in range(3, 300):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode): yield fd
        except OSError: pass
def send(data):
    for fd in wires():
        try: os.write(fd, data)
        except OSError: pass
def naive(value):
    data = value if type(value) is bytes else pickle.dumps(value)
    return struct.pack(">Q", len(data)) + data
def raw(header, payload=b""):
    from autograder.sandbox.frame import MAGIC, PREFIX
    header = header if type(header) is bytes else __import__("json").dumps(header).encode()
    return PREFIX.pack(MAGIC, len(header), len(payload)) + header + payload
def ours(value):
    from autograder.sandbox.wire import Encoder
    return Encoder().frame(value)
class Runs:
    def __init__(self, *what): self.what = what
    def __reduce__(self): return self.what
"""


def _wire(name: str, body: str, control: str = "full") -> Attack:
    return Attack(name, "wire", _TOOLS + body, control, grader="naive_wire")


def _answer(name: str, our_frame: str, naive_frame: str, control: str, then: str = "return 1") -> Attack:
    """Sends a frame in place of the answer."""
    return _wire(
        f"{name}",
        f"def parse_marked(marked):\n    send({our_frame} if OURS else {naive_frame})\n    {then}\n",
        control,
    )


def _malformed(name: str, response: str) -> Attack:
    """Our frame, well-formed, whose content is no answer: an error of the student's, never one of the grader's."""
    return _answer(f"answer that {name}", f"ours({response})", "naive(b'no pickle')", "died")


def _loaded(name: str, response: str) -> Attack:
    """The same in place of the answer to loading."""
    return _wire(
        f"loading that {name}",
        f"send(ours({response}) if OURS else naive(b'no pickle'))\ndef parse_marked(marked): return 1\n",
        "died",
    )


WIRE = [
    _answer("verdict in place of an answer", "ours({'passed': True, 'points': 20})", "naive({'passed': True})", "full"),
    _answer(
        "verdict beside an answer",
        "ours({'ok': {'value': 1, 'passed': True}, 'effects': {}})",
        "naive({'value': 1, 'passed': True})",
        "full",
    ),
    _answer(
        "object equal to everything, by its name",
        "raw({'value': {'dict': [['ok', {'dict': [['value', {'remote': [1, 'unittest.mock.ANY']}]]}], ['effects', {'dict': []}]]}, 'arrays': []})",
        "naive(__import__('unittest.mock').mock.ANY)",
        "full",
    ),
    _answer(
        "pickle that ends the grader well", "pickle.dumps(Runs(os._exit, (0,)))", "naive(Runs(os._exit, (0,)))", "full"
    ),
    _answer(
        "pickle that writes a file",
        "pickle.dumps(Runs(open, ('{OUT}/pickled', 'w')))",
        "naive(Runs(os._exit, (len('won'),)))",
        "won",
    ),
    _answer(
        "model asked for in an answer",
        "raw({'value': {'handle': [0, 'folder', 'planted', {'dict': []}]}, 'arrays': []})",
        "naive(Runs(os.mkdir, ('/proc/planted',)))",
        "died",
    ),
    _answer(
        "length of an exabyte",
        "__import__('autograder.sandbox.frame').sandbox.frame.PREFIX.pack(__import__('autograder.sandbox.frame').sandbox.frame.MAGIC, 1 << 60, 1 << 60)",
        "struct.pack('>Q', 1 << 60)",
        "died",
    ),
    _answer(
        "array larger than the machine",
        "raw({'value': {'tensor': 0, 'grad': False}, 'arrays': [['float32', [2**40, 2**20]]]})",
        "naive(Runs(bytearray, (1 << 60,)))",
        "died",
    ),
    _answer("header nested a hundred thousand deep", "raw(b'[' * 100000)", "naive(b'(' * 100000)", "died"),
    _answer("number of a million digits", "raw(b'9' * 1000000)", "naive(b'I' + b'9' * 100000 + b'\\n.')", "died"),
    _answer("noise", "os.urandom(4096)", "naive(b'\\x00' + os.urandom(4096))", "died"),
    _answer(
        "slow drip",
        "raw(b'1' * 50)[:20]",
        "struct.pack('>Q', 1000)",
        "late",
        "while True:\n        time.sleep(0.2)\n        send(b'1')",
    ),
    _answer("half an answer", "ours([1] * 99)[:40]", "naive([1] * 99)[:40]", "late", "time.sleep(99)"),
    _answer(
        "answer without end", "raw(b'1')[:8]", "struct.pack('>Q', 1 << 33)", "late", "while True: send(b'1' * 65536)"
    ),
    _wire(
        "wire held open by a grandchild",
        "def parse_marked(marked):\n    if os.fork() == 0:\n        time.sleep(9)\n        os._exit(0)\n    os._exit(0)\n",
        "late",
    ),
    _wire(
        "answers sent before they are asked for",
        "right = ('我在银行存钱', 2, 4)\nif OURS: send(ours({'ok': {'errors': [], 'defined': [], 'stopped': None}, 'effects': {}}))\n"
        "for _ in range(40): send(ours({'ok': {'value': right}, 'effects': {}}) if OURS else naive(right))\ndef parse_marked(marked): return 1\n",
    ),
    _malformed("is a number", "5"),
    _malformed("has no value", "{'ok': {}, 'effects': {}}"),
    _malformed("has no effects", "{'ok': {'value': 1}}"),
    _malformed("has effects of another type", "{'ok': {'value': 1}, 'effects': {'changed': 7, 'seconds': 'long'}}"),
    _malformed("claims endless seconds", "{'ok': {'value': 1}, 'effects': {'changed': [], 'seconds': float('nan')}}"),
    _malformed("is an error without a type", "{'error': {}, 'effects': {}}"),
    _malformed(
        "is an error with numbers for names",
        "{'error': {'type': 5, 'names': 7, 'message': [], 'trace': 'x'}, 'effects': {}}",
    ),
    _malformed(
        "is an error with a line that is none",
        "{'error': {'type': 'E', 'names': ['E'], 'message': 'm', 'trace': [['hostile.py', 1e300], ['x', -1], [1]]}, 'effects': {}}",
    ),
    _malformed(
        "is an error of the grader's",
        "{'error': {'type': 'HarnessError', 'names': ['HarnessError', 'RuntimeError'], 'message': 'm', 'trace': []}, 'effects': {}}",
    ),
    _loaded("is a number", "5"),
    _loaded("never stopped", "{'ok': {'errors': [], 'defined': []}, 'effects': {}}"),
    _loaded(
        "has errors in no line",
        "{'ok': {'errors': [{'cell': 'c', 'type': 'E', 'message': 'm', 'trace': [['x', 'y']]}], 'stopped': None}, 'effects': {}}",
    ),
    _loaded(
        "has errors in an endless line",
        "{'ok': {'errors': [{'cell': 'c', 'type': 'E', 'message': 'm', 'trace': [['x', float('inf')]]}], 'stopped': None}, 'effects': {}}",
    ),
    _loaded("has errors of another type", "{'ok': {'errors': 7, 'stopped': None}, 'effects': {}}"),
]
