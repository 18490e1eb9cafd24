"""The wire between the trusted process and a student's: plain data, exact types, finite sizes.

A frame is `b"PLM1"`, the header's and the payload's length (two big-endian unsigned 64-bit numbers), a JSON header and the raw bytes of
its arrays. The header is `{"value": tree, "arrays": [[dtype, shape], ...]}`. In the tree, JSON's own null, booleans, numbers, strings and
arrays stand for themselves (arrays are lists); everything else is an object with one key:

    {"float": "nan" | "inf" | "-inf"}     {"tuple": [...]}       {"dict": [[key, value], ...]}
    {"tensor": index, "grad": bool}       {"array": index}       {"scalar": [dtype, number]}
    {"handle": [serial, kind, name, options]}                    {"remote": [id, type name]}

Decoding trusts nothing: lengths are checked before memory is taken, nothing is unpickled or evaluated, and whatever does not follow the
grammar to the letter is a `WireError`.
"""

from __future__ import annotations

import json
import math
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from autograder.models.handles import Handle
from autograder.sandbox.frame import LIMITS, MAGIC, PREFIX, WireError, WireLimits, frame_lengths

DTYPES: dict[str, torch.dtype] = {
    "bool": torch.bool,
    "uint8": torch.uint8,
    "int8": torch.int8,
    "int16": torch.int16,
    "int32": torch.int32,
    "int64": torch.int64,
    "float16": torch.float16,
    "bfloat16": torch.bfloat16,
    "float32": torch.float32,
    "float64": torch.float64,
}
_NAMES = {dtype: name for name, dtype in DTYPES.items()}
_SPECIAL_FLOATS = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


class NotPlain(WireError):
    """A value whose type is not plain data."""


@dataclass(frozen=True)
class RemoteRef:
    """An object that stays on the student's side: its number there and its type's name."""

    id: int
    type: str


OnHandle = Callable[[int, str, str, dict[str, Any]], Any]
OnRemote = Callable[[int, str], Any]


