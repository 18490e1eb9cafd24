"""Holds an exercise's files against each other: the matrix that tests the checks as hard as the students.

Reference: full points. Untouched stub: none. Every misconception: fails exactly the functions it names. Every variant: full points.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.checks.runner import HarnessError
from autograder.diagnosis import Outcomes, outcomes_path, read_outcomes, same_outcome, trail
from autograder.errors import UsageError
from autograder.exercise import Exercise
from autograder.grade import EVERYTHING, Grader, function_result
from autograder.misconception import Misconception, load_misconceptions
from autograder.student.hints import read_hints
from autograder.submission import Chunk, Submission, read_submission


@dataclass(frozen=True)
class Row:
    """One line of the matrix: what was graded, what it scored, and what is wrong with that (nothing, one hopes)."""

    kind: str
    name: str
    points: float
    failed: tuple[str, ...]
    skipped: tuple[str, ...]
    problems: tuple[str, ...]


@dataclass
class Matrix:
    """All rows, and problems that are not a row's."""

    rows: list[Row] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems and not any(row.problems for row in self.rows)


def build_matrix(
    exercise: Exercise, grader: Grader, chosen: Callable[[str, str], bool] = lambda kind, name: True
) -> Iterator[Row | str]:
    """Grade everything that the exercise's files hold; rows and problems as they come.

    Args:
        exercise: the exercise.
        grader: where to grade.
        chosen: whether a row of this kind and name is graded.
    """
    missing = list(missing_files(exercise))
    yield from missing
    if missing:
        return
    try:
        yield from static_problems(exercise, grader)
        for kind, name, submission, wanted in _cases(exercise):
            if chosen(kind, name):
                yield _row(exercise, grader, kind, name, submission, wanted)
    except SyntaxError as error:
        yield f"{error.filename}, line {error.lineno}: {error.msg}"
    except (ValueError, HarnessError, UsageError) as error:
        yield str(error)


def collect_outcomes(exercise: Exercise, grader: Grader, names: frozenset[str] | None = None) -> Outcomes:
    """What every misconception (or those of these names) gives in the checks it fails; see `autograder.diagnosis`."""
    outcomes: Outcomes = {}
    for misconception in (m for m in load_misconceptions(exercise) if names is None or m.name in names):
        run = grader.run(overlay(exercise, misconception), exercise, EVERYTHING, None)
        for check, calls in run.calls.items():
            outcomes.setdefault(check, {})[misconception.name] = json.loads(json.dumps(trail(calls)))
    return {check: dict(sorted(by_name.items())) for check, by_name in sorted(outcomes.items())}


