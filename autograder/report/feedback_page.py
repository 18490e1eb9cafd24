"""The feedback page of one student and exercise: built from what a student may see, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from autograder.record import CheckResult, FunctionResult, Record, WrittenResult
from autograder.report.pages import render
from autograder.report.picture_svg import picture_svg
from autograder.text import Lang, Text


@dataclass(frozen=True)
class State:
    """How a check ended, as a mark, a word and a colour."""

    mark: str
    word: Text
    colour: str


STATES = {
    True: State("✓", Text("通过", "passed"), "good"),
    False: State("✗", Text("没有通过", "not passed"), "bad"),
    None: State("–", Text("没有运行", "not run"), "open"),
}


@dataclass(frozen=True)
class Drawn:
    """A picture ready for the page."""

    title: Text
    svg: Markup


@dataclass(frozen=True)
class CheckView:
    """What a student sees of a check."""

    title: Text
    state: State
    hidden: bool
    reason: Text | None
    hint: Text | None
    trace: tuple[str, ...]
    pictures: tuple[Drawn, ...]


@dataclass(frozen=True)
class FunctionView:
    """What a student sees of a function."""

    name: str
    points: float
    max_points: float
    checks: tuple[CheckView, ...]

    @property
    def percent(self) -> int:
        """The points' share of what could be had, for the bar."""
        return round(100 * self.points / self.max_points) if self.max_points else 0


@dataclass(frozen=True)
class FacetView:
    """What a student sees of one facet of the written part."""

    title: Text
    points: float
    max_points: float
    said: Text | None


@dataclass(frozen=True)
class WrittenView:
    """What a student sees of the written part."""

    points: float
    max_points: float
    reason: Text | None
    facets: tuple[FacetView, ...]


@dataclass(frozen=True)
class StudentView:
    """Everything that a student sees of a Record: the allow-list."""

    title: Text
    who: str
    file: str
    graded: bool
    points: float
    max_points: float
    provisional: bool
    notes: tuple[Text, ...]
    functions: tuple[FunctionView, ...]
    written: WrittenView | None
    next_step: Text | None


def feedback_page(record: Record, title: Text, who: str, lang: Lang = "zh") -> str:
    """The page as HTML.

    Args:
        record: the result.
        title: the exercise's title.
        who: the student's name as the page shows it.
        lang: the language that shows first; the page holds both.
    """
    return render("feedback.html", lang, view=student_view(record, title, who))


def student_view(record: Record, title: Text, who: str) -> StudentView:
    """What a student may see of a Record, picked field by field."""
    return StudentView(
        title=title,
        who=who,
        file=record.submission.rsplit("/", 1)[-1],
        graded=record.status == "graded",
        points=record.points,
        max_points=record.max_points,
        provisional=record.written is not None and record.written.needs_review,
        notes=record.notes,
        functions=tuple(_function(name, result) for name, result in record.functions.items()),
        written=_written(record.written) if record.written else None,
        next_step=next_step(record),
    )


def next_step(record: Record) -> Text | None:
    """Where to go on: the first function, in the order of the exercise, that lost points by a fault of its own."""
    for name, function in record.functions.items():
        failed = [check for check in function.checks if check.passed is False]
        if not failed:
            continue
        worst = min(failed, key=lambda check: check.hint is None)
        blocked = sum(check.passed is None for result in record.functions.values() for check in result.checks)
        said = worst.hint or worst.reason or worst.title
        return Text(
            f"先看 {name}：{said.zh}" + (f"（有 {blocked} 项检查因此没有运行）" if blocked else ""),
            f"Look at {name} first: {said.en}"
            + (f" ({blocked} checks were not run because of failed ones)" if blocked else ""),
        )
    if (
        record.written is not None
        and not record.written.needs_review
        and record.written.points < record.written.max_points
    ):
        return Text(
            "代码全部通过；再看文字部分缺了哪些要点。", "All the code passed; see which facets the written part lacks."
        )
    return None


def _function(name: str, result: FunctionResult) -> FunctionView:
    told: set[str | tuple[str, ...] | None] = {None}
    checks = []
    for check in result.checks:
        checks.append(_check(check, check.misconception not in told, check.student_trace not in told))
        told |= {check.misconception, check.student_trace}
    return FunctionView(name, result.points, result.max_points, tuple(checks))


def _check(check: CheckResult, tell_hint: bool, tell_trace: bool) -> CheckView:
    """A check's view; a hint or lines of code that the function's list has told already are not told again."""
    said = not check.passed
    return CheckView(
        title=check.title,
        state=STATES[check.passed],
        hidden=check.visibility == "hidden",
        reason=check.reason if said else None,
        hint=check.hint if said and tell_hint else None,
        trace=check.student_trace if said and tell_trace else (),
        pictures=tuple(Drawn(picture.title, picture_svg(picture)) for picture in check.pictures),
    )


def _written(written: WrittenResult) -> WrittenView:
    return WrittenView(written.points, written.max_points, written.reason, tuple(_facets(written.facets)))


def _facets(facets: dict[str, Any]) -> Iterable[FacetView]:
    for facet in facets.values():
        said = [Text.from_json(facet[key]) for key in ("found", "missing") if facet.get(key)]
        joined = Text("；".join(text.zh for text in said), "; ".join(text.en for text in said)) if said else None
        yield FacetView(Text.from_json(facet["title"]), facet["points"], facet["max_points"], joined)
