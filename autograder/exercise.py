"""What is asked: reads `exercise.toml` and finds an exercise's files."""

from __future__ import annotations

import hashlib
import importlib.metadata
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from autograder.errors import UsageError, nearest
from autograder.homes import engine_side, homes
from autograder.text import Text


@dataclass(frozen=True)
class Limits:
    """What one submission may use: seconds, megabytes, kilobytes."""

    call_seconds: float = 10.0
    load_seconds: float = 20.0
    submission_seconds: float = 90.0
    memory_mb: int = 1024
    output_kb: int = 64


def definition_of(function: str) -> str:
    """What a program has to define for a function's name in the manifest: the function itself, or the class of a method.

    Example:
        >>> definition_of("SharedEncoder.forward")
        'SharedEncoder'
    """
    return function.split(".")[0]


@dataclass(frozen=True)
class Function:
    """One function that students write, and its points."""

    name: str
    signature: str
    points: float

    @property
    def cell(self) -> str:
        """The function's name as nbgrader's cell ids allow it (no dots)."""
        return self.name.replace(".", "-")


@dataclass(frozen=True)
class Written:
    """The written part: a module-level string, or a markdown cell of the notebook; the length asked for, 0 for any."""

    name: str
    points: float
    minimum_han: int = 0
    minimum_words: int = 0


@dataclass(frozen=True)
class Exercise:
    """One exercise as its manifest states it.

    Example:
        >>> load("polysemy").functions[0].name
        'parse_marked'
    """

    slug: str
    version: int
    title: Text
    limits: Limits
    functions: tuple[Function, ...]
    written: Written | None
    home: Path
    lab: bool = False
    """A bonus outside the course's 100 points, without a written part."""
    draft: bool = False
    """Not ready: found by its name only."""

    @property
    def points(self) -> float:
        """The most points that the exercise can give."""
        return sum(f.points for f in self.functions) + (self.written.points if self.written else 0.0)

    @property
    def folder(self) -> Path:
        """`assignments/<slug>`: what students get."""
        return self.home / "assignments" / self.slug

    @property
    def stub(self) -> Path:
        """The student's stub, a percent-format script."""
        return self.folder / f"{self.slug}.py"

    @property
    def reference(self) -> Path:
        """The reference solution."""
        return self.home / "reference" / f"{self.slug}.py"

    @property
    def answers(self) -> Path:
        """The reference's answers to the public checks, which the student package has instead of the reference."""
        return self.home / "answers" / f"{self.slug}.json"

    @property
    def hints(self) -> Path:
        """The hints that `plm hint` gives, step by step."""
        return self.folder / "hints.toml"

    @property
    def variants(self) -> list[Path]:
        """Right solutions, built differently, by name."""
        return sorted((self.home / "reference" / "variants" / self.slug).glob("*.py"))

    @property
    def misconceptions(self) -> list[Path]:
        """Named wrong solutions, by name."""
        return sorted(self.mistakes.glob("*.py"))

    @property
    def mistakes(self) -> Path:
        """The folder with the misconceptions and their outcomes."""
        return engine_side(self.home) / "misconceptions" / self.slug

    @property
    def rubric(self) -> Path:
        """The rubric of the written part; where there is none, a teaching assistant reads it."""
        return engine_side(self.home) / "written" / "rubrics" / f"{self.slug}.toml"

    def checks(self, visibility: str) -> Path:
        """The module with the `public` or `hidden` checks."""
        return engine_side(self.home) / "checks" / visibility / f"{self.slug}.py"

    @cached_property
    def key(self) -> str:
        """The exercise's version: its number and a hash of everything that decides points, package versions among it."""
        digest = hashlib.sha256(_package_versions().encode())
        for path in _deciding_files(self):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        return f"{self.version}-{digest.hexdigest()[:16]}"


_DECIDING_PACKAGES = ("torch", "transformers", "tokenizers", "accelerate", "datasets", "numpy", "plm-exercises")


@cache
def _package_versions() -> str:
    return " ".join(f"{name}={importlib.metadata.version(name)}" for name in _DECIDING_PACKAGES)


def _deciding_files(exercise: Exercise) -> Iterator[Path]:
    candidates = [
        exercise.folder / "exercise.toml",
        exercise.reference,
        exercise.answers,
        exercise.checks("public"),
        exercise.checks("hidden"),
        exercise.rubric,
        *sorted((exercise.folder / "data").glob("*")),
        *exercise.misconceptions,
        exercise.mistakes / "outcomes.json",
    ]
    return (path for path in candidates if path.is_file())


