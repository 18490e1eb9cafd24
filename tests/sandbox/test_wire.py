"""Frames: what crosses comes out the same; what does not follow the grammar never does."""

from __future__ import annotations

import contextlib
import json
import math
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from transformers import BatchEncoding

from autograder.models import model
from autograder.sandbox.frame import MAGIC, PREFIX, WireError, WireLimits, frame_lengths
from autograder.sandbox.wire import DTYPES, Decoder, Encoder, NotPlain, RemoteRef


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


@pytest.mark.parametrize("value", PLAIN)
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
    assert there_and_back(torch.empty(0, dtype=torch.int64)).dtype is torch.int64


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


@pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors")
def test_a_tensor_without_numbers_of_its_own_does_not_cross() -> None:
    for value in (torch.zeros(2, device="meta"), torch.nested.nested_tensor([torch.zeros(1), torch.zeros(2)])):
        with pytest.raises(NotPlain, match="a tensor without numbers of its own"):
            Encoder().frame(value)


@pytest.mark.parametrize("dtype", sorted(DTYPES))
def test_views_of_every_shape_and_stride_cross(dtype: str) -> None:
    whole = torch.arange(24).reshape(2, 3, 4).to(DTYPES[dtype])
    views = [whole[:1, 1, 2], whole[:, :, 3], whole.permute(2, 0, 1), whole[1, 2, 3], whole[:, :0], whole[:1, :1, :1]]
    views += [whole[::2, ::3, ::4], whole[0, 0, :1].expand(5), whole[..., None], whole.flip(0), whole[:1].squeeze(0).T]
    for view in views:
        back = there_and_back(view)
        assert back.dtype is view.dtype
        assert back.shape == view.shape
        assert torch.equal(back, view)


def test_what_is_expanded_beyond_the_limits_is_refused_before_it_takes_memory() -> None:
    for value in (torch.zeros(1).expand(10**12), np.broadcast_to(np.zeros(1), (10**12,))):
        with pytest.raises(WireError, match="too large"):
            Encoder().frame(value)


def test_the_size_of_a_tensor_is_that_of_its_elements() -> None:
    with pytest.raises(WireError, match="the arrays are too large"):
        Encoder(limits=WireLimits(payload_bytes=23)).frame(torch.zeros(3, dtype=torch.float64))


def test_a_tensor_that_is_a_negative_view_crosses_with_its_sign() -> None:
    view = torch.tensor([1 + 2j]).conj().imag
    assert view.is_neg()
    assert there_and_back(view).tolist() == [-2.0]


def test_a_batch_encoding_crosses_as_the_dict_it_is() -> None:
    back = there_and_back(BatchEncoding({"input_ids": [1, 2]}))
    assert back == {"input_ids": [1, 2]}
    assert type(back) is dict


def test_named_tuples_and_the_standard_librarys_dicts_cross_as_the_tuples_and_dicts_they_are() -> None:
    class Pair(NamedTuple):
        first: str
        label: int

    grouped: defaultdict[str, list[int]] = defaultdict(list)
    grouped["a"].append(1)
    for value, want in (
        ([Pair("a", 1)], [("a", 1)]),
        (OrderedDict(a=1, b=2), {"a": 1, "b": 2}),
        (grouped, {"a": [1]}),
        (Counter("aab"), {"a": 2, "b": 1}),
    ):
        back = there_and_back(value)
        assert back == want
        assert type(back) is type(want)
    assert type(there_and_back([Pair("a", 1)])[0]) is tuple


def test_a_tuple_of_another_type_and_what_only_has_a_named_tuples_fields_do_not_cross() -> None:
    class Other(tuple[int, ...]):
        pass

    fields_alone = type("Pair", (), {"_fields": ("a",)})()
    for value in (Other((1,)), fields_alone):
        with pytest.raises(NotPlain, match=f"a value of type {type(value).__name__} is not plain data"):
            Encoder().frame(value)


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
    with pytest.raises(NotPlain, match="a handle cannot be sent this way"):
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


def test_bytes_that_no_array_claims_are_refused() -> None:
    with pytest.raises(WireError, match="the payload is longer than its arrays"):
        Decoder().value(frame_of({"value": 1, "arrays": [["uint8", [1]]]}, b"12"))


def test_lengths_are_checked_before_memory_is_taken() -> None:
    with pytest.raises(WireError, match="too large"):
        Decoder().value(PREFIX.pack(MAGIC, 1 << 60, 1 << 60))


def nested(depth: int, wrap: Callable[[Any], Any]) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = wrap(value)
    return value


