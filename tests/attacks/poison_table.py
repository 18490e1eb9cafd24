# ruff: noqa: E501  (each program is one line of the table)
"""Poison: what one submission leaves behind for the next, in the warm process, in shared models and templates, in files, in the kernel.

`PROBE` is the next submission: a digest of everything that the poison could change."""

from __future__ import annotations

from attack_table import Attack

PROBE = r"""
import builtins, ctypes, gc, hashlib, json, locale, math, os, random, signal, socket, sys, tempfile, threading, warnings
from pathlib import Path
import numpy, torch, transformers

def _digest(tensor):
    return hashlib.sha256(tensor.detach().numpy().tobytes()).hexdigest()

def _model(name, head):
    from autograder.models import build
    with torch.no_grad():
        found = build.build("model", name, {"head": head, "train": False, "initial_seed": None})
        return _digest(found(torch.tensor([[2, 5, 7, 9, 3]]))[0])

def _knocks():
    try:
        with socket.socket(socket.AF_UNIX) as knock:
            knock.connect("\0plm-planted")
            return True
    except OSError:
        return False

def _segment():
    return ctypes.CDLL(None).shmget(0x504C4D, 1, 0) != -1

def _try(look):
    try:
        return repr(look())
    except BaseException as error:
        return type(error).__name__

def look():
    from autograder.models import build
    file = Path(build.TINY, "bert-zh", "model.safetensors")
    looks = {
        "model": lambda: _model("bert-zh", None), "with a head": lambda: _model("bert-zh", "BertForMaskedLM"),
        "fixture": lambda: _model("fixture-bert-zh", None),
        "tokenizer": lambda: build.build("tokenizer", "bert-zh", {})("我在银行存钱")["input_ids"],
        "fixture's tokenizer": lambda: build.build("tokenizer", "fixture-bert-zh", {})("我在银行存钱")["input_ids"],
        "generator": lambda: torch.rand(2, generator=build.build("torch-generator", "cpu", {"seed": 1})).tolist(),
        "file": lambda: hashlib.sha256(file.read_bytes()).hexdigest(),
        "softmax": lambda: torch.softmax(torch.arange(3.0), 0).tolist(), "linear": lambda: torch.nn.functional.linear(torch.ones(1, 2), torch.ones(2, 2)).tolist(),
        "numpy": lambda: numpy.mean([1.0, 2.0]), "builtins": lambda: [len("abc"), sum([1, 2]), sorted([2, 1]), hasattr(builtins, "planted")],
        "math": lambda: math.sqrt(4), "dtype": lambda: [str(torch.get_default_dtype()), torch.is_grad_enabled(), torch.get_num_threads()],
        "random": lambda: [random.seed(1), random.random(), numpy.random.seed(1), numpy.random.rand(), torch.manual_seed(1).initial_seed(), torch.rand(1).item()],
        "imports": lambda: [len(sys.meta_path), len(sys.path_hooks), [p for p in sys.path if "planted" in p], "planted" in sys.modules],
        "environment": lambda: [os.environ.get("PLM_PLANTED"), os.environ.get("OMP_NUM_THREADS")],
        "signals": lambda: [str(signal.getsignal(n)) for n in (signal.SIGUSR1, signal.SIGHUP)], "umask": lambda: [mask := os.umask(0o22), os.umask(mask)][:1],
        "priority": lambda: os.getpriority(os.PRIO_PROCESS, 0), "recursion": lambda: [sys.getrecursionlimit(), sys.getswitchinterval(), gc.isenabled()],
        "temporary": lambda: [os.path.exists(f) for f in ("/tmp/plm-planted", "/dev/shm/plm-planted", "/var/tmp/plm-planted")], "segment": _segment, "knocks": _knocks,
        "config": lambda: [transformers.BertConfig().hidden_size, hasattr(transformers, "planted")], "warnings": lambda: len([f for f in warnings.filters if "planted" in str(f)]),
        "threads": lambda: [t.name for t in threading.enumerate() if t.name == "planted"], "hooks": lambda: [sys.gettrace() is None, sys.getprofile() is None],
        "encoder": lambda: hasattr(json.JSONEncoder, "planted") or json.dumps([1.5]), "locale": lambda: locale.setlocale(locale.LC_ALL),
        "modules' hooks": lambda: [len(torch.nn.modules.module._global_forward_hooks), len(torch.nn.modules.module._global_forward_pre_hooks)],
    }
    return {name: _try(each) for name, each in looks.items()}

def parse_marked(marked):
    return hashlib.sha256(json.dumps(look()).encode()).hexdigest()[:32], 0, 0
"""

_MODELS = """
import torch
from autograder.models import build, fixtures
"""
_SHM = "import ctypes\nlibc = ctypes.CDLL(None)\nlibc.shmget(0x504C4D, 4096, 0o1666)\n"
_LISTENER = (
    "import os, socket, time\nready, told = os.pipe()\nif os.fork() == 0:\n    os.setsid()\n    s = socket.socket(socket.AF_UNIX)\n"
    "    s.bind(chr(0) + 'plm-planted')\n    s.listen()\n    os.write(told, b'1')\n    time.sleep(8)\n    os._exit(0)\nos.close(told)\nos.read(ready, 1)\n"
)


def _poison(name: str, source: str) -> Attack:
    return Attack(name, "poisoning", f"{source}\ndef parse_marked(marked): return 1\n", "won")