class Encoder:
    """Turns one value into a frame.

    Args:
        serial: numbers handles, the same number for the same handle.
        limits: what a frame may hold.
    """

    def __init__(self, serial: Callable[[Handle], int] | None = None, limits: WireLimits = LIMITS) -> None:
        self._serial = serial
        self._limits = limits
        self._arrays: list[tuple[str, tuple[int, ...], bytes]] = []
        self._nodes = 0

    def frame(self, value: Any) -> bytes:
        """The value's frame.

        Raises:
            WireError: if the value is not plain data or is too large.
        """
        tree = self._tree(value, 0)
        arrays = [[dtype, list(shape)] for dtype, shape, _ in self._arrays]
        header = json.dumps({"value": tree, "arrays": arrays}, ensure_ascii=True, allow_nan=False).encode()
        payload = b"".join(data for _, _, data in self._arrays)
        if len(header) > self._limits.header_bytes or len(payload) > self._limits.payload_bytes:
            raise WireError("the value is too large to be sent")
        return PREFIX.pack(MAGIC, len(header), len(payload)) + header + payload

    def _tree(self, value: Any, depth: int) -> Any:
        self._nodes += 1
        if depth > self._limits.depth or self._nodes > self._limits.nodes:
            raise WireError("the value is nested too deeply or has too many parts")
        encode = _ENCODERS.get(type(value))
        if encode is None:
            return self._other(value, depth)
        return encode(self, value, depth)

    def _other(self, value: Any, depth: int) -> Any:
        if isinstance(value, np.generic):
            return {"scalar": [value.dtype.name, self._number(value.item())]}
        is_batch = isinstance(value, Mapping) and type(value).__name__ == "BatchEncoding"
        if is_batch or type(value) in (OrderedDict, defaultdict, Counter):
            return self._dict(dict(value), depth)
        if isinstance(value, tuple) and hasattr(type(value), "_fields"):  # a named tuple
            return self._tuple(tuple(value), depth)
        raise NotPlain(f"a value of type {type(value).__name__} is not plain data")

    def _number(self, value: Any) -> Any:
        if type(value) is float:
            return self._float(value, 0)
        if type(value) in (int, bool):
            return value
        raise NotPlain(f"a NumPy scalar of type {type(value).__name__} is not plain data")

    def _plain(self, value: Any, depth: int) -> Any:
        return value

    def _string(self, value: str, depth: int) -> Any:
        if len(value) > self._limits.header_bytes:
            raise WireError("a string is too long to be sent")
        return value

    def _integer(self, value: int, depth: int) -> Any:
        if value.bit_length() > self._limits.integer_bits:
            raise WireError(f"an integer of {value.bit_length()} bits is too large")
        return value

    def _float(self, value: float, depth: int) -> Any:
        value = float(value)
        if math.isfinite(value):
            return value
        return {"float": "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"}

    def _list(self, value: list[Any], depth: int) -> Any:
        return [self._tree(item, depth + 1) for item in value]

    def _tuple(self, value: tuple[Any, ...], depth: int) -> Any:
        return {"tuple": [self._tree(item, depth + 1) for item in value]}

    def _dict(self, value: dict[Any, Any], depth: int) -> Any:
        return {"dict": [[self._tree(k, depth + 1), self._tree(v, depth + 1)] for k, v in value.items()]}

    def _tensor(self, value: torch.Tensor, depth: int) -> Any:
        if value.layout is not torch.strided or value.dtype not in _NAMES:
            raise NotPlain(f"a tensor of dtype {value.dtype} and layout {value.layout} is not plain data")
        try:
            self._must_fit(value.numel() * value.element_size())
            data, shape = numbers_of(value).tobytes(), tuple(value.shape)
        except RuntimeError:  # on the meta device, nested, ...
            raise NotPlain("a tensor without numbers of its own is not plain data") from None
        return {"tensor": self._array(_NAMES[value.dtype], shape, data), "grad": value.requires_grad}

    def _ndarray(self, value: np.ndarray[Any, Any], depth: int) -> Any:
        if value.dtype.name not in DTYPES:
            raise NotPlain(f"an array of dtype {value.dtype} is not plain data")
        self._must_fit(value.nbytes)
        little = np.ascontiguousarray(value, dtype=value.dtype.newbyteorder("<"))
        return {"array": self._array(value.dtype.name, value.shape, little.tobytes())}

    def _array(self, dtype: str, shape: tuple[int, ...], data: bytes) -> int:
        self._arrays.append((dtype, shape, data))
        return len(self._arrays) - 1

    def _must_fit(self, more: int) -> None:
        """Before anything is copied: what one number was expanded to may be larger than the memory."""
        if sum(len(data) for _, _, data in self._arrays) + more > self._limits.payload_bytes:
            raise WireError("the arrays are too large to be sent")

    def _handle(self, value: Handle, depth: int) -> Any:
        if self._serial is None:
            raise NotPlain("a handle cannot be sent this way")
        options = self._tree(value.options, depth + 1)
        return {"handle": [self._serial(value), value.kind, value.name, options]}

    def _remote(self, value: RemoteRef, depth: int) -> Any:
        return {"remote": [value.id, value.type]}


_ENCODERS: dict[type, Callable[[Encoder, Any, int], Any]] = {
    type(None): Encoder._plain,
    bool: Encoder._plain,
    int: Encoder._integer,
    float: Encoder._float,
    np.float64: Encoder._float,
    str: Encoder._string,
    list: Encoder._list,
    tuple: Encoder._tuple,
    dict: Encoder._dict,
    torch.Tensor: Encoder._tensor,
    torch.nn.Parameter: Encoder._tensor,
    np.ndarray: Encoder._ndarray,
    Handle: Encoder._handle,
    RemoteRef: Encoder._remote,
}


def numbers_of(tensor: torch.Tensor) -> np.ndarray[Any, Any]:
    """A tensor's numbers, one after another in memory; `bfloat16`, which NumPy lacks, as whole numbers of the same bits.

    Not by a view as bytes: torch refuses that where a last dimension of one element has another stride than 1, as in `x[:, 3]` of one row.

    Raises:
        RuntimeError: if it has none, on the meta device for instance.
    """
    plain = tensor.detach().cpu().resolve_neg()
    return np.ascontiguousarray((plain.view(torch.int16) if plain.dtype is torch.bfloat16 else plain).numpy())


