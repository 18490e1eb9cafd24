"""Frames over a stream socket, with a deadline and a cap on what is read."""

from __future__ import annotations

import selectors
import socket
import time

from autograder.sandbox.frame import LIMITS, PREFIX, WireLimits, frame_lengths

_CHUNK = 1 << 16


class Closed(Exception):
    """The other side is gone."""


class Late(Exception):
    """The other side did not answer in time."""


class Output:
    """What the student's process printed, read as it comes and kept up to a cap."""

    def __init__(self, descriptor: socket.socket, cap: int) -> None:
        self.socket = descriptor
        self._cap = cap
        self._kept = bytearray()
        self.dropped = 0
        self.open = True

    def pump(self) -> None:
        """Take what is there now."""
        try:
            data = self.socket.recv(_CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        self.open = bool(data)
        room = self._cap - len(self._kept)
        self._kept += data[:room]
        self.dropped += max(0, len(data) - room)

    @property
    def text(self) -> str:
        """What was kept, as text."""
        return self._kept.decode("utf-8", "replace")


def ask(peer: socket.socket, frame: bytes, output: Output | None, seconds: float, limits: WireLimits = LIMITS) -> bytes:
    """Send one frame and read the answer, draining the student's output meanwhile.

    Args:
        peer: a non-blocking stream socket.
        frame: the request.
        output: where prints arrive; drained so that the student's process does not block on a full pipe.
        seconds: the time for the whole exchange.

    Raises:
        Closed: if the other side hangs up.
        Late: if the answer is not complete in time.
        WireError: if what comes is no frame or too large.
    """
    exchange = _Exchange(peer, frame, output, limits)
    deadline = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        selector.register(peer, selectors.EVENT_READ | selectors.EVENT_WRITE, exchange.peer_ready)
        if output is not None and output.open:
            selector.register(output.socket, selectors.EVENT_READ, exchange.output_ready)
        while not exchange.complete:
            left = deadline - time.monotonic()
            if left <= 0:
                raise Late
            for key, events in selector.select(left):
                key.data(selector, events)
    return bytes(exchange.received)


class _Exchange:
    """The state of one request and its answer."""

    def __init__(self, peer: socket.socket, frame: bytes, output: Output | None, limits: WireLimits) -> None:
        self._peer = peer
        self._unsent = memoryview(frame)
        self._output = output
        self._limits = limits
        self._expected = PREFIX.size
        self._sized = False
        self.received = bytearray()

    @property
    def complete(self) -> bool:
        return self._sized and len(self.received) == self._expected

    def output_ready(self, selector: selectors.BaseSelector, events: int) -> None:
        assert self._output is not None
        self._output.pump()
        if not self._output.open:
            selector.unregister(self._output.socket)

    def peer_ready(self, selector: selectors.BaseSelector, events: int) -> None:
        try:
            if events & selectors.EVENT_WRITE:
                self._send(selector)
            if events & selectors.EVENT_READ:
                self._receive()
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            raise Closed from None

    def _send(self, selector: selectors.BaseSelector) -> None:
        if self._unsent:
            self._unsent = self._unsent[self._peer.send(self._unsent[:_CHUNK]) :]
        if not self._unsent:
            selector.modify(self._peer, selectors.EVENT_READ, self.peer_ready)

    def _receive(self) -> None:
        data = self._peer.recv(min(_CHUNK, self._expected - len(self.received)))
        if not data:
            raise Closed
        self.received += data
        if not self._sized and len(self.received) == PREFIX.size:
            self._expected += sum(frame_lengths(bytes(self.received), self._limits))
            self._sized = True


def serve_one(peer: socket.socket) -> bytes:
    """Read one whole frame from a blocking socket (the student's side).

    Raises:
        Closed: if the other side is gone.
    """
    prefix = exactly(peer, PREFIX.size)
    return prefix + exactly(peer, sum(frame_lengths(prefix)))


def exactly(peer: socket.socket, count: int) -> bytes:
    """So many bytes from a blocking socket; raises Closed if the other side is gone."""
    data = bytearray()
    while len(data) < count:
        part = peer.recv(min(_CHUNK, count - len(data)))
        if not part:
            raise Closed
        data += part
    return bytes(data)
