"""Frames: what crosses comes out the same; what does not follow the grammar never does."""

from __future__ import annotations

import contextlib
import json
import math
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from transformers import BatchEncoding

from autograder.models import model
from autograder.sandbox.wire import MAGIC, PREFIX, Decoder, Encoder, NotPlain, RemoteRef, WireError, WireLimits


def there_and_back(value: Any) -> Any:
    return Decoder(on_remote=RemoteRef).value(Encoder().frame(value))


def frame_of(header: Any, payload: bytes = b"") -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return PREFIX.pack(MAGIC, len(text), len(payload)) + text + payload


PLAIN = [
    None,
    True,
    -(2**100),
    0.1,
    -math.inf,
    "银行\n\u2028",
    "\ud800",
    [1, [2.5, "x"]],
    (1, (2,), []),
    {"a": 1, 0.8: ("t",), (1, 2): None},
]


@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_plain_values_come_back_equal_and_of_the_same_type(value: Any) -> None:
    back = there_and_back(value)
    assert back == value
    assert type(back) is type(value)


def test_a_bool_stays_a_bool_and_an_int_an_int() -> None:
    assert [type(v) for v in there_and_back([True, 1, 1.0])] == [bool, int, float]


def test_nan_crosses() -> None:
    assert math.isnan(there_and_back(math.nan))


@pytest.mark.parametrize("dtype", [torch.bool, torch.int64, torch.uint8, torch.float16, torch.bfloat16, torch.float64])
def test_tensors_keep_dtype_shape_and_values(dtype: torch.dtype) -> None:
    tensor = torch.arange(6).reshape(2, 3).to(dtype)
    back = there_and_back(tensor)
    assert back.dtype is dtype
    assert torch.equal(back, tensor)


def test_a_strided_view_crosses_by_its_values() -> None:
    tensor = torch.arange(12.0).reshape(3, 4).t()[::2]
    assert torch.equal(there_and_back(tensor), tensor)


def test_scalars_and_empty_tensors_keep_their_shapes() -> None:
    assert there_and_back(torch.tensor(3.0)).shape == ()
    assert there_and_back(torch.empty(0, 5)).shape == (0, 5)


def test_whether_a_gradient_is_tracked_crosses() -> None:
    assert there_and_back(torch.ones(2, requires_grad=True)).requires_grad
    assert not there_and_back(torch.ones(2)).requires_grad


def test_numpy_arrays_stay_numpy_arrays() -> None:
    array = np.array([[1, 2], [3, 4]], dtype=">i4")
    back = there_and_back(array)
    assert isinstance(back, np.ndarray)
    assert back.tolist() == [[1, 2], [3, 4]]


def test_numpy_float64_counts_as_the_float_it_is_and_float32_does_not() -> None:
    assert type(there_and_back(np.float64(0.5))) is float
    assert type(there_and_back(np.float32(0.5))) is np.float32


class Liar(int):
    pass


@pytest.mark.parametrize("value", [Liar(3), {1, 2}, b"bytes", 1j, object(), lambda: 0, torch.ones(2).to_sparse()])
def test_other_types_do_not_cross(value: Any) -> None:
    with pytest.raises(NotPlain):
        Encoder().frame(value)


def test_a_list_inside_itself_is_refused() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(WireError, match="deep"):
        Encoder().frame(loop)


def test_limits_bind_when_encoding() -> None:
    small = WireLimits(header_bytes=200, payload_bytes=100, nodes=10, integer_bits=8)
    for value in (torch.zeros(1000), list(range(20)), 2**9, "x" * 201, ["x" * 100, "y" * 100]):
        with pytest.raises(WireError):
            Encoder(limits=small).frame(value)


def test_limits_bind_when_decoding_what_somebody_without_limits_made() -> None:
    small = WireLimits(nodes=10, depth=4, integer_bits=8)
    for value in (list(range(20)), [[[[[1]]]]], 2**9):
        with pytest.raises(WireError):
            Decoder(limits=small).value(Encoder().frame(value))


def test_numpy_scalars_are_numbers_or_do_not_cross() -> None:
    assert [type(v) for v in there_and_back([np.int8(-3), np.bool_(True), np.float32(0.5)])] == [
        np.int8,
        np.bool_,
        np.float32,
    ]
    assert math.isnan(there_and_back(np.float16("nan")))
    for value in (np.str_("x"), np.datetime64("2026-01-01"), np.complex64(1)):
        with pytest.raises(NotPlain):
            Encoder().frame(value)


def test_an_array_of_objects_or_a_quantised_tensor_does_not_cross() -> None:
    for value in (np.array([object()]), np.array(["x"]), torch.ones(2, dtype=torch.complex64)):
        with pytest.raises(NotPlain):
            Encoder().frame(value)


def test_a_batch_encoding_crosses_as_the_dict_it_is() -> None:
    back = there_and_back(BatchEncoding({"input_ids": [1, 2]}))
    assert back == {"input_ids": [1, 2]}
    assert type(back) is dict


