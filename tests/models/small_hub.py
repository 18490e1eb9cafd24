"""A small hub on the loopback address, in a thread: it answers as the public one does, and breaks where a test says."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
from safetensors.numpy import save

COMMIT = "0123456789abcdef0123456789abcdef01234567"
LARGE = 10_000
"""From this size on a file is kept apart, under its SHA-256, and the hub redirects to it."""


def model_files(kind: str = "bert", numbers: int = 50_000) -> dict[str, bytes]:
    """A model's files, with weights of `4 * numbers` bytes and a little."""
    weights = np.random.default_rng(0).standard_normal(numbers).astype(np.float32)
    return {
        "config.json": json.dumps({"model_type": kind}).encode(),
        "tokenizer.json": b'{"version": "1.0"}',
        "vocab.txt": b"[PAD]\n",
        "model.safetensors": save({"weight": weights}),
    }


@dataclass
class SmallHub:
    """What the hub has, how it breaks, and what it was asked.

    Attributes:
        files: each file's content, by `owner/name/file`.
        cut: after how many bytes of a large file the connection breaks, once for each number.
        stall: after how many bytes of a large file nothing more comes, for as long as the hub is up.
        spoilt: how many times a large file is sent with its last byte changed.
        knows_ranges: whether it sends a part of a file, or always all of it.
        asked: the method, path and Range header of each request.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    cut: list[int] = field(default_factory=list)
    stall: int | None = None
    spoilt: int = 0
    knows_ranges: bool = True
    asked: list[tuple[str, str, str | None]] = field(default_factory=list)
    address: str = ""

    @property
    def elsewhere(self) -> str:
        """The same server by another host's name: large files lie with somebody else, whom the hub's HEAD does not follow."""
        return self.address.replace("127.0.0.1", "localhost")

    def add(self, repo: str, files: dict[str, bytes]) -> None:
        """Put a model there."""
        self.files.update({f"{repo}/{name}": content for name, content in files.items()})

    def ranges(self) -> list[str | None]:
        """The Range headers with which large files were asked for."""
        return [asked for method, path, asked in self.asked if method == "GET" and path.startswith("/large/")]


@contextmanager
def serve(hub: SmallHub) -> Iterator[SmallHub]:
    """Serve a hub while the block runs."""
    server = _Server(hub)
    hub.address = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, hub: SmallHub) -> None:
        self.hub = hub
        super().__init__(("127.0.0.1", 0), _Handler)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    @property
    def hub(self) -> SmallHub:
        return self.server.hub

    def do_HEAD(self) -> None:
        self._answer(head=True)

    def do_GET(self) -> None:
        self._answer(head=False)

    def log_message(self, format: str, *arguments: object) -> None:
        pass

    def _answer(self, head: bool) -> None:
        self.hub.asked.append((self.command, self.path, self.headers.get("Range")))
        if self.path.startswith("/large/"):
            self._large(head)
        else:
            self._resolve(head)

    def _resolve(self, head: bool) -> None:
        repo, _, rest = self.path.strip("/").partition("/resolve/")
        content = self.hub.files.get(f"{repo}/{rest.partition('/')[2]}")
        if content is None:
            self._send(404, {"X-Error-Code": "EntryNotFound"}, b"", head)
        elif len(content) < LARGE:
            name = hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
            self._send(200, {"ETag": f'"{name}"'}, content, head)
        else:
            name = hashlib.sha256(content).hexdigest()
            linked = {"X-Linked-Etag": f'"{name}"', "X-Linked-Size": str(len(content))}
            self._send(302, {**linked, "Location": f"{self.hub.elsewhere}/large/{name}"}, b"", head)

    def _large(self, head: bool) -> None:
        name = self.path.removeprefix("/large/")
        content = next(c for c in self.hub.files.values() if hashlib.sha256(c).hexdigest() == name)
        if self.hub.spoilt:
            self.hub.spoilt -= 1
            content = content[:-1] + bytes([content[-1] ^ 1])
        start = int((self.headers.get("Range") or "bytes=0-").removeprefix("bytes=").partition("-")[0])
        if self.hub.knows_ranges and "Range" in self.headers:
            extra = {"Content-Range": f"bytes {start}-{len(content) - 1}/{len(content)}"}
            self._send(206, extra, content[start:], head, cut=self.hub.cut.pop(0) if self.hub.cut else None)
        else:
            self._send(200, {}, content, head, cut=self.hub.cut.pop(0) if self.hub.cut else None)

    def _send(self, status: int, headers: dict[str, str], body: bytes, head: bool, cut: int | None = None) -> None:
        self.send_response(status)
        for key, value in {"X-Repo-Commit": COMMIT, **headers, "Content-Length": str(len(body))}.items():
            self.send_header(key, value)
        self.end_headers()
        if not head:
            self.wfile.write(body[: self.hub.stall if len(body) >= LARGE else None][:cut])
        while self.hub.stall and not head and len(body) >= LARGE:
            time.sleep(0.05)
        if cut is not None:
            self.close_connection = True