class Decoder:
    """Turns one frame back into a value.

    Args:
        on_handle: builds what a handle names; without it a handle is an error.
        on_remote: makes the stand-in for an object that stayed on the other side; without it a remote is an error.
        limits: what a frame may hold.
    """

    def __init__(
        self, on_handle: OnHandle | None = None, on_remote: OnRemote | None = None, limits: WireLimits = LIMITS
    ) -> None:
        self._on_handle = on_handle
        self._on_remote = on_remote
        self._limits = limits
        self._nodes = 0
        self._arrays: list[tuple[str, tuple[int, ...], memoryview]] = []

    def value(self, frame: bytes) -> Any:
        """The frame's value.

        Raises:
            WireError: if the frame does not follow the grammar.
        """
        header_length, payload_length = frame_lengths(frame[: PREFIX.size], self._limits)
        body = memoryview(frame)[PREFIX.size :]
        if len(body) != header_length + payload_length:
            raise WireError("the frame's lengths do not add up")
        try:
            header = json.loads(bytes(body[:header_length]), parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise WireError(f"the header is not JSON ({error})") from None
        if type(header) is not dict or set(header) != {"value", "arrays"}:
            raise WireError("the header is incomplete")
        self._arrays = self._split(header["arrays"], body[header_length:])
        return self._value(header["value"], 0)

    def _split(self, entries: Any, payload: memoryview) -> list[tuple[str, tuple[int, ...], memoryview]]:
        if type(entries) is not list or len(entries) > self._limits.nodes:
            raise WireError("the list of arrays is no list")
        arrays, start = [], 0
        for entry in entries:
            dtype, shape, size = self._extent(entry)
            arrays.append((dtype, shape, payload[start : start + size]))
            start += size
            if start > len(payload):
                raise WireError("the arrays are longer than the payload")
        if start != len(payload):
            raise WireError("the payload is longer than its arrays")
        return arrays

    def _extent(self, entry: Any) -> tuple[str, tuple[int, ...], int]:
        if type(entry) is not list or len(entry) != 2 or type(entry[0]) is not str or type(entry[1]) is not list:
            raise WireError("an array's entry is malformed")
        dtype, shape = entry
        if dtype not in DTYPES or len(shape) > self._limits.dimensions:
            raise WireError("an array's dtype or number of dimensions is not allowed")
        if any(type(length) is not int or not 0 <= length <= self._limits.payload_bytes for length in shape):
            raise WireError("an array's shape is malformed")
        return dtype, tuple(shape), math.prod(shape) * DTYPES[dtype].itemsize

    def _value(self, tree: Any, depth: int) -> Any:
        self._nodes += 1
        if depth > self._limits.depth or self._nodes > self._limits.nodes:
            raise WireError("the value is nested too deeply or has too many parts")
        if tree is None or type(tree) in (bool, float, str):
            return tree
        if type(tree) is int:
            return self._bounded(tree)
        if type(tree) is list:
            return [self._value(item, depth + 1) for item in tree]
        return self._tagged(tree, depth)

    def _bounded(self, number: int) -> int:
        if number.bit_length() > self._limits.integer_bits:
            raise WireError("an integer is too large")
        return number

    def _tagged(self, tree: dict[str, Any], depth: int) -> Any:
        tag = next(iter(tree), None)
        if tag not in _DECODERS or set(tree) != ({"tensor", "grad"} if tag == "tensor" else {tag}):
            raise WireError("a value has an unknown form")
        return _DECODERS[tag](self, tree, depth)

    def _float(self, tree: dict[str, Any], depth: int) -> float:
        if type(tree["float"]) is not str or tree["float"] not in _SPECIAL_FLOATS:
            raise WireError("a float is malformed")
        return _SPECIAL_FLOATS[tree["float"]]

    def _items(self, items: Any, depth: int) -> list[Any]:
        if type(items) is not list:
            raise WireError("a sequence is malformed")
        return [self._value(item, depth + 1) for item in items]

    def _tuple(self, tree: dict[str, Any], depth: int) -> tuple[Any, ...]:
        return tuple(self._items(tree["tuple"], depth))

    def _dict(self, tree: dict[str, Any], depth: int) -> dict[Any, Any]:
        if type(tree["dict"]) is not list:
            raise WireError("a dict is malformed")
        result: dict[Any, Any] = {}
        for pair in tree["dict"]:
            if type(pair) is not list or len(pair) != 2:
                raise WireError("a dict's entry is malformed")
            key = self._value(pair[0], depth + 1)
            result[_hashable(key)] = self._value(pair[1], depth + 1)
        return result

    def _raw(self, index: Any) -> tuple[str, tuple[int, ...], memoryview]:
        if type(index) is not int or not 0 <= index < len(self._arrays):
            raise WireError("an array's number is out of range")
        return self._arrays[index]

    def _tensor(self, tree: dict[str, Any], depth: int) -> torch.Tensor:
        dtype, shape, data = self._raw(tree["tensor"])
        if type(tree["grad"]) is not bool:
            raise WireError("a tensor's entry is malformed")
        tensor = torch.empty(shape, dtype=DTYPES[dtype])
        if len(data):
            tensor = torch.frombuffer(bytearray(data), dtype=DTYPES[dtype]).reshape(shape)
        return tensor.requires_grad_() if tree["grad"] and tensor.is_floating_point() else tensor

    def _array(self, tree: dict[str, Any], depth: int) -> np.ndarray[Any, Any]:
        dtype, shape, data = self._raw(tree["array"])
        if dtype == "bfloat16":
            raise WireError("NumPy has no bfloat16")
        return np.frombuffer(bytearray(data), dtype=dtype).reshape(shape)

    def _scalar(self, tree: dict[str, Any], depth: int) -> np.generic:
        entry = tree["scalar"]
        if type(entry) is not list or len(entry) != 2 or type(entry[0]) is not str or entry[0] not in DTYPES:
            raise WireError("a scalar is malformed")
        number = self._value(entry[1], depth + 1)
        if type(number) not in (bool, int, float) or entry[0] == "bfloat16":
            raise WireError("a scalar is malformed")
        try:
            scalar: np.generic = np.dtype(entry[0]).type(number)
        except (OverflowError, ValueError):
            raise WireError("a scalar does not fit its type") from None
        return scalar

    def _handle(self, tree: dict[str, Any], depth: int) -> Any:
        entry = tree["handle"]
        if self._on_handle is None or type(entry) is not list or [type(part) for part in entry[:3]] != [int, str, str]:
            raise WireError("a handle is malformed or not welcome here")
        options = self._value(entry[3], depth + 1) if len(entry) == 4 else None
        if type(options) is not dict:
            raise WireError("a handle's options are malformed")
        return self._on_handle(entry[0], entry[1], entry[2], options)

    def _remote(self, tree: dict[str, Any], depth: int) -> Any:
        entry = tree["remote"]
        if self._on_remote is None or type(entry) is not list or [type(part) for part in entry] != [int, str]:
            raise WireError("a remote object is malformed or not welcome here")
        return self._on_remote(self._bounded(entry[0]), entry[1][:200])


def _no_constant(name: str) -> Any:
    raise WireError(f"{name} is not a number here")


def _hashable(key: Any) -> Any:
    try:
        hash(key)
    except TypeError:
        raise WireError("a dict's key is not hashable") from None
    if isinstance(key, torch.Tensor):
        raise WireError("a tensor cannot be a dict's key")
    return key


_DECODERS: dict[Any, Callable[[Decoder, dict[str, Any], int], Any]] = {
    "float": Decoder._float,
    "tuple": Decoder._tuple,
    "dict": Decoder._dict,
    "tensor": Decoder._tensor,
    "array": Decoder._array,
    "scalar": Decoder._scalar,
    "handle": Decoder._handle,
    "remote": Decoder._remote,
}
