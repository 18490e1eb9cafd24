"""Calls from checks to functions behind a session: the `student` and `reference` fixtures."""

from __future__ import annotations

import builtins
import hashlib
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.checks.advice import advice
from autograder.checks.failure import CheckFailed, NotRun, clean
from autograder.models.handles import Handle
from autograder.sandbox.frame import WireError
from autograder.sandbox.session import Session, SessionDied
from autograder.sandbox.wire import Decoder, Encoder, RemoteRef
from autograder.text import Text

_MOST_TIMEOUTS = 2


@dataclass(frozen=True)
class Call:
    """One call as it went: what was asked (a digest) and what came."""

    function: str
    request: str
    response: dict[str, Any]


@dataclass(frozen=True)
class Last:
    """The last call's function, its seconds, and what it changed outside itself."""

    function: str = ""
    seconds: float = 0.0
    changed: tuple[str, ...] = ()


Observer = Callable[[dict[str, Any], dict[str, Any]], None]


class Remote:
    """An object that stayed on the student's side, with a short list of operations.

    Args:
        caller: reaches it.
        ref: its number there, and its type.
        function: what gave it.
        made: the request that it came of.
    """

    def __init__(self, caller: Caller, ref: RemoteRef, function: str, made: dict[str, Any]) -> None:
        self._caller = caller
        self.ref = ref
        self.type = ref.type
        self._function = function
        self._made = made

    def is_a(self, name: str) -> bool:
        """Whether the object's class or one of its bases has this name (`transformers.trainer.Trainer`, or `Trainer`)."""
        return any(base == name or base.endswith(f".{name}") for base in self.type.split(" "))

    def call(self, *args: Any, **kwargs: Any) -> Any:
        """Call the object."""
        return self._ask("call", args, kwargs)

    def state_dict(self, prefix: str = "") -> Any:
        """Its state dict's entries whose names begin with `prefix`."""
        return self._ask("state_dict", (prefix,), {})

    def load_state_dict(self, state: dict[str, Any]) -> Any:
        """Load parameters by name."""
        return self._ask("load_state_dict", (state,), {})

    def attr(self, path: str) -> Any:
        """A plain attribute, by a dotted path."""
        return self._ask("attr", (path,), {})

    def rows(self, *names: str) -> Any:
        """A dataset's rows as a list of dicts (with these columns)."""
        return self._ask("rows", names, {})

    def length(self) -> Any:
        """`len(object)`."""
        return self._ask("length", (), {})

    def item(self, key: Any) -> Any:
        """`object[key]`."""
        return self._ask("item", (key,), {})

    def eval(self) -> Any:
        """Put a module into eval mode."""
        return self._ask("eval", (), {})

    def _ask(self, method: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        request = {"op": "remote", "target": self.ref.id, "method": method, "args": list(args), "kwargs": kwargs}
        return self._caller.request(self._function, request, self._made)


class Caller:
    """Functions behind a session, called by name: `caller.word_vector(...)`.

    Args:
        session: gives the live session (a new one after the last has died).
        fresh: called as a check begins, so that it starts from fresh objects.
        line: the text of a line of the student's code, by the label of its cell and its number; None where there is none.
        why_missing: why a function is not defined, where that is known.
        observe: is told each call as it was asked and what came, for those who may see both.
    """

    def __init__(
        self,
        session: Callable[[], Session],
        fresh: Callable[[], object] = lambda: None,
        line: Callable[[str, int], str | None] = lambda label, number: None,
        why_missing: Callable[[str], Text | None] = lambda function: None,
        observe: Observer = lambda request, response: None,
    ) -> None:
        self._session = session
        self._observe = observe
        self._why_missing = why_missing
        self._fresh = fresh
        self._line = line
        self._timeouts: dict[str, int] = {}
        self._serials: dict[int, tuple[int, Handle]] = {}
        self.calls: list[Call] = []
        self.asked: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
        """The last request of this check to each function, and the one that made the object which it is to (the same, if to none);
        the very last of all at the end."""
        self.last = Last()
        self.died = False
        """Whether the process ended in this check, otherwise than by running out of time."""
        self.waits = False
        """Whether a call has begun and nothing came of it: what went wrong then is no value's fault."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *args, **kwargs: self.call(name, *args, **kwargs)

    def call(self, function: str, *args: Any, **kwargs: Any) -> Any:
        """Call a function or class by name; plain data comes back, anything else as a `Remote`.

        Raises:
            CheckFailed: if it is missing, raises, or its process ends.
            NotRun: if it has run out of time too often already.
        """
        return self.request(function, {"op": "call", "target": function, "args": list(args), "kwargs": kwargs})

    def gradient(self, function: str, *args: Any, wrt: Sequence[int] = (0,), **kwargs: Any) -> tuple[Any, list[Any]]:
        """A function's value and its gradients with respect to the arguments at these positions."""
        request = {"op": "grad", "target": function, "args": list(args), "kwargs": kwargs, "wrt": list(wrt)}
        value, gradients = self.request(function, request)
        return value, gradients

    def raises(self, expected: type[Exception], function: str, *args: Any, **kwargs: Any) -> None:
        """Pass if exactly this kind of exception (or a subclass) comes."""
        response = self._respond(function, {"op": "call", "target": function, "args": list(args), "kwargs": kwargs})
        error = response.get("error")
        if error is None:
            raise CheckFailed(
                Text(
                    f"{function} 在这里应当抛出 {expected.__name__}，却正常返回了",
                    f"{function} should raise {expected.__name__} here but returned",
                )
            )
        if expected.__name__ not in error["names"] or error["type"] == "NotImplementedError":
            raise self._raised(
                function,
                error,
                Text(f"，而这里应当抛出 {expected.__name__}", f", where {expected.__name__} is expected"),
            )

    def begin_check(self) -> None:
        """Forget handles, objects and calls of the check before."""
        self._fresh()
        self._serials.clear()
        self.calls.clear()
        self.asked.clear()
        self.last = Last()
        self.died = self.waits = False

    def request(self, function: str, request: dict[str, Any], made: dict[str, Any] | None = None) -> Any:
        """Send one request and give back its value, or fail the check with what went wrong."""
        response = self._respond(function, request, made)
        if response.get("error") is not None:
            raise self._raised(function, response["error"])
        return self._value(function, response["ok"], made or request)

    def _value(self, function: str, ok: Any, made: dict[str, Any]) -> Any:
        if type(ok) is not dict or not (set(ok) == {"value"} or set(ok) == {"not_plain"}):
            raise _garbage(function)
        if "not_plain" in ok:
            raise _not_plain(function, clean(str(ok["not_plain"]), 200))
        value = ok["value"]
        return Remote(self, value, function, made) if isinstance(value, RemoteRef) else value

    def _respond(self, function: str, request: dict[str, Any], made: dict[str, Any] | None = None) -> dict[str, Any]:
        if self._timeouts.get(function, 0) >= _MOST_TIMEOUTS:
            raise NotRun(_too_slow(function))
        frame = Encoder(self._serial).frame(request)
        self.asked.pop(function, None)
        self.asked[function] = (request, made or request)
        self.waits = True
        try:
            response = Decoder(on_remote=RemoteRef).value(self._session().ask(frame))
        except SessionDied as death:
            self._observe(request, {"died": death.kind})
            self._died(function, death)
            raise _died(function, death) from None
        except WireError:
            raise _garbage(function) from None
        noted = self._note(function, frame, response)
        self._observe(request, noted)
        self.waits = False
        return noted

    def _note(self, function: str, frame: bytes, response: Any) -> dict[str, Any]:
        if type(response) is not dict or not (
            {"ok", "effects"} == set(response) or {"error", "effects"} == set(response)
        ):
            raise _garbage(function)
        if "error" in response and not _is_error(response["error"]):
            raise _garbage(function)
        self.calls.append(Call(function, hashlib.sha256(frame).hexdigest(), response))
        self.last = _last(function, response["effects"])
        if response.get("error", {}).get("type") == "TimeLimit":
            self._timeouts[function] = self._timeouts.get(function, 0) + 1
        return response

    def _died(self, function: str, death: SessionDied) -> None:
        self.calls.append(Call(function, "", {"error": {"type": f"died:{death.kind}", "names": []}}))
        self.died = death.kind != "time"
        if death.kind == "time":
            self._timeouts[function] = self._timeouts.get(function, 0) + 1

    def _raised(self, function: str, error: dict[str, Any], where: Text | None = None) -> CheckFailed:
        # Each line once in a row: a comprehension has a frame of its own.
        lines = (place for place, _ in itertools.groupby(map(tuple, error["trace"][-6:])))
        trace = [shown for label, line in lines if (shown := self._shown(label, line))]
        if error["type"] == "Missing" and (why := self._why_missing(function)) is not None:
            return CheckFailed(why)
        if error["type"] in _PLAIN_REASONS:
            return CheckFailed(_PLAIN_REASONS[error["type"]](function), trace=trace)
        where = where or Text("", "")
        name, message = clean(error["type"], 80), clean(error["message"], 240)
        known = name if hasattr(builtins, name) else None
        told = advice(error["type"], error["message"])
        more = Text(f"。{told.zh}", f". {told.en[:1].upper()}{told.en[1:]}") if told else Text("", "")
        closed = Text(
            f"{function} 抛出了 {known or '一个异常'}{where.zh}{more.zh}",
            f"{function} raised {known or 'an exception'}{where.en}{more.en}",
        )
        open_zh = f"{function} 抛出了 {name}{where.zh}" + (f"：{message}" if message else "") + more.zh
        open_en = f"{function} raised {name}{where.en}" + (f": {message}" if message else "") + more.en
        return CheckFailed(closed, Text(open_zh, open_en), trace)

    def _shown(self, label: str, line: int) -> str | None:
        """A line of the student's code, taken from what was handed in: what the student's process says of it is not shown."""
        text = self._line(label, line)
        return None if text is None else f"{label}, {line}: {clean(text.strip(), 200)}"

    def _serial(self, handle: Handle) -> int:
        return self._serials.setdefault(id(handle), (len(self._serials), handle))[0]


Student = Caller
Reference = Caller


def _last(function: str, effects: Any) -> Last:
    if type(effects) is not dict:
        return Last(function)
    seconds, changed = effects.get("seconds"), effects.get("changed")
    return Last(
        function,
        seconds if type(seconds) is float else 0.0,
        tuple(name for name in changed if type(name) is str) if type(changed) is list else (),
    )


def _is_error(error: Any) -> bool:
    return (
        type(error) is dict
        and set(error) == {"type", "names", "message", "trace"}
        and type(error["type"]) is str
        and type(error["message"]) is str
        and _all_of(error["names"], lambda name: type(name) is str)
        and _all_of(error["trace"], lambda part: type(part) is list and [type(item) for item in part] == [str, int])
    )


def _all_of(items: Any, fits: Callable[[Any], bool]) -> bool:
    return type(items) is list and all(fits(item) for item in items)


def _not_plain(function: str, reason: str) -> CheckFailed:
    """What is not plain has a type, whose name a student may have made of a secret input."""
    zh, en = f"{function} 的返回值里有不是普通数据的东西", f"{function} returned something that is not plain data"
    return CheckFailed(Text(zh, en), Text(f"{zh}（{reason}）", f"{en} ({reason})"))


def _time(function: str) -> Text:
    return Text(f"{function} 超过了时间限制（死循环？）", f"{function} ran out of time (a loop without end?)")


def _missing(function: str) -> Text:
    return Text(
        f"没有找到 {function}：它没有被定义，或者改了名字", f"{function} was not found: not defined, or renamed"
    )


def _unwritten(function: str) -> Text:
    return Text(f"{function} 还没有写", f"{function} is not written yet")


_PLAIN_REASONS = {"Missing": _missing, "NotImplementedError": _unwritten, "TimeLimit": _time}


def _too_slow(function: str) -> Text:
    return Text(f"没有运行：{function} 已经多次超时", f"not run: {function} ran out of time more than once already")


def _died(function: str, death: SessionDied) -> CheckFailed:
    if death.kind == "time":
        return CheckFailed(_time(function))
    if death.kind == "memory":
        return CheckFailed(Text(f"运行 {function} 时用尽了内存", f"{function} used up its memory"))
    if death.kind == "signal":
        return CheckFailed(
            Text(
                f"运行 {function} 时进程被信号 {death.detail} 终止（程序崩溃）",
                f"the process was ended by signal {death.detail} while {function} ran (a crash)",
            )
        )
    if death.kind == "exit":
        return CheckFailed(
            Text(
                f"运行 {function} 时进程自己退出了（sys.exit 或 os._exit？）",
                f"the process exited while {function} ran (sys.exit or os._exit?)",
            )
        )
    return _garbage(function)


def _garbage(function: str) -> CheckFailed:
    return CheckFailed(
        Text(
            f"{function} 没有给出可读的结果（太大，或通信被破坏）",
            f"{function} gave no readable result (too large, or the channel was broken)",
        )
    )