def write_outcomes(exercise: Exercise, outcomes: Outcomes) -> Path:
    """Keep the misconceptions' outcomes beside them."""
    path = outcomes_path(exercise)
    path.write_text(json.dumps(outcomes, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    return path


def overlay(exercise: Exercise, misconception: Misconception) -> Submission:
    """A misconception as a submission: the reference's text, then what differs."""
    base = read_submission(exercise.reference.read_bytes(), f"{misconception.name}.py", exercise)
    extra = Chunk(cell="misconception", source=misconception.source, label=misconception.name, first_line=1)
    return Submission(**{**vars(base), "chunks": (*base.chunks, extra)})


def _cases(exercise: Exercise) -> Iterator[tuple[str, str, Submission, tuple[str, ...]]]:
    """Kind, name, submission, and the functions that should fail."""
    everything = tuple(function.name for function in exercise.functions)
    yield "reference", exercise.slug, _read(exercise.reference, exercise), ()
    yield "stub", exercise.slug, _read(exercise.stub, exercise), everything
    for misconception in load_misconceptions(exercise):
        yield "misconception", misconception.name, overlay(exercise, misconception), misconception.functions
    for path in exercise.variants:
        yield "variant", path.stem, _read(path, exercise), ()


def _read(path: Path, exercise: Exercise) -> Submission:
    return read_submission(path.read_bytes(), path.name, exercise)


def _row(
    exercise: Exercise, grader: Grader, kind: str, name: str, submission: Submission, wanted: tuple[str, ...]
) -> Row:
    run = grader.run(submission, exercise, EVERYTHING, None)
    results = {f.name: function_result(f, run.results.values()) for f in exercise.functions}
    failed = tuple(n for n, r in results.items() if any(check.passed is False for check in r.checks))
    skipped = tuple(n for n, r in results.items() if any(check.passed is None for check in r.checks))
    points = round(sum(result.points for result in results.values()), 2)
    problems = list(_row_problems(kind, points, exercise, failed, wanted))
    if run.error is not None:
        problems.append(f"an error of ours: {run.error}")
    if kind in ("reference", "variant"):
        problems += [f"{c.id}: {c.reason.en}" for r in results.values() for c in r.checks if not c.passed and c.reason]
    return Row(kind, name, points, failed, skipped, tuple(problems))


def _row_problems(
    kind: str, points: float, exercise: Exercise, failed: tuple[str, ...], wanted: tuple[str, ...]
) -> Iterator[str]:
    full = sum(function.points for function in exercise.functions)
    if kind in ("reference", "variant") and points != full:
        yield f"has {points:g} of {full:g} points"
    if kind == "stub" and points != 0:
        yield f"the untouched stub has {points:g} points"
    if kind == "misconception" and set(failed) != set(wanted):
        yield f"fails {', '.join(failed) or 'nothing'} but names {', '.join(wanted)}"


def missing_files(exercise: Exercise) -> Iterator[str]:
    """What has to be there before anything can be graded, a line each."""
    needed = {
        exercise.stub: "the students' stub",
        exercise.reference: "the reference solution",
        exercise.checks("public"): "the public checks",
        exercise.checks("hidden"): "the hidden checks",
    }
    yield from (f"{path} is missing: {what}" for path, what in needed.items() if not path.is_file())


def static_problems(exercise: Exercise, grader: Grader) -> Iterator[str]:
    """What can be seen without running student code: names, signatures, points, languages, hints, what each function still lacks."""
    yield from _signature_problems(exercise, exercise.stub)
    yield from _signature_problems(exercise, exercise.reference)
    yield from _check_problems(exercise, grader)
    for lang in ("zh", "en"):
        if not (exercise.folder / f"task.{lang}.md").is_file():
            yield f"{exercise.folder / f'task.{lang}.md'} is missing"
    if not exercise.variants:
        yield f"{exercise.home / 'reference' / 'variants' / exercise.slug} holds no variant: a right solution, built otherwise"
    hinted = read_hints(exercise)
    yield from (f"{exercise.hints} has no hint for {f.name}" for f in exercise.functions if f.name not in hinted)
    yield from _misconception_problems(exercise)


def _misconception_problems(exercise: Exercise) -> Iterator[str]:
    names, known = {function.name for function in exercise.functions}, load_misconceptions(exercise)
    lacking = names - {name for misconception in known for name in misconception.functions}
    yield from (f"{exercise.mistakes} holds no misconception of {name}" for name in sorted(lacking))
    for misconception in known:
        for function in set(misconception.functions) - names:
            yield f"misconception {misconception.name} names {function}, which is no function of the exercise"
        if not misconception.hint.zh.strip() or not misconception.hint.en.strip():
            yield f"misconception {misconception.name} lacks a hint in one language"


def _check_problems(exercise: Exercise, grader: Grader) -> Iterator[str]:
    checks = [check for check, _ in grader.bench(exercise).runner.checks]
    known = {check.id for check in checks}
    for check in checks:
        if not check.id.startswith(f"{check.function}."):
            yield f"check {check.id} should be called {check.function}.<what>"
        if check.function not in {function.name for function in exercise.functions}:
            yield f"check {check.id} is for {check.function}, which is no function of the exercise"
        if not check.title.zh.strip() or not check.title.en.strip() or check.share <= 0:
            yield f"check {check.id} lacks a title in one language, or a share"
        yield from (f"check {check.id} needs {need}, which does not exist" for need in check.needs if need not in known)
    for function in exercise.functions:
        if not any(check.function == function.name for check in checks):
            yield f"{function.name} has no check"


def _signature_problems(exercise: Exercise, path: Path) -> Iterator[str]:
    found = dict(_signatures(ast.parse(path.read_text(encoding="utf-8"), filename=str(path))))
    for function in exercise.functions:
        if function.name not in found:
            yield f"{path} does not define {function.name}"
        elif found[function.name] != function.signature:
            yield f"{path}: {function.name}{found[function.name]} is {function.signature} in the manifest"
    if exercise.written and exercise.written.name not in found:
        yield f"{path} does not define {exercise.written.name}"


def _signatures(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, _signature(node)
        elif isinstance(node, ast.ClassDef):
            yield from (
                (f"{node.name}.{part.name}", _signature(part))
                for part in node.body
                if isinstance(part, ast.FunctionDef)
            )
        elif isinstance(node, ast.Assign):
            yield from ((target.id, "") for target in node.targets if isinstance(target, ast.Name))


def _signature(node: ast.FunctionDef) -> str:
    """Names and defaults, without annotations."""
    arguments: Any = ast.parse(ast.unparse(node)).body[0].args  # type: ignore[attr-defined]
    for argument in ast.walk(arguments):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return f"({ast.unparse(arguments)})"


def outcomes_are_current(exercise: Exercise, grader: Grader) -> bool:
    """Whether the kept outcomes are what the misconceptions give now; what a mistake leaves to chance is not compared.

    Where one differs from what was kept, it is looked at once more: if it then differs from itself, too, it is chance.
    """
    now = collect_outcomes(exercise, grader)
    changed = _differing(read_outcomes(exercise), now)
    if not changed:
        return True
    again = collect_outcomes(exercise, grader, frozenset(name for _, name in changed))
    return changed <= _differing(now, again)


def _differing(one: Outcomes, other: Outcomes) -> set[tuple[str, str]]:
    """Checks and misconceptions whose outcomes are not the same."""
    return {
        (check, name)
        for check in one.keys() | other.keys()
        for name in one.get(check, {}).keys() | other.get(check, {}).keys()
        if not same_outcome(one.get(check, {}).get(name), other.get(check, {}).get(name))
    }
