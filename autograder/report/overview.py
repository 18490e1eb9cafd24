"""What a class's Records say together: the numbers and tables of the dashboard, without any HTML."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autograder.exercise import Exercise
from autograder.record import CheckResult, Record, Visibility
from autograder.report.class_records import ClassRecords
from autograder.roster import Person
from autograder.text import Text

_BINS = 10


@dataclass(frozen=True)
class Bin:
    """One bar of the distribution of points: from (inclusive) to (exclusive, but for the last), and how many."""

    low: float
    high: float
    count: int


@dataclass(frozen=True)
class CheckRow:
    """One check over the class."""

    function: str
    id: str
    title: Text
    visibility: Visibility
    passed: int
    failed: int
    not_run: int

    @property
    def rate(self) -> float:
        """Share of all submissions that passed it."""
        return self.passed / (self.passed + self.failed + self.not_run)


@dataclass(frozen=True)
class MistakeRow:
    """One named mistake over the class: in how many submissions, and what is said of it."""

    name: str
    functions: tuple[str, ...]
    count: int
    hint: Text
    students: tuple[str, ...]


@dataclass(frozen=True)
class Review:
    """One written answer that waits for a teaching assistant; the most doubtful first."""

    person: Person
    slug: str
    points: float
    max_points: float
    confidence: float
    reason: Text | None


@dataclass(frozen=True)
class Look:
    """A submission whose grade needs a look, and why."""

    person: Person
    slug: str
    reason: Text


@dataclass(frozen=True)
class ExerciseOverview:
    """One exercise over the class."""

    exercise: Exercise
    count: int
    mean: float
    median: float
    full: int
    bins: tuple[Bin, ...]
    checks: tuple[CheckRow, ...]
    mistakes: tuple[MistakeRow, ...]
    seconds: float
    slowest: float

    @property
    def highest_bin(self) -> int:
        """The count that the longest bar stands for."""
        return max((bin_.count for bin_ in self.bins), default=0) or 1


@dataclass(frozen=True)
class Overview:
    """The whole class."""

    exercises: tuple[ExerciseOverview, ...]
    reviews: tuple[Review, ...]
    looks: tuple[Look, ...]


def overview(class_records: ClassRecords) -> Overview:
    """Everything that the dashboard shows beside the table of students."""
    exercises = [_exercise(exercise, class_records.of(exercise.slug)) for exercise in class_records.exercises]
    pairs = [
        (person, exercise.slug, record)
        for exercise in class_records.exercises
        for person, record in class_records.of(exercise.slug)
    ]
    return Overview(tuple(exercises), tuple(_reviews(pairs)), tuple(_looks(pairs)))


def _exercise(exercise: Exercise, graded: Sequence[tuple[Person, Record]]) -> ExerciseOverview:
    counted = [record for _, record in graded if record.status == "graded"]
    points = [record.points for record in counted]
    seconds = [record.seconds for record in counted]
    return ExerciseOverview(
        exercise=exercise,
        count=len(counted),
        mean=statistics.fmean(points) if points else 0.0,
        median=statistics.median(points) if points else 0.0,
        full=sum(_code_is_full(record) for record in counted),
        bins=_histogram(points, exercise.points),
        checks=_check_rows(counted),
        mistakes=_mistake_rows(graded),
        seconds=sum(seconds),
        slowest=max(seconds, default=0.0),
    )


def _code_is_full(record: Record) -> bool:
    return all(function.points == function.max_points for function in record.functions.values())


def _histogram(points: Sequence[float], most: float) -> tuple[Bin, ...]:
    width = most / _BINS
    counts = Counter(min(int(value / width), _BINS - 1) for value in points)
    return tuple(Bin(width * index, width * (index + 1), counts[index]) for index in range(_BINS))


def _check_rows(records: Iterable[Record]) -> tuple[CheckRow, ...]:
    results: dict[tuple[str, str], list[CheckResult]] = defaultdict(list)
    for record in records:
        for name, function in record.functions.items():
            for check in function.checks:
                results[name, check.id].append(check)
    return tuple(_check_row(name, found) for (name, _), found in results.items())


def _check_row(function: str, results: Sequence[CheckResult]) -> CheckRow:
    counts = Counter(result.passed for result in results)
    first = results[0]
    return CheckRow(function, first.id, first.title, first.visibility, counts[True], counts[False], counts[None])


def _mistake_rows(graded: Sequence[tuple[Person, Record]]) -> tuple[MistakeRow, ...]:
    seen: dict[str, tuple[Text, dict[str, None], dict[str, None]]] = {}
    for person, record in graded:
        for name, function in record.functions.items():
            for check in function.checks:
                if check.misconception is not None and check.hint is not None:
                    _, functions, students = seen.setdefault(check.misconception, (check.hint, {}, {}))
                    functions[name] = None
                    students[person.shown] = None
    rows = [MistakeRow(n, tuple(fs), len(students), hint, tuple(students)) for n, (hint, fs, students) in seen.items()]
    return tuple(sorted(rows, key=lambda row: (-row.count, row.name)))


def _reviews(pairs: Sequence[tuple[Person, str, Record]]) -> list[Review]:
    found = [
        Review(person, slug, written.points, written.max_points, written.confidence, written.reason)
        for person, slug, record in pairs
        if record.status == "graded" and (written := record.written) is not None and written.needs_review
    ]
    return sorted(found, key=lambda review: review.confidence)


def _looks(pairs: Sequence[tuple[Person, str, Record]]) -> list[Look]:
    return [*_errors(pairs), *_unconfined(pairs), *_identical(pairs)]


def _errors(pairs: Sequence[tuple[Person, str, Record]]) -> Iterable[Look]:
    for person, slug, record in pairs:
        if record.error is not None:
            yield Look(person, slug, Text(f"评分系统出错：{record.error}", f"an error of ours: {record.error}"))


def _unconfined(pairs: Sequence[tuple[Person, str, Record]]) -> Iterable[Look]:
    for person, slug, record in pairs:
        level = record.confinement.get("level")
        if level not in (None, "full"):
            yield Look(person, slug, Text(f"隔离不完整：{level}", f"confinement was {level}"))


def _identical(pairs: Sequence[tuple[Person, str, Record]]) -> Iterable[Look]:
    """Files that are the same byte for byte, where there is work in them."""
    same: dict[tuple[str, str], list[Person]] = defaultdict(list)
    for person, slug, record in pairs:
        if record.points > 0:
            same[slug, record.sha256].append(person)
    for (slug, _), people in same.items():
        for person in people if len(people) > 1 else ():
            others = ", ".join(other.shown for other in people if other is not person)
            yield Look(person, slug, Text(f"文件与 {others} 完全相同", f"the same file as {others}"))
