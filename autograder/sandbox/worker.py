"""The student's side: loads their program and answers requests, one frame for one frame.

This runs where student code runs and is therefore believed in nothing: whatever comes back is judged as data by the trusted side.
The same class serves in-process (reference, self-check in a notebook) and behind the fork server.

Requests are dicts with `op`:

    load    {"chunks": [{"cell", "source", "label", "first_line"}], "definitions_only": bool}
    call    {"target": name, "args", "kwargs"}
    grad    {"target": name, "args", "kwargs", "wrt": [positions]}    value and gradients, by backward on the student's side
    remote  {"target": id, "method": one of REMOTE_METHODS, "args", "kwargs"}
    fresh   {}    forget built objects and remotes, folders with what is in them: a new check begins

The answer is `{"ok": value, "effects": ...}` or `{"error": {...}, "effects": ...}`.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import linecache
import random
import shutil
import sys
import time
import traceback
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np
import torch
import xxhash

from autograder.models.build import build
from autograder.sandbox.frame import WireError
from autograder.sandbox.timers import TimeLimit, time_limit
from autograder.sandbox.wire import Decoder, Encoder, NotPlain, RemoteRef, numbers_of

_DEFINITIONS = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Import,
    ast.ImportFrom,
    ast.Assign,
    ast.AnnAssign,
)
_FUTURES = {name: getattr(__future__, name).compiler_flag for name in __future__.all_feature_names}


class Worker:
    """One student's program and the objects that were built for it.

    Args:
        call_seconds: the most that one call may take; None for no limit.
        load_seconds: the most that loading may take.
        module: the program's module name.
        seed: of the global random states, set before the program is loaded and before each check, so that a program which draws
            from them is graded alike every time; None leaves them alone (where they are someone else's, too).
    """

    def __init__(
        self,
        call_seconds: float | None = None,
        load_seconds: float | None = None,
        module: str = "student",
        seed: int | None = None,
    ) -> None:
        self._call_seconds = call_seconds
        self._load_seconds = load_seconds
        self._seed = seed
        self._module = types.ModuleType(module)
        self._built: dict[int, Any] = {}
        self._folders: list[str] = []
        self._remotes: dict[int, Any] = {}

    def answer(self, frame: bytes) -> bytes:
        """Answer one request frame with one frame; never raises for anything that student code does."""
        try:
            request = Decoder(self._handle, lambda number, _: self._remotes[number]).value(frame)
            operation = getattr(self, f"_op_{request['op']}")
            response = operation(request)
        except WireError as error:
            response = {"error": {"type": "WireError", "message": str(error), "names": [], "trace": []}, "effects": {}}
        return Encoder().frame(response)

    def forget(self) -> None:
        """Forget built objects and remotes, folders with what is in them: a new check begins."""
        for folder in self._folders:
            with suppress(RecursionError):  # of a tree too deep to be walked
                shutil.rmtree(folder, ignore_errors=True)
        self._folders.clear()
        self._built.clear()
        self._remotes.clear()

    def _op_fresh(self, request: dict[str, Any]) -> dict[str, Any]:
        self.forget()
        self._seed_global_states()
        return {"ok": None, "effects": {}}

    def _seed_global_states(self) -> None:
        if self._seed is not None:
            random.seed(self._seed)
            np.random.seed(self._seed)
            # Not torch.manual_seed: it formats the call stack for accelerators that are not here, and keeps it.
            torch.default_generator.manual_seed(self._seed)

    def _op_load(self, request: dict[str, Any]) -> dict[str, Any]:
        self._seed_global_states()
        sys.modules[self._module.__name__] = self._module
        self._module.__dict__.setdefault("get_ipython", lambda: _NoIPython())
        self._module.__dict__.setdefault("display", lambda *values, **options: None)
        sys.modules.setdefault("autograder.cell", _no_self_check())
        loader = _Loader(self._module.__dict__)
        error = None
        try:
            with time_limit(self._load_seconds):
                loader.run(request["chunks"], request["definitions_only"])
        except BaseException as caught:
            error = describe(caught)
        names = sorted(name for name in self._module.__dict__ if type(name) is str and not name.startswith("__"))
        return {"ok": {"errors": loader.errors, "defined": names[:1000], "stopped": error}, "effects": {}}

    def load(self, chunks: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Load a program in this process; the errors of its top-level code."""
        errors: list[dict[str, Any]] = self._op_load({"chunks": chunks, "definitions_only": False})["ok"]["errors"]
        return errors

    def adopt(self, namespace: dict[str, Any]) -> None:
        """Serve functions that already exist, such as those of a running notebook, instead of loading a program."""
        self._module.__dict__.update(namespace)

    def _op_call(self, request: dict[str, Any]) -> dict[str, Any]:
        target = self._module.__dict__.get(request["target"])
        if target is None:
            return {"error": _plain_error("Missing", request["target"]), "effects": {}}
        return self._run(target, request)

    def _op_grad(self, request: dict[str, Any]) -> dict[str, Any]:
        target = self._module.__dict__.get(request["target"])
        if target is None:
            return {"error": _plain_error("Missing", request["target"]), "effects": {}}
        inputs = [request["args"][position].requires_grad_() for position in request["wrt"]]

        def value_and_gradients(*args: Any, **kwargs: Any) -> tuple[Any, list[Any]]:
            value = target(*args, **kwargs)
            gradients = torch.autograd.grad(value, inputs, allow_unused=True)
            return value.detach(), list(gradients)

        return self._run(value_and_gradients, request)

    def _op_remote(self, request: dict[str, Any]) -> dict[str, Any]:
        obj = self._remotes.get(request["target"])
        method = REMOTE_METHODS.get(request["method"])
        if obj is None or method is None:
            return {"error": _plain_error("Missing", str(request["target"])), "effects": {}}
        return self._run(lambda *args, **kwargs: method(obj, *args, **kwargs), request)

    def _run(self, function: Callable[..., Any], request: dict[str, Any]) -> dict[str, Any]:
        args, kwargs = request["args"], request["kwargs"]
        with _effects(args, kwargs) as effects:
            try:
                with time_limit(self._call_seconds):
                    value = function(*args, **kwargs)
            except BaseException as error:
                return {"error": describe(error), "effects": effects}
        return {"ok": self._sendable(value), "effects": effects}

    def _sendable(self, value: Any) -> Any:
        """Plain data as it is, anything else as a remote object."""
        try:
            Encoder().frame(value)
        except NotPlain as error:
            if isinstance(value, list | tuple | dict | set | frozenset | np.generic):
                return {"not_plain": str(error)}
            number = len(self._remotes) + 1
            self._remotes[number] = value
            return {"value": RemoteRef(number, type_name(value))}
        except WireError as error:
            return {"not_plain": str(error)}
        return {"value": value}

    def _handle(self, serial: int, kind: str, name: str, options: dict[str, Any]) -> Any:
        if serial not in self._built:
            self._built[serial] = build(kind, name, options)
            if kind == "folder":
                self._folders.append(self._built[serial])
        return self._built[serial]


class _Loader:
    """Runs a program statement by statement, so that one that fails does not take the rest with it."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        self._namespace = namespace
        self._flags = 0
        self.errors: list[dict[str, Any]] = []

    def run(self, chunks: list[dict[str, Any]], definitions_only: bool = False) -> None:
        """Run all chunks; statements that lacked a name are tried once more at the end, since cells get moved."""
        waiting = []
        for chunk in chunks:
            for label, node in self._statements(chunk):
                if definitions_only and not isinstance(node, _DEFINITIONS):
                    continue
                if isinstance(failure := self._execute(label, node), NameError):
                    waiting.append((chunk["cell"], label, node))
                elif failure is not None:
                    self._note(chunk["cell"], failure)
        for cell, label, node in waiting:
            if (failure := self._execute(label, node)) is not None:
                self._note(cell, failure)

    def _statements(self, chunk: dict[str, Any]) -> Iterator[tuple[str, ast.stmt]]:
        label = f"<{chunk['label']}>"
        source = "\n" * max(0, chunk["first_line"] - 1) + chunk["source"]
        linecache.cache[label] = (len(source), None, [f"{line}\n" for line in source.split("\n")], label)
        try:
            tree = compile(source, label, "exec", ast.PyCF_ONLY_AST | self._flags, dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            self._note(chunk["cell"], error)
            return
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module == "__future__":
                self._flags |= sum(_FUTURES.get(alias.name, 0) for alias in node.names)
            else:
                yield label, node

    def _execute(self, label: str, node: ast.stmt) -> BaseException | None:
        try:
            module = ast.Module(body=[node], type_ignores=[])
            exec(compile(module, label, "exec", self._flags, dont_inherit=True), self._namespace)
        except TimeLimit:
            raise
        except BaseException as error:
            return error
        return None

    def _note(self, cell: str, error: BaseException) -> None:
        if len(self.errors) < 100:
            self.errors.append({"cell": cell, **describe(error)})


def _no_self_check() -> types.ModuleType:
    """Stands in for the notebook's self-check, which a copied check cell may call: it has no place here and does nothing."""
    module = types.ModuleType("autograder.cell")
    module.check_cell = lambda *args, **kwargs: 0.0  # type: ignore[attr-defined]
    return module


class _NoIPython:
    """Stands in for `get_ipython()`: every magic does nothing."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *args, **kwargs: None


def type_name(value: Any) -> str:
    """A type's module and name, and those of its bases, most derived first."""
    return " ".join(f"{cls.__module__}.{cls.__qualname__}" for cls in type(value).__mro__)[:2000]


def describe(error: BaseException) -> dict[str, Any]:
    """An exception as plain data: its type and bases, its message, and the lines of the student's own code it went through."""
    names = [cls.__name__ for cls in type(error).__mro__]
    try:
        message = str(error)[:2000]
    except BaseException:
        message = ""
    return {"type": names[0], "names": names, "message": message, "trace": _student_lines(error)}


def _plain_error(kind: str, message: str) -> dict[str, Any]:
    return {"type": kind, "names": [kind], "message": message, "trace": []}


def _student_lines(error: BaseException) -> list[list[Any]]:
    """Label and line of each of the student's own lines that an exception went through, innermost last."""
    if isinstance(error, SyntaxError):
        return [[str(error.filename).strip("<>"), error.lineno or 0]]
    try:
        frames = traceback.extract_tb(error.__traceback__)
    except BaseException:
        return []
    return [[f.filename.strip("<>"), f.lineno or 0] for f in frames if f.filename.startswith("<")][-6:]


@contextmanager
def _effects(args: Any, kwargs: Any) -> Iterator[dict[str, Any]]:
    """Fills a dict, at the end, with what a call changed outside: arguments, models, random states; and its seconds."""
    effects: dict[str, Any] = {}
    before = _states(args, kwargs)
    start = time.perf_counter()
    try:
        yield effects
    finally:
        effects["seconds"] = time.perf_counter() - start
        after = _states(args, kwargs)
        effects["changed"] = [name for name in before if before[name] != after.get(name)]


def _states(args: Any, kwargs: Any) -> dict[str, str]:
    states = {
        "rng.torch": _digest(torch.get_rng_state().numpy().tobytes()),
        "rng.numpy": _numpy_state(),
        "rng.python": str(hash(random.getstate())),
        "grad_mode": str(torch.is_grad_enabled()),
        "dtype": str(torch.get_default_dtype()),
    }
    named = [*enumerate(args), *kwargs.items()]
    for name, value in named:
        for aspect, state in _value_states(value).items():
            states[f"argument.{name}.{aspect}"] = state
    return states


def _numpy_state() -> str:
    name, keys, position, has_gauss, cached = np.random.get_state(legacy=True)
    return f"{name} {hash(np.asarray(keys).tobytes())} {position} {has_gauss} {cached}"


def _value_states(value: Any) -> dict[str, str]:
    if isinstance(value, torch.nn.Module):
        return _module_states(value)
    try:
        return {"value": _digest(Encoder().frame(value))}
    except WireError:
        return {}


def _module_states(model: torch.nn.Module) -> dict[str, str]:
    modes, grads, flags = [], [], []
    weights = (
        xxhash.xxh3_128()
    )  # forty times as fast as hashlib's; who would deceive it can deceive this process anyway
    for part in _parts(model):
        modes.append("t" if part.training else "e")
        for parameter in part._parameters.values():
            if parameter is not None:
                weights.update(numbers_of(parameter).data)
                grads.append("-" if parameter.grad is None else "g")
                flags.append("r" if parameter.requires_grad else "-")
    return {
        "mode": "".join(modes),
        "weights": weights.hexdigest(),
        "gradients": "".join(grads),
        "requires_grad": "".join(flags),
    }


def _parts(module: torch.nn.Module) -> Iterator[torch.nn.Module]:
    """A module and all within it, each once; `modules()` builds every part's name on its way, which takes ten times as long."""
    seen: set[int] = set()
    waiting = [module]
    while waiting:
        part = waiting.pop()
        if id(part) not in seen:
            seen.add(id(part))
            yield part
            waiting += [inner for inner in part._modules.values() if inner is not None]


def _digest(data: bytes) -> str:
    return xxhash.xxh3_128_hexdigest(data)


def _remote_rows(obj: Any, *names: str) -> list[dict[str, Any]]:
    rows = [{key: row[key] for key in (names or row)} for row in obj]
    return [{k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in row.items()} for row in rows]


def _remote_attr(obj: Any, path: str) -> Any:
    for name in path.split("."):
        obj = getattr(obj, name)
    return obj


def _remote_state(obj: Any, prefix: str = "") -> dict[str, Any]:
    return {key: value for key, value in obj.state_dict().items() if key.startswith(prefix)}


def _remote_load(obj: Any, state: dict[str, Any]) -> None:
    obj.load_state_dict(state)


REMOTE_METHODS: dict[str, Callable[..., Any]] = {
    "call": lambda obj, *args, **kwargs: obj(*args, **kwargs),
    "state_dict": _remote_state,
    "load_state_dict": _remote_load,
    "attr": _remote_attr,
    "rows": _remote_rows,
    "length": lambda obj: builtins.len(obj),
    "item": lambda obj, key: obj[key],
    "eval": lambda obj: obj.eval() and None,
}
