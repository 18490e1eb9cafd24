"""Calls and values in one line, as Python would write them: for teaching assistants, and for students where nothing is secret."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from autograder.models.handles import Handle

_MOST_NUMBERS = 8
_MOST_CHARACTERS = 400


def shown_request(request: dict[str, Any]) -> str:
    """A request as a call in Python's own writing."""
    target = request["target"] if isinstance(request["target"], str) else "object"
    name = f"{target}.{request['method']}" if request["op"] == "remote" else target
    return f"{name}{_arguments(request)}"


def shown_call(request: dict[str, Any], made: dict[str, Any]) -> str:
    """What a student would type: a request to an object as a call of what `made` gave; where it only looks at it, `made` alone."""
    calls = [made] if made is request or request["method"] != "call" else [made, request]
    return f"{made['target']}{''.join(map(_arguments, calls))}"


def _arguments(request: dict[str, Any]) -> str:
    arguments = [shown(value) for value in request["args"]]
    arguments += [f"{key}={shown(value)}" for key, value in request["kwargs"].items()]
    return f"({', '.join(arguments)})"


def shown_response(response: dict[str, Any]) -> str:
    """What came of a call."""
    if "died" in response:
        return f"the process ended ({response['died']})"
    if "error" in response:
        return f"{response['error']['type']}: {shown(response['error']['message'])}"
    ok = response["ok"]
    return shown(ok["value"]) if "value" in ok else f"not plain data: {ok['not_plain']}"


def shown(value: Any) -> str:
    """A value in one line; long ones are cut."""
    if isinstance(value, torch.Tensor | np.ndarray):
        flat = torch.as_tensor(value).detach().reshape(-1)
        numbers = ", ".join(f"{number:.6g}" for number in flat[:_MOST_NUMBERS].tolist())
        more = ", …" if flat.numel() > _MOST_NUMBERS else ""
        return f"{type(value).__name__}{list(value.shape)} [{numbers}{more}]"
    if isinstance(value, Handle):
        options = ", ".join(f"{key}={option!r}" for key, option in value.options.items() if option not in (None, False))
        return f"<{value.kind} {value.name}{' ' + options if options else ''}>"
    if isinstance(value, dict):
        return _cut("{" + ", ".join(f"{shown(key)}: {shown(item)}" for key, item in value.items()) + "}")
    if isinstance(value, list | tuple):
        inside = ", ".join(shown(item) for item in value)
        return _cut(f"[{inside}]" if isinstance(value, list) else f"({inside})")
    if value is None or isinstance(value, str | int | float):
        return _cut(repr(value))
    return f"<{getattr(value, 'type', type(value).__name__)}>"


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else text[: _MOST_CHARACTERS - 1] + "…"
