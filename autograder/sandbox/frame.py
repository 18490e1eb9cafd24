"""What a frame on the wire looks like from outside: its mark, its lengths, its limits. What lies in it is `wire`'s.

Whoever only carries frames (the channel, the trusted side's hold on a session) needs no torch for it.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

MAGIC = b"PLM1"
PREFIX = struct.Struct(">4sQQ")


@dataclass(frozen=True)
class WireLimits:
    """The most that one frame may hold: bytes, values, nesting, bits of an integer, dimensions of an array."""

    header_bytes: int = 8 << 20
    payload_bytes: int = 64 << 20
    nodes: int = 300_000
    depth: int = 24
    integer_bits: int = 128
    dimensions: int = 8


LIMITS = WireLimits()


class WireError(Exception):
    """A value that cannot cross, or a frame that does not follow the grammar."""


def frame_lengths(prefix: bytes, limits: WireLimits = LIMITS) -> tuple[int, int]:
    """The header's and the payload's length from a frame's first `PREFIX.size` bytes.

    Raises:
        WireError: if this is no frame or it is larger than the limits.
    """
    if len(prefix) != PREFIX.size:
        raise WireError("the frame is cut off")
    magic, header, payload = PREFIX.unpack(prefix)
    if magic != MAGIC:
        raise WireError("this is not a frame")
    if header > limits.header_bytes or payload > limits.payload_bytes:
        raise WireError("the frame is too large")
    return header, payload