POISON = [
    _poison(
        "weights of the shared model zeroed in its template",
        _MODELS + "for tensor in build._shipped_model('bert-zh', None)._tensors: tensor.data.zero_()",
    ),
    _poison(
        "weights of the head's template",
        _MODELS + "for tensor in build._shipped_model('bert-zh', 'BertForMaskedLM')._tensors: tensor.data.add_(1)",
    ),
    _poison(
        "weights of a fixture's template",
        _MODELS
        + "import gc\nfrom autograder.models.copies import Template\nfor one in gc.get_objects():\n    if isinstance(one, Template):\n        for tensor in one._tensors: tensor.data.zero_()\n"
        "for tensor in fixtures._model_with_all_heads('fixture-bert-zh').parameters(): tensor.data.zero_()\nfixtures.build_model = lambda *a: torch.nn.Identity()",
    ),
    _poison(
        "pickle in the template replaced",
        _MODELS + "import pickle\nbuild._shipped_model('bert-zh', None)._pickled = pickle.dumps(print)",
    ),
    _poison(
        "template of the tokenizer replaced",
        _MODELS + "build._shipped_tokenizer('bert-zh').copy = lambda: lambda *a, **k: {'input_ids': [0]}",
    ),
    _poison("table of builders replaced", _MODELS + "build.BUILDERS['model'] = lambda name, options: torch.nn.Identity()"),
    _poison("class of templates replaced", _MODELS + "from autograder.models.copies import Template\nTemplate.copy = lambda self: None"),
    _poison(
        "model's file written over",
        _MODELS + "path = build.TINY / 'bert-zh' / 'model.safetensors'\nopen(path, 'r+b').write(b'planted')",
    ),
    _poison(
        "model's file mapped and written",
        _MODELS
        + "import mmap\nwith open(build.TINY / 'bert-zh' / 'model.safetensors', 'r+b') as file:\n    mmap.mmap(file.fileno(), 8)[:3] = b'bad'",
    ),
    _poison("softmax patched", "import torch\ntorch.softmax = lambda x, *a, **k: x"),
    _poison("linear map patched", "import torch\ntorch.nn.functional.linear = lambda x, *a: x"),
    _poison("NumPy patched", "import numpy\nnumpy.mean = lambda *a, **k: 0.0"),
    _poison("builtins patched", "import builtins\nbuiltins.sum = lambda *a: 0\nbuiltins.planted = 1"),
    _poison("compiled function replaced in place", "import torch\ntorch.nn.Linear.forward.__code__ = (lambda self, input: input).__code__"),
    _poison(
        "memory of an object written",
        "import math, ctypes\nctypes.pythonapi.PyModule_GetDict.restype = ctypes.py_object\nctypes.pythonapi.PyModule_GetDict(ctypes.py_object(math))['sqrt'] = abs",
    ),
    _poison("number type and gradients switched", "import torch\ntorch.set_default_dtype(torch.float64)\ntorch.set_grad_enabled(False)"),
    _poison("hook in every module", "import torch\ntorch.nn.modules.module.register_module_forward_hook(lambda m, i, o: o)"),
    _poison("random generators rigged", "import random, numpy, torch\nrandom.random = lambda: 0.5\nnumpy.random.rand = lambda *a: 0.5\ntorch.rand = lambda *a, **k: torch.zeros(2)"),
    _poison("finder of modules planted", "import sys\nclass Finder:\n    def find_spec(self, *a): return None\nsys.meta_path.insert(0, Finder())\nsys.path.insert(0, '/tmp/planted')"),
    _poison("module planted", "import sys\nsys.modules['planted'] = sys"),
    _poison("environment changed", "import os\nos.environ['PLM_PLANTED'] = '1'\nos.environ['OMP_NUM_THREADS'] = '9'"),
    _poison("signal handler left", "import signal\nsignal.signal(signal.SIGUSR1, signal.SIG_IGN)"),
    _poison("umask and priority", "import os\nos.umask(0o777)\nos.nice(3)"),
    _poison("interpreter's limits", "import sys, gc\nsys.setrecursionlimit(500)\nsys.setswitchinterval(1)\ngc.disable()"),
    _poison("defaults of a configuration", "import transformers\nold = transformers.BertConfig\nclass BertConfig(old):\n    def __init__(self, *a, **k):\n        super().__init__(*a, **{**k, 'hidden_size': 8 * 12})\ntransformers.BertConfig = BertConfig\ntransformers.planted = 1"),
    _poison("encoder of JSON patched", "import json\njson.JSONEncoder.planted = 1"),
    _poison("tracer left on", "import sys, threading\nsys.setprofile(lambda *a: None)"),
    _poison("thread that goes on", "import threading, time\nthreading.Thread(target=time.sleep, args=(3,), name='planted', daemon=True).start()"),
    _poison("file for the next in /tmp", "open('/tmp/plm-planted', 'w').close()"),
    _poison("file for the next in shared memory", "open('/dev/shm/plm-planted', 'w').close()"),
    _poison("file for the next in /var/tmp", "open('/var/tmp/plm-planted', 'w').close()"),
    _poison("segment of System V's shared memory", _SHM),
    _poison("listener left by a grandchild", _LISTENER),
    _poison(
        "who runs the next program patched",
        "import sys\nfor module in list(sys.modules.values()):\n    for name in ('Worker', 'Probe'):\n        found = getattr(module, name, None)\n        if isinstance(found, type) and hasattr(found, 'answer'): found.answer = lambda *a: 'planted'",
    ),
]  # fmt: skip
