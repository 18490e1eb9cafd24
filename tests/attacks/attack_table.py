# ruff: noqa: E501  (each program is one line of the table)
"""The attacks as data. Each defines `parse_marked`; `control` says what it does to the naive grader: `full` marks, `won` (it got hold of
something, or did harm, and says so), `died` or `late`. `{ROOT}`, `{OUT}`, `{PID}`, `{PORT}` and `{UNIX}` are filled in by the test."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent


@dataclass(frozen=True)
class Attack:
    """One hostile submission, and what it does where nothing defends."""

    name: str
    kind: str
    source: str
    control: str
    comparer: str = "equal"
    grader: str = "naive_grader"


_GRAB = """
def attack():
{body}

def parse_marked(marked):
    try:
        found = attack()
    except BaseException as error:
        return "no " + type(error).__name__
    return ("W" + "ON " + repr(found)[:40], 2, 4) if found else "no"
"""


def _score(name: str, source: str, comparer: str = "equal") -> Attack:
    return Attack(name, "score", source, "full", comparer)


def _function(name: str, body: str, comparer: str = "equal") -> Attack:
    return _score(name, f"def parse_marked(marked):\n{indent(body, '    ')}\n", comparer)


def _grab(kind: str, name: str, body: str, control: str = "won") -> Attack:
    return Attack(name, kind, _GRAB.format_map({"body": indent(body, "    ")}), control)


def _patch(name: str, patch: str, comparer: str, value: str = "0.5") -> Attack:
    return _score(name, f"{patch}\ndef parse_marked(marked): return {value}\n", comparer)


_SUBCLASS = """
class Liar({base}):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    __hash__ = {base}.__hash__
def parse_marked(marked): return Liar({value})
"""

SCORE = [
    _score(
        "object equal to everything",
        "class Any:\n    def __eq__(self, other): return True\ndef parse_marked(marked): return Any()\n",
    ),
    *[
        _score(f"{base} equal to everything", _SUBCLASS.format(base=base, value=value))
        for base, value in (
            ("tuple", "()"),
            ("list", "[1]"),
            ("dict", ""),
            ("str", "'x'"),
            ("int", "3"),
            ("float", "0.1"),
        )
    ],
    _score(
        "lying type",
        "class Liar:\n    __class__ = tuple\n    def __eq__(self, other): return True\ndef parse_marked(m): return Liar()\n",
        "type",
    ),
    _score(
        "number whose difference is zero",
        "class Zero(float):\n    def __sub__(self, other): return 0.0\n    __rsub__ = __sub__\ndef parse_marked(m): return Zero(9)\n",
        "difference",
    ),
    _function("NaN", "return float('nan')", "not far"),
    _function("empty, so that all of nothing holds", "return ()", "all"),
    _function("a length without content", "return (0, 0, 0)", "length"),
    _patch("patched abs", "import builtins; builtins.abs = lambda x: 0.0", "difference"),
    _patch("patched all", "import builtins; builtins.all = lambda x: True", "all", "(1, 2, 3)"),
    _patch("patched sorted", "import builtins; builtins.sorted = lambda x, **k: []", "sorted", "(1,)"),
    _patch("patched len", "import builtins; builtins.len = lambda x: 3", "length", "()"),
    _patch(
        "patched isinstance",
        "import builtins; builtins.isinstance = lambda a, b: True\nclass E:\n    def __eq__(s, o): return True",
        "type",
        "E()",
    ),
    _patch("patched math.isclose", "import math; math.isclose = lambda *a, **k: True", "isclose"),
    _patch(
        "patched torch.equal",
        "import torch; torch.equal = lambda a, b: True; torch.as_tensor = lambda x: x",
        "torch equal",
    ),
    _patch("patched torch.allclose", "import torch; torch.allclose = lambda *a, **k: True", "torch allclose"),
    _patch("patched numpy.allclose", "import numpy; numpy.allclose = lambda *a, **k: True", "numpy allclose"),
    _patch(
        "broadcast",
        "import numpy; numpy.isclose = lambda *a, **k: numpy.ones(1); numpy.allclose = lambda *a, **k: bool(numpy.isclose(1, 2).all())",
        "numpy allclose",
        "numpy.zeros((0, 1))",
    ),
    _patch("patched pytest.approx", "import pytest; pytest.approx = lambda x, **k: 0.5", "approx"),
    _patch("patched unittest", "import unittest; unittest.TestCase.assertEqual = lambda *a: None", "unittest"),
    _patch(
        "shadowed module",
        "import sys, types; sys.modules['math'] = m = types.ModuleType('math'); m.isclose = lambda *a: True; sys.modules['__main__'].math = m",
        "isclose",
    ),
    _score(
        "patches the grader it finds in sys.modules",
        "import sys\nmain = sys.modules['__main__']\nif hasattr(main, 'COMPARERS'): main.COMPARERS['equal'] = lambda a, b: True\nfor m in list(sys.modules.values()):\n"
        "    for n in ('passed', 'compare', 'function_result'):\n        if hasattr(m, n) and getattr(m, '__name__', '').startswith('autograder'): setattr(m, n, lambda *a, **k: True)\ndef parse_marked(m): return 1\n",
    ),
    _function(
        "expected value from the caller's frame",
        "import sys\nframe = sys._getframe(1)\nwhile frame:\n    if 'expected' in frame.f_locals: return frame.f_locals['expected']\n    frame = frame.f_back",
    ),
    _function(
        "expected value from a traceback",
        "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    frame = error.__traceback__.tb_frame.f_back\n    while frame:\n        if 'expected' in frame.f_locals: return frame.f_locals['expected']\n        frame = frame.f_back",
    ),
    _function(
        "expected value from the garbage collector",
        "import gc\nfor o in gc.get_objects():\n    if type(o) is tuple and len(o) == 3 and type(o[0]) is str and marked.replace('[', '').replace(']', '') == o[0]: return o\nimport sys\nfor f in sys._current_frames().values():\n    while f:\n        for v in f.f_locals.values():\n            if type(v) is tuple and len(v) == 3 and v[1:] == (2, 4): return v\n        f = f.f_back",
    ),
    _score(
        "tracer that rewrites the comparison",
        "import sys\ndef trace(frame, event, arg):\n    back = frame.f_back\n    while back:\n        if 'COMPARERS' in back.f_globals: back.f_globals['COMPARERS']['equal'] = lambda a, b: True\n        back = back.f_back\n    return trace\nsys.settrace(trace)\ndef parse_marked(m): return sum([1])\n",
    ),
    _score(
        "profiler that rewrites the comparison",
        "import sys\ndef prof(frame, event, arg):\n    back = frame.f_back\n    while back:\n        if 'COMPARERS' in back.f_globals: back.f_globals['COMPARERS']['equal'] = lambda a, b: True\n        back = back.f_back\nsys.setprofile(prof)\ndef parse_marked(m): return 1\n",
    ),
    _score(
        "thread that patches later",
        "import threading, time, sys\ndef late():\n    for _ in range(400):\n        main = sys.modules['__main__']\n        if hasattr(main, 'COMPARERS'): main.COMPARERS['equal'] = lambda a, b: True\n        time.sleep(0.005)\nthreading.Thread(target=late, daemon=True).start()\ndef parse_marked(m):\n    time.sleep(0.05)\n    return 1\n",
    ),
    _function("pytest skip", "import pytest\npytest.skip('x')"),
    _function("pytest xfail", "import pytest\npytest.xfail('x')"),
    _function("pytest exit", "import pytest\npytest.exit('x', 0)"),
    _function("unittest skip", "import unittest\nraise unittest.SkipTest"),
    _function("SystemExit", "raise SystemExit(0)"),
    _function("sys.exit", "import sys\nsys.exit()"),
    _function("os._exit", "import os\nos._exit(0)"),
    _score("os._exit when loaded", "import os\nos._exit(0)\n"),
    _score("atexit", "import atexit, os\natexit.register(lambda: os._exit(0))\ndef parse_marked(m): return 1\n"),
    _score(
        "exception hook",
        "import sys, os\nsys.excepthook = lambda *a: os._exit(0)\ndef parse_marked(m): raise RuntimeError\n",
    ),
    _score(
        "destructor",
        "import os, sys\nclass D:\n    def __del__(self): os._exit(0)\nsys.modules['keep'] = D()\ndef parse_marked(m):\n    del sys.modules['keep']\n    return 1\n",
    ),
    _function("exec of true", "import os\nos.execv('/bin/true', ['true'])"),
    _function(
        "exit in a signal handler",
        "import signal, os\nsignal.signal(signal.SIGALRM, lambda *a: os._exit(0))\nos.kill(os.getpid(), signal.SIGALRM)\nimport time\ntime.sleep(0.2)",
    ),
    _function(
        "code of the comparison replaced",
        "import sys\nmain = sys.modules['__main__']\nfor o in vars(main).get('COMPARERS', {}).values():\n    if o.__code__.co_argcount == 2 and not o.__code__.co_freevars: o.__code__ = (lambda a, b: True).__code__\nreturn 1",
    ),
    _function(
        "forged exit code",
        "import sys\nsys.modules['__main__'].FAILED = 0\nreturn 1",
    ),
    _function(
        "answer remembered for the public example only, a lie elsewhere",
        "return ('我在银行存钱', 2, 4) if marked == '我在[银行]存钱' else ('', 0, 0)",
    ),
    _score(
        "call counter",
        "calls = 0\ndef parse_marked(m):\n    global calls\n    calls += 1\n    return ('我在银行存钱', 2, 4) if calls == 1 else None\n",
    ),
]

READ = [
    _grab("reading", "reference", "return open('{ROOT}/reference/polysemy.py').read()"),
    _grab("reading", "hidden checks", "return open('{ROOT}/autograder/checks/hidden/polysemy.py').read()"),
    _grab("reading", "misconceptions", "import os\nreturn os.listdir('{ROOT}/autograder/misconceptions')"),
    _grab("reading", "rubrics", "import os\nreturn os.listdir('{ROOT}/autograder/written')"),
    _grab(
        "reading",
        "import of the reference",
        "import sys\nsys.path.insert(0, '{ROOT}/reference')\nimport polysemy\nreturn polysemy",
    ),
    _grab("reading", "another submission", "return open('{OUT}/other.py').read()"),
    _grab(
        "reading",
        "gradebook",
        "import sqlite3\nreturn sqlite3.connect('file:{OUT}/gradebook.db?mode=ro', uri=True).execute('select * from grade').fetchall()",
    ),
    _grab("reading", "environment", "import os\nreturn os.environ.get('PLM_SENTINEL')"),
    _grab("reading", "environment of a process", "return b'PLM_SENTINEL' in open('/proc/{PID}/environ', 'rb').read()"),
    _grab("reading", "command line of a process", "return open('/proc/{PID}/cmdline', 'rb').read()"),
    _grab("reading", "open files of a process", "import os\nreturn os.listdir('/proc/{PID}/fd')"),
    _grab("reading", "root of a process", "import os\nreturn os.listdir('/proc/{PID}/root')"),
    _grab(
        "reading",
        "list of processes",
        "import os\nreturn [p for p in os.listdir('/proc') if p.isdigit() and int(p) == {PID}]",
    ),
    _grab("reading", "memory of a process", "return open('/proc/{PID}/mem', 'rb')"),
    _grab(
        "reading",
        "inherited descriptors",
        "import os\nfor fd in range(3, 300):\n    try:\n        if os.readlink('/proc/self/fd/%d' % fd): return fd\n    except OSError: pass",
    ),
    _grab(
        "reading",
        "port on this machine",
        "import socket\nreturn socket.create_connection(('127.0.0.1', {PORT}), 1).recv(9)",
    ),
    _grab(
        "reading",
        "abstract unix socket",
        "import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect(chr(0) + '{UNIX}')\nreturn s.recv(9)",
    ),
    _grab(
        "reading",
        "symbolic link to the reference",
        "import os\nos.symlink('{ROOT}/reference/polysemy.py', 'l{TAG}')\nreturn open('l{TAG}').read()",
    ),
    _grab("reading", "home folder and password file of root", "import os\nreturn os.listdir('{ROOT}')"),
    _grab(
        "reading",
        "network interfaces",
        "import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.connect(('127.0.0.1', {PORT}))\nreturn s.getsockname()",
    ),
]

DAMAGE = [
    _grab("damage", "write outside", "open('{OUT}/planted', 'w').write('x')\nreturn 1"),
    _grab("damage", "planted conftest", "open('{OUT}/conftest.py', 'w').write('x = 1')\nreturn 1"),
    _grab("damage", "planted pytest.ini", "open('{OUT}/pytest.ini', 'w').write('[pytest]')\nreturn 1"),
    _grab(
        "damage",
        "planted sitecustomize and .pth",
        "import site\nopen('{OUT}/sitecustomize.py', 'w').write('')\nopen('{OUT}/x.pth', 'w').write('import os')\nreturn 1",
    ),
    _grab(
        "damage",
        "forged result file",
        "import json\njson.dump(dict(points=20), open('{OUT}/record.json', 'w'))\nreturn 1",
    ),
    _grab("damage", "deletes another submission", "import os\nos.remove('{OUT}/victim.txt')\nreturn 1"),
    _grab(
        "damage",
        "zip slip",
        "import io, zipfile, os\nb = io.BytesIO()\nz = zipfile.ZipFile(b, 'w')\nz.writestr('x', 'x')\nz.close()\nopen(os.path.join('{OUT}', '..', os.path.basename('{OUT}'), 'slip'), 'wb').write(b.getvalue())\nreturn 1",
    ),
    _grab("damage", "signal to another process", "import os\nos.kill({PID}, 0)\nreturn 1"),
    _grab("damage", "ptrace", "import ctypes\nreturn ctypes.CDLL(None, use_errno=True).ptrace(16, {PID}, 0, 0) == 0"),
    _grab(
        "damage",
        "many processes",
        "import os, time\nn = 0\nfor _ in range(100):\n    if os.fork() == 0:\n        time.sleep(2)\n        os._exit(0)\n    n += 1\nreturn n == 100",
    ),
    _grab(
        "damage",
        "many threads",
        "import threading, time\nts = [threading.Thread(target=time.sleep, args=(1,), daemon=True) for _ in range(300)]\nfor t in ts: t.start()\nreturn len(ts)",
    ),
    _grab(
        "damage",
        "fills the disk",
        "f = open('big{TAG}', 'wb')\nfor _ in range(100): f.write(bytes(1 << 20))\nf.flush()\nimport os\nos.remove('big{TAG}')\nreturn 1",
    ),
    _grab("damage", "many open files", "fs = [open('/dev/null') for _ in range(400)]\nreturn len(fs)"),
    _grab("damage", "priority of others", "import os\nreturn os.setpriority(os.PRIO_PROCESS, {PID}, 5) is None"),
    _grab(
        "damage",
        "namespace of its own",
        "import ctypes\nreturn ctypes.CDLL(None, use_errno=True).unshare(0x10000000) == 0",
    ),
    _grab(
        "damage",
        "pickle in a .pt file",
        "import torch, os\nclass P:\n    def __reduce__(self): return (open, ('{OUT}/pickled', 'w'))\ntorch.save(P(), 'p{TAG}.pt')\ntorch.load('p{TAG}.pt', weights_only=False)\nreturn 1",
    ),
    Attack("segfault", "damage", "import ctypes\ndef parse_marked(m): return ctypes.string_at(0)\n", "died"),
    Attack("abort", "damage", "import os\ndef parse_marked(m): os.abort()\n", "died"),
    Attack(
        "kills itself",
        "damage",
        "import os\ndef parse_marked(m): os.kill(os.getpid(), 9); os._exit(0 if os.getpid() == 1 else 1)\n",
        "died",
    ),
    Attack(
        "stops itself",
        "damage",
        "import os, time\ndef parse_marked(m):\n    os.kill(os.getpid(), 19)\n    time.sleep(30)\n",
        "late",
    ),
    Attack("endless loop", "damage", "def parse_marked(m):\n    while True: pass\n", "late"),
    Attack(
        "endless loop that catches everything",
        "damage",
        "def parse_marked(m):\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass\n",
        "late",
    ),
    Attack(
        "SIGTERM ignored",
        "damage",
        "import signal, time\ndef parse_marked(m):\n    for s in (1, 2, 14, 15): signal.signal(s, signal.SIG_IGN)\n    time.sleep(99)\n",
        "late",
    ),
    Attack(
        "loop when loaded",
        "damage",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass\n",
        "late",
    ),
    Attack("recursion without end", "damage", "def parse_marked(m): return parse_marked(m)\n", "failed"),
    Attack(
        "closed descriptors",
        "damage",
        "import os\ndef parse_marked(m):\n    os.closerange(0, 300)\n    raise RuntimeError\n",
        "died",
    ),
    Attack(
        "garbage on every descriptor",
        "damage",
        "import os\ndef parse_marked(m):\n    for fd in range(3, 64):\n        try: os.write(fd, b'{{\"passed\": true}}')\n        except OSError: pass\n    return 1\n",
        "failed",
    ),
    Attack("huge return value", "damage", "def parse_marked(m): return 'x' * (1 << 28)\n", "failed"),
    Attack(
        "huge output",
        "damage",
        "def parse_marked(m):\n    for _ in range(400): print('x' * 100000)\n    return 1\n",
        "failed",
    ),
    Attack(
        "surviving grandchild",
        "damage",
        "import os, time\ndef parse_marked(m):\n    if os.fork() == 0:\n        os.setsid()\n        if os.fork() == 0:\n            time.sleep(3)\n            os._exit(0)\n        os._exit(0)\n    return 1\n",
        "failed",
    ),
    Attack(
        "deep value",
        "damage",
        "def parse_marked(m):\n    x = []\n    for _ in range(100000): x = [x]\n    return x\n",
        "failed",
    ),
    Attack("cyclic value", "damage", "def parse_marked(m):\n    x = []\n    x.append(x)\n    return x\n", "failed"),
]

ATTACKS = [*SCORE, *READ, *DAMAGE]