NESTS: list[Callable[[Any], Any]] = [
    lambda inner: [inner],
    lambda inner: (inner,),
    lambda inner: {"k": inner},
    lambda inner: BatchEncoding({"k": inner}),
]


@pytest.mark.parametrize("wrap", NESTS, ids=["list", "tuple", "dict", "encoding"])
def test_each_nesting_counts_once_on_either_side(wrap: Callable[[Any], Any]) -> None:
    few = WireLimits(depth=4)
    frame = Encoder(limits=few).frame(nested(4, wrap))
    assert Decoder(limits=few).value(frame) == nested(4, wrap)
    with pytest.raises(WireError, match="too deeply"):
        Encoder(limits=few).frame(nested(5, wrap))
    with pytest.raises(WireError, match="too deeply"):
        Decoder(limits=few).value(Encoder().frame(nested(5, wrap)))


def test_a_dicts_keys_nest_too() -> None:
    few = WireLimits(depth=2)
    key = {(((1,),),): 2}
    with pytest.raises(WireError, match="too deeply"):
        Encoder(limits=few).frame(key)
    with pytest.raises(WireError, match="too deeply"):
        Decoder(limits=few).value(Encoder().frame(key))


@pytest.mark.parametrize(
    "tree", [{"scalar": ["int64", 1]}, {"handle": [1, "model", "x", {"dict": []}]}], ids=["scalar", "handle"]
)
def test_what_is_inside_a_scalar_or_a_handle_is_one_deeper(tree: Any) -> None:
    frame = frame_of({"value": tree, "arrays": []})
    assert Decoder(on_handle=lambda *parts: 0, limits=WireLimits(depth=1)).value(frame) in (0, 1)
    with pytest.raises(WireError, match="too deeply"):
        Decoder(on_handle=lambda *parts: 0, limits=WireLimits(depth=0)).value(frame)


def test_a_handles_options_are_one_deeper_when_sent() -> None:
    handle = model("fixture-bert-zh")
    assert Encoder(lambda h: 1, WireLimits(depth=2)).frame(handle)
    with pytest.raises(WireError, match="too deeply"):
        Encoder(lambda h: 1, WireLimits(depth=1)).frame(handle)


def test_a_handle_is_numbered_by_whoever_sends_it() -> None:
    one, other = model("fixture-bert-zh"), model("fixture-bert-zh", train=True)
    frame = Encoder([one, other].index).frame([other, one])
    built = Decoder(on_handle=lambda serial, kind, name, options: (serial, options["train"])).value(frame)
    assert built == [(1, True), (0, False)]


def test_a_remote_object_crosses_by_its_number_and_its_types_name() -> None:
    assert there_and_back([RemoteRef(7, "Generator")]) == [RemoteRef(7, "Generator")]
    long = Decoder(on_remote=RemoteRef).value(Encoder().frame(RemoteRef(1, "T" * 300)))
    assert long == RemoteRef(1, "T" * 200)
    with pytest.raises(WireError, match="not welcome"):
        Decoder().value(Encoder().frame(RemoteRef(7, "Generator")))
    with pytest.raises(WireError, match="integer is too large"):
        Decoder(on_remote=RemoteRef).value(Encoder().frame(RemoteRef(2**129, "T")))


EXACT = [
    (WireLimits(nodes=4), [1, 2, 3], [1, 2, 3, 4]),
    (WireLimits(integer_bits=8), 255, 256),
    (WireLimits(integer_bits=8), -255, -256),
    (WireLimits(payload_bytes=12), torch.ones(3), torch.ones(4)),
    (WireLimits(payload_bytes=8), [np.ones(1, "f4"), np.ones(1, "f4")], [np.ones(1, "f4"), np.ones(2, "f4")]),
]


@pytest.mark.parametrize(("limits", "fits", "exceeds"), EXACT, ids=["nodes", "bits", "negative", "tensor", "arrays"])
def test_a_limit_is_what_just_fits(limits: WireLimits, fits: Any, exceeds: Any) -> None:
    assert Decoder(limits=limits).value(Encoder(limits=limits).frame(fits)) is not None
    with pytest.raises(WireError):
        Encoder(limits=limits).frame(exceeds)
    with pytest.raises(WireError):
        Decoder(limits=limits).value(Encoder().frame(exceeds))


def test_there_are_as_many_arrays_as_parts_at_most() -> None:
    few = Decoder(limits=WireLimits(nodes=2))
    assert few.value(frame_of({"value": 1, "arrays": [["uint8", [0]]] * 2})) == 1
    with pytest.raises(WireError, match="the list of arrays"):
        few.value(frame_of({"value": 1, "arrays": [["uint8", [0]]] * 3}))