def function_called(name: str, exercise: Exercise) -> str:
    """The name of an exercise's function as its manifest has it; a class stands for its first method that is asked for.

    Raises:
        UsageError: if the exercise has no such function.

    Example:
        >>> function_called("SharedEncoder", load("albert"))
        'SharedEncoder.forward'
    """
    names = [function.name for function in exercise.functions]
    if name in names:
        return name
    methods = (known for known in names if known.partition(".")[0] == name)
    if (method := next(methods, None)) is not None:
        return method
    known, slug, near = ", ".join(names), exercise.slug, nearest(name, names)
    raise UsageError(
        Text(
            f"{slug} 没有函数 {name!r}；它的函数是 {known}{near.zh}",
            f"{slug} has no function {name!r}; it has {known}{near.en}",
        )
    )


def slugs(home: Path | None = None) -> list[str]:
    """The slugs of all exercises that can be graded: by name, labs last.

    An exercise can be graded when its files are there and its manifest does not say `draft`.

    Args:
        home: the only place to look; every home (see `autograder.homes`) by default.
    """
    places = homes() if home is None else (home,)
    found = sorted({path.parent.name for place in places for path in place.glob("assignments/*/exercise.toml")})
    return sorted((slug for slug in found if _is_complete(slug, home)), key=lambda slug: load(slug, home).lab)


def _is_complete(slug: str, home: Path | None) -> bool:
    exercise = load(slug, home)
    needed = [exercise.stub, exercise.checks("public")]
    if not exercise.answers.is_file():
        needed += [exercise.reference, exercise.checks("hidden")]
    return all(path.is_file() for path in needed) and not exercise.draft


def home_of(slug: str) -> Path | None:
    """The home with this exercise; None where no home has it.

    Raises:
        UsageError: if several have.
    """
    found = [home for home in homes() if _manifest(slug, home).is_file()]
    if len(found) > 1:
        raise UsageError(
            Text(
                f"{' 和 '.join(map(str, found))} 里都有 {slug}：练习不能同名，请改其中一个",
                f"{slug} is in {' and in '.join(map(str, found))}: exercises need different names, rename one",
            )
        )
    return found[0] if found else None


def load(slug: str, home: Path | None = None) -> Exercise:
    """Read one exercise's manifest.

    Args:
        slug: the exercise's name, the same everywhere.
        home: the only place to look; every home (see `autograder.homes`) by default.

    Raises:
        UsageError: if there is no such exercise, or several, or its manifest cannot be read.
    """
    place = home_of(slug) if home is None else home
    if place is None or not _manifest(slug, place).is_file():
        names = slugs(home)
        known, near = ", ".join(names), nearest(slug.partition(".")[0], names)
        raise UsageError(
            Text(
                f"没有名为 {slug!r} 的练习：现有 {known}{near.zh}",
                f"no exercise is called {slug!r}: choose one of {known}{near.en}",
            )
        )
    path = _manifest(slug, place)
    try:
        return _from_manifest(tomllib.loads(path.read_text(encoding="utf-8")), place)
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise UsageError(
            Text(
                f"{path}：不是 docs/authors.md 所说的练习说明文件（{error!r}）",
                f"{path}: not a manifest as docs/authors.md describes it ({error!r})",
            )
        ) from None


def _manifest(slug: str, home: Path) -> Path:
    return home / "assignments" / slug / "exercise.toml"


def _written(data: dict[str, Any]) -> Written:
    minimum = data.get("minimum", {"zh": 0, "en": 0})
    return Written(data["name"], float(data["points"]), int(minimum["zh"]), int(minimum["en"]))


def _from_manifest(data: dict[str, Any], home: Path) -> Exercise:
    written = data.get("written")
    return Exercise(
        slug=data["slug"],
        version=int(data["version"]),
        title=Text.from_json(data["title"]),
        limits=Limits(**data.get("limits", {})),
        functions=tuple(Function(f["name"], f["signature"], float(f["points"])) for f in data["functions"]),
        written=_written(written) if written else None,
        home=home,
        lab=bool(data.get("lab", False)),
        draft=bool(data.get("draft", False)),
    )