def test_only_a_float_tensor_tracks_a_gradient_whatever_a_frame_claims() -> None:
    header = {"value": {"tensor": 0, "grad": True}, "arrays": [["int64", [1]]]}
    assert not Decoder().value(frame_of(header, bytes(8))).requires_grad


@pytest.mark.parametrize(
    "entry", [None, [1, "model", "x"], [1, "model", "x", []], ["1", "model", "x", {"dict": []}], [1, "model", "x", 1]]
)
def test_a_malformed_handle_is_refused(entry: Any) -> None:
    with pytest.raises(WireError, match="handle"):
        Decoder(on_handle=lambda *parts: parts).value(frame_of({"value": {"handle": entry}, "arrays": []}))


def test_handles_need_somebody_who_numbers_and_somebody_who_builds_them() -> None:
    handle = model("fixture-bert-zh", train=True)
    with pytest.raises(NotPlain):
        Encoder().frame(handle)
    frame = Encoder(lambda h: 7).frame([handle])
    with pytest.raises(WireError):
        Decoder().value(frame)
    built = Decoder(on_handle=lambda *parts: parts).value(frame)
    assert built == [(7, "model", "fixture-bert-zh", {"head": None, "train": True, "initial_seed": None})]


MALFORMED: list[Any] = [
    b"no json",
    b"[" * 100_000,
    b'{"value": NaN, "arrays": []}',
    {"value": 1},
    {"value": 1, "arrays": 1},
    {"value": 1, "arrays": [["float32"]]},
    {"value": {"tensor": 0, "grad": 1}, "arrays": [["float32", [0]]]},
    {"value": {"dict": 1}, "arrays": []},
    {"value": {"dict": [[{"tensor": 0, "grad": False}, 1]]}, "arrays": [["float32", [0]]]},
    {"value": {"scalar": ["float32"]}, "arrays": []},
    {"value": 1, "arrays": [], "more": 1},
    {"value": {"tensor": 0, "grad": False}, "arrays": []},
    {"value": {"tensor": True, "grad": False}, "arrays": [["float32", [0]]]},
    {"value": {"tensor": 0}, "arrays": [["float32", [0]]]},
    {"value": {"array": -1}, "arrays": [["float32", [0]]]},
    {"value": {"array": 0}, "arrays": [["bfloat16", [0]]]},
    {"value": 1, "arrays": [["object", [0]]]},
    {"value": 1, "arrays": [["float32", [-1]]]},
    {"value": 1, "arrays": [["float32", [2**62, 2**62]]]},
    {"value": 1, "arrays": [["float32", [1.0]]]},
    {"value": 1, "arrays": [["uint8", [1]]]},
    {"value": {"float": "1e5"}, "arrays": []},
    {"value": {"tuple": 3}, "arrays": []},
    {"value": {"dict": [[1]]}, "arrays": []},
    {"value": {"dict": [[[1], 2]]}, "arrays": []},
    {"value": {"scalar": ["int8", 1000]}, "arrays": []},
    {"value": {"scalar": ["float32", "x"]}, "arrays": []},
    {"value": {"evil": 1}, "arrays": []},
    {"value": {}, "arrays": []},
    {"value": {"remote": [True, "x"]}, "arrays": []},
    {"value": 10**60, "arrays": []},
]


@pytest.mark.parametrize("header", MALFORMED, ids=lambda h: str(h)[:50])
def test_malformed_headers_are_refused(header: Any) -> None:
    with pytest.raises(WireError):
        Decoder(on_remote=RemoteRef).value(frame_of(header))


def test_lengths_are_checked_before_memory_is_taken() -> None:
    with pytest.raises(WireError, match="too large"):
        Decoder().value(PREFIX.pack(MAGIC, 1 << 60, 1 << 60))


@settings(max_examples=4_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.binary(max_size=200), cut=st.integers(0, 300), at=st.integers(0, 300), byte=st.integers(0, 255))
def test_no_malformed_frame_does_anything_but_be_refused(data: bytes, cut: int, at: int, byte: int) -> None:
    good = Encoder().frame({"a": [1, 2.5, "文"], "t": torch.ones(3), "n": np.arange(4)})
    spoiled = bytearray(good)
    spoiled[at % len(good)] = byte
    for frame in (
        data,
        frame_of(data),
        frame_of(data, data),
        bytes(spoiled),
        good[: cut % len(good)],
        good + data + b"x",
    ):
        try:
            Decoder(on_remote=RemoteRef).value(frame)
        except WireError:
            continue


tree = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["tensor", "grad", "array", "tuple", "dict", "float", "remote", "scalar"]),
            inner,
            max_size=2,
        )
    ),
    max_leaves=20,
)


@settings(max_examples=1_000, deadline=None)
@given(value=tree, arrays=st.lists(tree, max_size=3), payload=st.binary(max_size=16))
def test_well_formed_json_of_any_shape_is_decoded_or_refused(value: Any, arrays: list[Any], payload: bytes) -> None:
    with contextlib.suppress(WireError):
        Decoder(on_remote=RemoteRef).value(frame_of({"value": value, "arrays": arrays}, payload))