def test_the_headers_limit_is_what_just_fits() -> None:
    frame = Encoder().frame("x" * 50)
    header, payload = frame_lengths(frame[: PREFIX.size])
    assert (header, payload) == (len(frame) - PREFIX.size, 0)
    assert Encoder(limits=WireLimits(header_bytes=header)).frame("x" * 50) == frame
    assert Decoder(limits=WireLimits(header_bytes=header)).value(frame) == "x" * 50
    small = WireLimits(header_bytes=header - 1)
    with pytest.raises(WireError, match="too large to be sent"):
        Encoder(limits=small).frame("x" * 50)
    with pytest.raises(WireError, match="frame is too large"):
        Decoder(limits=small).value(frame)


def test_a_string_longer_than_any_header_is_refused_before_it_is_written_out() -> None:
    assert Encoder(limits=WireLimits(header_bytes=100))._string("x" * 100, 0) == "x" * 100
    with pytest.raises(WireError, match="string is too long"):
        Encoder(limits=WireLimits(header_bytes=100)).frame("x" * 101)


def test_an_array_may_have_so_many_dimensions_and_no_more() -> None:
    frame = Encoder().frame(torch.ones((1,) * 8))
    assert Decoder().value(frame).ndim == 8
    with pytest.raises(WireError, match="number of dimensions"):
        Decoder().value(Encoder().frame(torch.ones((1,) * 9)))


def test_a_length_in_a_shape_is_bounded_too() -> None:
    arrays = [["uint8", [0, 101]]]
    frame = frame_of({"value": {"array": 0}, "arrays": arrays})
    assert Decoder(limits=WireLimits(payload_bytes=101)).value(frame).shape == (0, 101)
    with pytest.raises(WireError, match="shape is malformed"):
        Decoder(limits=WireLimits(payload_bytes=100)).value(frame)


def test_several_arrays_of_one_frame_keep_their_own_bytes() -> None:
    sent = [torch.arange(3), np.arange(4.0), torch.tensor([True]), np.arange(2, dtype="u1")]
    back = there_and_back(sent)
    assert [part.tolist() for part in back] == [part.tolist() for part in sent]
    assert [type(part) for part in back] == [torch.Tensor, np.ndarray, torch.Tensor, np.ndarray]
    assert back[1].dtype == np.float64 and back[3].dtype == np.uint8


def test_arrays_that_came_can_be_written_to() -> None:
    tensor, array = there_and_back([torch.zeros(2), np.zeros(2)])
    tensor[0], array[0] = 1, 1
    assert (tensor.tolist(), array.tolist()) == ([1, 0], [1, 0])


def test_a_parameter_crosses_as_the_tensor_it_is() -> None:
    back = there_and_back(torch.nn.Parameter(torch.ones(2)))
    assert type(back) is torch.Tensor and back.requires_grad


def test_special_floats_of_numpy_are_told_apart() -> None:
    assert [float(value) for value in there_and_back([np.float32("inf"), np.float32("-inf")])] == [math.inf, -math.inf]
    assert there_and_back([math.inf, -math.inf]) == [math.inf, -math.inf]


