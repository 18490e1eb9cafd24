"""The reference's answers as data: what the student package has instead of the reference."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from autograder.checks.failure import NotRun
from autograder.sandbox.session import Session
from autograder.sandbox.wire import Decoder, Encoder, RemoteRef
from autograder.text import Text

_CHAIN_CHARACTERS = 24


class RecordedSession:
    """Answers a check's calls from a file; a sequence of calls that is not in it makes the check not run.

    Args:
        answers: chain of requests to answer, from `read_answers`.
    """

    def __init__(self, answers: dict[str, bytes]) -> None:
        self._answers = answers
        self._chain = b""

    @property
    def confinement(self) -> dict[str, Any]:
        """Nothing runs here."""
        return {"level": "none", "layers": {}}

    def begin_check(self) -> None:
        """A new check begins, and with it a new sequence of calls."""
        self._chain = b""

    def ask(self, frame: bytes, seconds: float | None = None) -> bytes:
        """The answer that the reference gave to the same sequence of calls."""
        self._chain = next_chain(self._chain, frame)
        answer = self._answers.get(chain_name(self._chain))
        if answer is None:
            raise NotRun(Text("这一项在评分时才能检查", "this can be checked at grading only"))
        return answer

    def close(self) -> None:
        """Nothing to close."""


class RecordingSession:
    """Passes calls on to the reference and keeps its answers.

    Args:
        inner: the reference's session.
    """

    def __init__(self, inner: Session) -> None:
        self._inner = inner
        self._chain = b""
        self.answers: dict[str, bytes] = {}

    @property
    def confinement(self) -> dict[str, Any]:
        """The inner session's."""
        return self._inner.confinement

    def begin_check(self, fresh: bytes) -> None:
        """A new check begins: forget what was built inside."""
        self._chain = b""
        self._inner.ask(fresh)

    def ask(self, frame: bytes, seconds: float | None = None) -> bytes:
        """Answer one frame and keep the answer."""
        self._chain = next_chain(self._chain, frame)
        answer = _without_seconds(self._inner.ask(frame, seconds))
        self.answers[chain_name(self._chain)] = answer
        return answer

    def close(self) -> None:
        """Close the inner session."""
        self._inner.close()


def _without_seconds(answer: bytes) -> bytes:
    """The answer without the time it took, so that two recordings are the same bytes."""
    response = Decoder(on_remote=RemoteRef).value(answer)
    return Encoder().frame({**response, "effects": {**response["effects"], "seconds": 0.0}})


def next_chain(chain: bytes, frame: bytes) -> bytes:
    """The digest of a sequence of requests with one more: objects carry state, so an answer depends on all before it."""
    return hashlib.sha256(chain + frame).digest()


def chain_name(chain: bytes) -> str:
    """A sequence's name in the file."""
    return chain.hex()[:_CHAIN_CHARACTERS]


def write_answers(path: Path, answers: dict[str, bytes], hidden: int) -> None:
    """Keep answers in a file, with the number of checks that only run at grading."""
    kept = {name: base64.b64encode(answer).decode("ascii") for name, answer in sorted(answers.items())}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"hidden": hidden, "answers": kept}, indent=0), encoding="utf-8")


def read_answers(path: Path) -> tuple[dict[str, bytes], int]:
    """The inverse of `write_answers`."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return {name: base64.b64decode(answer) for name, answer in data["answers"].items()}, int(data["hidden"])
