"""The Record: everything that is known about one graded submission, as plain data."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from autograder.files import write_whole
from autograder.text import Lang, Text

Status = Literal["graded", "error"]
Visibility = Literal["public", "hidden"]
_MARKS = {True: "✓", False: "✗", None: "–"}


@dataclass(frozen=True)
class Picture:
    """A small figure that a public check drew of the student's own values.

    Args:
        kind: `line` or `bars`.
        title: what it shows.
        x: the labels below, one for each value.
        series: name to values, each as long as `x`.
    """

    kind: Literal["line", "bars"]
    title: Text
    x: tuple[str, ...]
    series: dict[str, tuple[float, ...]]


@dataclass(frozen=True)
class CheckResult:
    """What one check found: passed, failed, or (None) not run."""

    id: str
    title: Text
    visibility: Visibility
    passed: bool | None
    share: float = 1.0
    reason: Text | None = None
    misconception: str | None = None
    hint: Text | None = None
    seconds: float = 0.0
    student_trace: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()

    @property
    def mark(self) -> str:
        """One character for passed, failed or not run."""
        return _MARKS[self.passed]

    @property
    def said(self) -> tuple[Text, ...]:
        """What a student reads of a check that did not pass: its reason and its hint."""
        return () if self.passed else tuple(text for text in (self.reason, self.hint) if text is not None)


@dataclass(frozen=True)
class FunctionResult:
    """One function's points and its checks."""

    points: float
    max_points: float
    checks: tuple[CheckResult, ...]


@dataclass(frozen=True)
class WrittenResult:
    """The written part's suggested points, by facet of its rubric.

    Args:
        points: suggested; what counts until a teaching assistant settles them.
        max_points: the most that could be had.
        facets: facet id to `title` (`zh`, `en`), `points`, `max_points`, `found` and `missing` (texts in both languages or None).
        needs_review: whether a teaching assistant should read the answer.
        reason: why points or review are as they are.
        confidence: from 0 (a guess) to 1.
    """

    points: float
    max_points: float
    facets: dict[str, Any] = field(default_factory=dict)
    needs_review: bool = True
    reason: Text | None = None
    confidence: float = 0.0


@dataclass(frozen=True)
class Record:
    """One submission's result; see `design.md` for the JSON's names."""

    exercise: str
    submission: str
    sha256: str
    version: str
    status: Status
    error: str | None
    functions: dict[str, FunctionResult]
    written: WrittenResult | None
    confinement: dict[str, Any]
    seconds: float
    notes: tuple[Text, ...] = ()

    @property
    def points(self) -> float:
        """Points of all functions and of the written part."""
        written = self.written.points if self.written else 0.0
        return round(sum(f.points for f in self.functions.values()) + written, 2)

    @property
    def max_points(self) -> float:
        """The most that could be had."""
        written = self.written.max_points if self.written else 0.0
        return round(sum(f.max_points for f in self.functions.values()) + written, 2)

    def to_json(self, lang: Lang = "zh") -> dict[str, Any]:
        """As plain data: text fields in `lang`, and under `texts` in both languages."""
        return {
            "exercise": self.exercise,
            "submission": self.submission,
            "sha256": self.sha256,
            "version": self.version,
            "status": self.status,
            "error": self.error,
            "points": self.points,
            "max_points": self.max_points,
            "functions": {name: _function_json(f, lang) for name, f in self.functions.items()},
            "written": _written_json(self.written, lang),
            "confinement": self.confinement,
            "seconds": self.seconds,
            "notes": [_texts(note) for note in self.notes],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Record:
        """The inverse of `to_json`."""
        return cls(
            exercise=data["exercise"],
            submission=data["submission"],
            sha256=data["sha256"],
            version=data["version"],
            status=data["status"],
            error=data["error"],
            functions={name: _function_from(f) for name, f in data["functions"].items()},
            written=_written_from(data["written"]),
            confinement=data["confinement"],
            seconds=data["seconds"],
            notes=tuple(Text.from_json(note) for note in data.get("notes", [])),
        )


def _texts(text: Text | None) -> dict[str, str] | None:
    return text.to_json() if text else None


def _picture_json(picture: Picture) -> dict[str, Any]:
    return {**asdict(picture), "title": picture.title.to_json()}


def _picture_from(data: dict[str, Any]) -> Picture:
    series = {name: tuple(values) for name, values in data["series"].items()}
    return Picture(data["kind"], Text.from_json(data["title"]), tuple(data["x"]), series)


def _check_json(check: CheckResult, lang: Lang) -> dict[str, Any]:
    return {
        "id": check.id,
        "title": check.title.get(lang),
        "visibility": check.visibility,
        "passed": check.passed,
        "share": check.share,
        "reason": check.reason.get(lang) if check.reason else None,
        "misconception": check.misconception,
        "hint": check.hint.get(lang) if check.hint else None,
        "seconds": check.seconds,
        "student_trace": list(check.student_trace),
        "pictures": [_picture_json(picture) for picture in check.pictures],
        "texts": {"title": _texts(check.title), "reason": _texts(check.reason), "hint": _texts(check.hint)},
    }


def _function_json(result: FunctionResult, lang: Lang) -> dict[str, Any]:
    checks = [_check_json(check, lang) for check in result.checks]
    return {"points": result.points, "max_points": result.max_points, "checks": checks}


def _written_json(written: WrittenResult | None, lang: Lang) -> dict[str, Any] | None:
    if written is None:
        return None
    plain = asdict(written)
    plain["reason"] = written.reason.get(lang) if written.reason else None
    plain["texts"] = {"reason": _texts(written.reason)}
    return plain


def _text_from(data: dict[str, str] | None) -> Text | None:
    return Text.from_json(data) if data else None


def _check_from(data: dict[str, Any]) -> CheckResult:
    texts = data["texts"]
    return CheckResult(
        id=data["id"],
        title=Text.from_json(texts["title"]),
        visibility=data["visibility"],
        passed=data["passed"],
        share=data["share"],
        reason=_text_from(texts["reason"]),
        misconception=data["misconception"],
        hint=_text_from(texts["hint"]),
        seconds=data["seconds"],
        student_trace=tuple(data["student_trace"]),
        pictures=tuple(_picture_from(picture) for picture in data.get("pictures", [])),
    )


def _function_from(data: dict[str, Any]) -> FunctionResult:
    return FunctionResult(data["points"], data["max_points"], tuple(_check_from(c) for c in data["checks"]))


def _written_from(data: dict[str, Any] | None) -> WrittenResult | None:
    if data is None:
        return None
    return WrittenResult(
        data["points"],
        data["max_points"],
        data["facets"],
        data["needs_review"],
        _text_from(data["texts"]["reason"]),
        data.get("confidence", 0.0),
    )


def write_record(record: Record, path: Path, lang: Lang = "zh") -> None:
    """Write a Record atomically (temporary file, fsync, rename): a reader sees the old file or the new one.

    What no UTF-8 can spell (a file name in another encoding) becomes question marks.
    """
    text = json.dumps(record.to_json(lang), ensure_ascii=False, indent=1)
    write_whole(path, text.encode("utf-8", "replace"), durable=True, private=True)


def read_record(path: Path) -> Record:
    """Read a Record from disk.

    Raises:
        ValueError: if the file is not a whole Record.
    """
    try:
        return Record.from_json(json.loads(path.read_text(encoding="utf-8")))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path}: not a Record ({error!r})") from None