WRONG_FORMS: list[tuple[Any, str]] = [
    (b"no json", "the header is not JSON"),
    (b'{"value": NaN, "arrays": []}', "NaN is not a number here"),
    ({"value": 1, "arrays": 1}, "the list of arrays is no list"),
    ({"value": 1, "arrays": [["uint8", [1]]] * 2}, "longer than the payload"),
    ({"value": 1, "arrays": [["object", [0]]]}, "dtype or number of dimensions is not allowed"),
    ({"value": 1, "arrays": [["uint8", [-1]]]}, "shape is malformed"),
    ({"value": {"tensor": 0, "grad": 1}, "arrays": [["uint8", [0]]]}, "a tensor's entry is malformed"),
    ({"value": {"array": 0}, "arrays": [["bfloat16", [0]]]}, "NumPy has no bfloat16"),
    ({"value": {"scalar": ["int8", 1000]}, "arrays": []}, "a scalar does not fit its type"),
    ({"value": {"dict": 1}, "arrays": []}, "a dict is malformed"),
    ({"value": {"dict": [[[1], 2]]}, "arrays": []}, "key is not hashable"),
    (
        {"value": {"dict": [[{"tensor": 0, "grad": False}, 1]]}, "arrays": [["uint8", [0]]]},
        "a tensor cannot be a dict's key",
    ),
    ({"value": {"float": ["nan"]}, "arrays": []}, "a float is malformed"),
    ({"value": {"tuple": {"a": 1}}, "arrays": []}, "a sequence is malformed"),
    ({"value": {"dict": [{"a": 1}]}, "arrays": []}, "a dict's entry is malformed"),
    ({"value": {"dict": [[1, 2, 3]]}, "arrays": []}, "a dict's entry is malformed"),
    ({"value": {"scalar": "ab"}, "arrays": []}, "a scalar is malformed"),
    ({"value": {"scalar": [["int8"], 1]}, "arrays": []}, "a scalar is malformed"),
    ({"value": {"scalar": ["int8", 1, 2]}, "arrays": []}, "a scalar is malformed"),
    ({"value": {"scalar": ["object", 1]}, "arrays": []}, "a scalar is malformed"),
    ({"value": {"scalar": ["bfloat16", 1.0]}, "arrays": []}, "a scalar is malformed"),
    ({"value": {"scalar": ["float32", None]}, "arrays": []}, "a scalar is malformed"),
    ({"value": {"remote": "ab"}, "arrays": []}, "a remote object is malformed"),
    ({"value": {"remote": [1, "x", 2]}, "arrays": []}, "a remote object is malformed"),
    ({"value": {"remote": [1, 2]}, "arrays": []}, "a remote object is malformed"),
    ({"value": {"tensor": 0, "grad": False}, "arrays": [[["float32"], [0]]]}, "an array's entry is malformed"),
    ({"value": {"tensor": 0, "grad": False}, "arrays": ["ab"]}, "an array's entry is malformed"),
    ({"value": {"tensor": 0, "grad": False}, "arrays": [["float32", 3]]}, "an array's entry is malformed"),
    ({"value": {"tensor": 0, "grad": False}, "arrays": [["float32", [0], 1]]}, "an array's entry is malformed"),
    ({"value": {"tensor": 1, "grad": False}, "arrays": [["float32", [0]]]}, "number is out of range"),
    ({"value": {"tensor": "0", "grad": False}, "arrays": [["float32", [0]]]}, "number is out of range"),
    ({"value": 1, "arrays": [["uint8", [2]]]}, "longer than the payload"),
    ([], "the header is incomplete"),
    ({"value": {"dict": [], "tuple": []}, "arrays": []}, "unknown form"),
]


@pytest.mark.parametrize(("header", "said"), WRONG_FORMS, ids=lambda part: str(part)[:60])
def test_what_is_malformed_is_named(header: Any, said: str) -> None:
    with pytest.raises(WireError, match=said):
        Decoder(on_remote=RemoteRef).value(frame_of(header))


@pytest.mark.parametrize(
    "entry", ["abcd", [1, 2, "x", {"dict": []}], [1, "model", 2, {"dict": []}], [1, "model", "x", {"dict": []}, 1]]
)
def test_each_part_of_a_handle_has_its_type(entry: Any) -> None:
    with pytest.raises(WireError, match="handle"):
        Decoder(on_handle=lambda *parts: parts).value(frame_of({"value": {"handle": entry}, "arrays": []}))


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        (b"", "cut off"),
        (PREFIX.pack(MAGIC, 0, 0)[:-1], "cut off"),
        (PREFIX.pack(b"PLM2", 0, 0), "not a frame"),
        (PREFIX.pack(MAGIC, 1, 0), "do not add up"),
        (PREFIX.pack(MAGIC, 0, 0) + b"x", "do not add up"),
        (PREFIX.pack(MAGIC, 0, (64 << 20) + 1), "too large"),
    ],
)
def test_a_frame_that_is_none_is_said_to_be_none(frame: bytes, said: str) -> None:
    with pytest.raises(WireError, match=said):
        Decoder().value(frame)


def test_a_mapping_of_another_type_does_not_cross_whatever_it_is_called() -> None:
    class Other(dict[str, int]):
        pass

    lying = type("BatchEncoding", (), {})()
    for value in (Other(a=1), lying):
        with pytest.raises(NotPlain, match=f"a value of type {type(value).__name__} is not plain data"):
            Encoder().frame(value)


def test_what_does_not_cross_is_named() -> None:
    for value, said in (
        (torch.ones(1, dtype=torch.complex64), "dtype torch.complex64"),
        (torch.ones(2).to_sparse(), "layout torch.sparse_coo"),
        (np.array(["x"]), "an array of dtype <U1"),
        (np.complex64(1), "a NumPy scalar of type complex"),
        (1 << 200, "an integer of 201 bits"),
    ):
        with pytest.raises(WireError, match=said):
            Encoder().frame(value)


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
