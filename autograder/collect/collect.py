"""From a platform's folder or zip into `COURSE/submitted/<student>/<slug>/`, with a report of what did not fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from autograder.archive import Refused
from autograder.collect.layouts import GRADESCOPE_METADATA, HandedIn, choose_layout
from autograder.collect.source import SourceFile, read_source
from autograder.errors import UsageError
from autograder.files import write_whole
from autograder.handed_in import WORK, is_work
from autograder.roster import ROSTER, Person, read_roster
from autograder.text import Text


@dataclass(frozen=True)
class Outcome:
    """One file that was taken: whose it is and where it went."""

    student: str
    slug: str
    path: Path
    late: bool


@dataclass
class Collected:
    """What came of collecting.

    Args:
        layout: how the source was read.
        taken: the files that now lie in the course.
        doubled: files that were not taken because the same student handed in another for the same exercise.
        unmapped: files whose student the roster does not know.
        refused: files that were not looked at, and why.
        missing: students of the roster without a file, by exercise.
    """

    layout: str
    taken: list[Outcome] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    unmapped: list[str] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    missing: list[tuple[str, str]] = field(default_factory=list)


def collect(course: Path, source: Path, slugs: Sequence[str], only: str | None = None) -> Collected:
    """Put submissions where nbgrader and `plm grade` look for them.

    Args:
        course: the course's folder; its `roster.csv` names the students.
        source: what the platform handed out: a folder or a zip.
        slugs: the course's exercises; a file belongs to the one that its name, or a folder on its way, says.
        only: the one exercise that everything belongs to, if the file names do not say.

    Raises:
        UsageError: if source or roster cannot be read.
    """
    if not (course / "submitted").is_dir():
        raise UsageError(f"{course}: no folder `submitted` in it; build a course with `plm course build {course}`")
    roster = read_roster(course / ROSTER)
    found = list(read_source(source))
    files = [file for file in found if isinstance(file, SourceFile) and _may_be_work(file)]
    name, layout = choose_layout(files)
    collected = Collected(name, refused=[file for file in found if isinstance(file, Refused)])
    chosen: dict[tuple[str, str], list[HandedIn]] = {}
    for file in files:
        if is_work(file.path):
            place = _place(layout(file), file, roster, [only] if only else slugs, collected)
            if place is not None:
                chosen.setdefault(place[:2], []).append(place[2])
    for (student, slug), attempts in sorted(chosen.items()):
        _take(course, student, slug, attempts, collected)
    wanted = [only] if only else list(slugs)
    collected.missing = [(p.student, slug) for p in roster for slug in wanted if (p.student, slug) not in chosen]
    return collected


def _place(
    handed: HandedIn | None, file: SourceFile, roster: Sequence[Person], slugs: Sequence[str], collected: Collected
) -> tuple[str, str, HandedIn] | None:
    """Student and exercise of a file; None, with a word in the report, where either is unknown."""
    person = None if handed is None else _person(handed, roster) if roster else _as_named(handed)
    if handed is None or person is None:
        collected.unmapped.append(str(file.path))
        return None
    slug = _slug(handed, slugs)
    if slug is None:
        reason = Text(
            "文件名里没有练习的名字（可用 --slug 指明）", "its name says no exercise of the course (use --slug)"
        )
        collected.refused.append(Refused(str(file.path), reason))
        return None
    return person.student, slug, handed


def _may_be_work(file: SourceFile) -> bool:
    return is_work(file.path) or file.path.name == GRADESCOPE_METADATA


def _person(handed: HandedIn, roster: Sequence[Person]) -> Person | None:
    """The student of the roster; by the platform's own id before the name, and only where exactly one fits."""
    for column, value in handed.keys:
        fitting = [person for person in roster if value and _fits(person, column, value)]
        if len(fitting) == 1:
            return fitting[0]
    return None


def _fits(person: Person, column: str, value: str) -> bool:
    if column == "student":
        return value == person.student
    if column == "name":
        return value.casefold() == person.name.casefold()
    own = person.ids.get(column, "")
    return bool(own) and (value == own or (column == "git" and value.casefold().endswith(f"-{own.casefold()}")))


def _as_named(handed: HandedIn) -> Person | None:
    """Without a roster: the name that the platform gives, made safe for a folder."""
    student = "".join(c if c.isalnum() or c in "-_. " else "-" for c in handed.name).strip(" .")
    return Person(student, handed.name) if student else None


def _slug(handed: HandedIn, slugs: Sequence[str]) -> str | None:
    """The exercise that the file's name says, or else the nearest folder on its way."""
    for part in (handed.file, *reversed(handed.source.path.parts[:-1])):
        stem = PurePosixPath(part).stem.casefold()
        fitting = [slug for slug in slugs if slug.casefold() in stem]
        if fitting:
            return max(fitting, key=len)
    return slugs[0] if len(slugs) == 1 else None


def _take(course: Path, student: str, slug: str, attempts: list[HandedIn], collected: Collected) -> None:
    """The last attempt; of several files in it the notebook."""
    attempts.sort(key=lambda handed: (handed.attempt, handed.file.endswith(".ipynb"), str(handed.source.path)))
    last = attempts[-1]
    collected.doubled += [str(handed.source.path) for handed in attempts[:-1]]
    path = course / "submitted" / student / slug / f"{slug}{PurePosixPath(last.file).suffix.lower()}"
    write_whole(path, last.source.content)
    for other in path.parent.glob(f"{slug}.*"):
        if other.suffix in WORK and other != path:
            other.unlink()
    collected.taken.append(Outcome(student, slug, path, last.late))


def lines(collected: Collected) -> Iterable[Text]:
    """The report, line by line: counts first, then every file and student that needs a look."""
    yield Text(
        f"按 {collected.layout} 的方式读取：收下 {len(collected.taken)} 份",
        f"read as {collected.layout}: {len(collected.taken)} submissions taken",
    )
    for path in collected.unmapped:
        yield Text(f"不知道是谁的：{path}", f"nobody's: {path}")
    for path in collected.doubled:
        yield Text(f"同一人有更晚的一份，没有收：{path}", f"not taken, the same student has a later one: {path}")
    for refused in collected.refused:
        yield Text(f"没有收：{refused.path}（{refused.reason.zh}）", f"refused: {refused.path} ({refused.reason.en})")
    for student, slug in collected.missing:
        yield Text(f"没有交：{student} {slug}", f"missing: {student} {slug}")
