"""One submission's program in a session, replaced by a fresh session whenever student code ends its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.checks.advice import advice, nearest_name
from autograder.checks.failure import clean
from autograder.exercise import definition_of
from autograder.sandbox.frame import WireError
from autograder.sandbox.session import Session, SessionDied
from autograder.sandbox.wire import Decoder, Encoder
from autograder.submission import Chunk
from autograder.text import Text

_MOST_TOLD = 3
_NO_PYTHON = ("SyntaxError", "IndentationError", "TabError")
_DEFINED = re.compile(r"^[ \t]*(?:async\s+def|def|class)\s+(\w+)", re.MULTILINE)


@dataclass(frozen=True)
class LoadError:
    """What went wrong while the student's top-level code ran: cell, exception type, message, line."""

    cell: str
    type: str
    message: str
    line: int


class Box:
    """A student's program, loaded when first needed and again after it died.

    Args:
        open_session: starts a session.
        chunks: the program.
        load_seconds: time for running the program's top-level code.
        asked: the names that the exercise asks for.
    """

    def __init__(
        self,
        open_session: Callable[[], Session],
        chunks: Sequence[Chunk],
        load_seconds: float,
        asked: Sequence[str] = (),
    ) -> None:
        self._open_session = open_session
        self._chunks = chunks
        self._load_seconds = load_seconds
        self._asked = [definition_of(name) for name in asked]
        self._session: Session | None = None
        self._definitions_only = False
        self.confinement: dict[str, Any] = {}
        self.load_errors: list[LoadError] = []
        self.notes: list[Text] = []

    def session(self) -> Session:
        """The live session with the program loaded.

        Raises:
            SessionDied: if the program ends every session while it loads.
        """
        if self._session is None:
            self._session = self._loaded()
        return _Watched(self, self._session)

    def fresh(self) -> None:
        """Forget built objects before a new check."""
        if self._session is not None:
            try:
                self._session.ask(Encoder().frame({"op": "fresh"}))
            except SessionDied:
                self.drop()

    def drop(self) -> None:
        """End the session; the next use starts another."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def line(self, label: str, number: int) -> str | None:
        """The text of a line of the program, by its cell's label."""
        for chunk in self._chunks:
            lines = chunk.source.split("\n")
            index = number - max(1, chunk.first_line)
            if chunk.label == label and 0 <= index < len(lines):
                return lines[index]
        return None

    def syntax_errors(self) -> Iterator[Text]:
        """What of the program is not Python: its functions' checks may not have run, and so nothing else tells of it."""
        broken = [error for error in self.load_errors if error.type in _NO_PYTHON]
        for error in broken[:_MOST_TOLD]:
            said = clean(error.message, 120)
            yield Text(
                f"{error.cell}：第 {error.line} 行有语法错误（{said}），这段代码没有载入",
                f"{error.cell}: a syntax error in line {error.line} ({said}); this code was not loaded",
            )

    def why_missing(self, function: str) -> Text | None:
        """Why a function is not defined, if its cell failed to load."""
        name = definition_of(function)
        cells = {
            chunk.cell for chunk in self._chunks if re.search(rf"\b(def|class)\s+{re.escape(name)}\b", chunk.source)
        }
        for error in self.load_errors:
            if error.cell in cells or error.cell in (function, name):
                told = advice(error.type, error.message) or Text("", "")
                return Text(
                    f"{name} 没有定义成功：它所在的代码第 {error.line} 行出错（{error.type}）{told.zh and '。' + told.zh}",
                    f"{name} could not be defined: its code fails at line {error.line} ({error.type}){told.en and '. ' + told.en}",
                )
        other = nearest_name(name, sorted(set(self._defined()) - set(self._asked)))
        if other is not None:
            return Text(
                f"没有找到 {name}；你定义了 {other}：改成题目里的名字",
                f"{name} was not found; you defined {other}: give it the name in the task",
            )
        return None

    def _defined(self) -> list[str]:
        return [name for chunk in self._chunks for name in _DEFINED.findall(chunk.source)]

    def _loaded(self) -> Session:
        """Load the whole program; if it does not come to an end, only its definitions."""
        session = self._open_session()
        self.confinement = session.confinement
        try:
            if self._load(session, self._definitions_only):
                return session
        except SessionDied:
            session.close()
            if self._definitions_only:
                raise
            session = self._open_session()
        self._definitions_only = True
        self.notes.append(
            Text(
                "单元格里的顶层代码没有在限定时间内运行完（或中止了进程），评分时只载入了其中的定义",
                "the code outside functions did not finish in time (or ended the process); only the definitions were loaded",
            )
        )
        self._load(session, definitions_only=True)
        return session

    def _load(self, session: Session, definitions_only: bool) -> bool:
        chunks = [
            {"cell": c.cell, "source": c.source, "label": c.label, "first_line": c.first_line} for c in self._chunks
        ]
        request = {"op": "load", "chunks": chunks, "definitions_only": definitions_only}
        answer = session.ask(Encoder().frame(request), self._load_seconds)
        try:
            ok = Decoder().value(answer)["ok"]
            self.load_errors = [_load_error(error) for error in ok["errors"]]
            return ok["stopped"] is None
        except (WireError, LookupError, TypeError, ValueError, OverflowError):
            session.close()
            raise SessionDied("garbage") from None


class _Watched:
    """A session that tells its box when it dies."""

    def __init__(self, box: Box, session: Session) -> None:
        self._box = box
        self._session = session

    @property
    def confinement(self) -> dict[str, Any]:
        return self._session.confinement

    def ask(self, frame: bytes, seconds: float | None = None) -> bytes:
        try:
            return self._session.ask(frame, seconds)
        except SessionDied:
            self._box.drop()
            raise

    def close(self) -> None:
        self._box.drop()


def _load_error(error: dict[str, Any]) -> LoadError:
    trace = error["trace"][-1:] or [["", 0]]
    return LoadError(str(error["cell"]), str(error["type"]), str(error["message"]), int(trace[0][1]))
