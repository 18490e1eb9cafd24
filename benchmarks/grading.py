"""How fast a class is graded: against stock nbgrader, against the checks' own compute, again, in large, and on a cluster.

`make bench` runs it; `--parts` chooses. What counts are the ratios: all that is compared is measured in one run, in turns.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from nbformat import NotebookNode
from rich.console import Console
from rich.table import Table

from autograder.demo.compose import filled_notebook
from autograder.exercise import Exercise, Limits, load
from autograder.grade import Grader
from autograder.nbgrader_bridge.course import build_course
from autograder.notebook import notebook_bytes, release_notebook
from autograder.sandbox.session import LocalSession
from autograder.sandbox.worker import Worker
from benchmarks.synthetic import hand_in, programs, seconds_of

STOCK_CONFIG = """c = get_config()
c.CourseDirectory.course_id = "stock"
c.ClearSolutions.enforce_metadata = False
c.ExecutePreprocessor.timeout = 600
"""
_LIMIT_STUDENTS = 12
PARTS = ("stock", "limit", "growth", "cluster")
Row = tuple[str, str]


def main() -> None:
    """Measure what is asked for and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=PARTS)
    parser.add_argument("--slug", default="polysemy", help="the exercise of the comparison with stock nbgrader")
    parser.add_argument("--students", type=int, default=100, help="size of the class")
    parser.add_argument(
        "--stock", type=int, default=6, help="how many of them stock nbgrader grades: a kernel for each"
    )
    parser.add_argument("--rounds", type=int, default=2, help="how often each is measured, in turns; the median counts")
    parser.add_argument(
        "--sizes", type=int, nargs="*", default=[100, 1000], help="sizes of classes of the cheapest exercise"
    )
    parser.add_argument("--cheapest", default="gpt", help="the cheapest exercise")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    measures: dict[str, Callable[[argparse.Namespace], Iterator[Row]]] = {
        "stock": against_stock,
        "limit": against_the_limit,
        "growth": growth,
        "cluster": on_a_cluster,
    }
    table = Table("what", "measured", title=f"{options.workers} workers, seed {options.seed}")
    console = Console(width=120)
    for part in options.parts:
        for what, measured in measures[part](options):
            table.add_row(what, measured)
            console.print(f"{what}: {measured}", style="dim")
    console.print(table)


def against_stock(options: argparse.Namespace) -> Iterator[Row]:
    """Whole commands, started afresh, in turns; in stock nbgrader's notebooks the same checks run in the cells.

    Stock nbgrader starts a kernel for each submission and grades one after another, so a part of the class tells its time.
    """
    exercise = load(options.slug)
    notebooks = [filled_notebook(exercise, text) for text in programs(exercise, options.students, options.seed)]
    stock, ours = [], []
    for _ in range(options.rounds):
        with tempfile.TemporaryDirectory() as folder:
            build_stock(Path(folder, "stock"), exercise, notebooks[: options.stock])
            build_ours(Path(folder, "ours"), exercise, notebooks)
            stock.append(seconds_of(Path(folder, "stock"), "nbgrader", "autograde", exercise.slug))
            ours.append(seconds_of(Path(folder, "ours"), "autograder", "grade", ".", f"--workers={options.workers}"))
    name = exercise.slug
    yield f"nbgrader autograde, {options.stock} x {name}", f"{per(stock, options.stock):.2f} s a submission"
    yield f"plm grade, {options.students} x {name}", f"{per(ours, options.students):.2f} s a submission, start included"
    yield "ratio", f"{per(stock, options.stock) / per(ours, options.students):.1f}"


def build_stock(course: Path, exercise: Exercise, notebooks: Sequence[NotebookNode]) -> None:
    """A course as nbgrader has it by default: the checks run in each student's kernel."""
    source = course / "source" / exercise.slug
    source.mkdir(parents=True)
    (course / "nbgrader_config.py").write_text(STOCK_CONFIG, encoding="utf-8")
    notebook = with_all_checks(exercise, release_notebook(exercise))
    (source / f"{exercise.slug}.ipynb").write_bytes(notebook_bytes(notebook))
    hand_in(course, exercise.slug, [notebook_bytes(with_all_checks(exercise, one)) for one in notebooks])
    seconds_of(course, "nbgrader", "generate_assignment", exercise.slug)


def build_ours(course: Path, exercise: Exercise, notebooks: Sequence[NotebookNode]) -> None:
    """A course of ours with the same notebooks."""
    build_course(course, [exercise.slug])
    hand_in(course, exercise.slug, [notebook_bytes(notebook) for notebook in notebooks])
    seconds_of(course, "nbgrader", "generate_assignment", exercise.slug)


def with_all_checks(exercise: Exercise, notebook: NotebookNode) -> NotebookNode:
    """The notebook with public and hidden checks in its check cells."""
    copied = NotebookNode(notebook)
    copied.cells = [NotebookNode(cell) for cell in notebook.cells]
    for function in exercise.functions:
        cell = next(cell for cell in copied.cells if cell.id == f"check-{function.cell}")
        call = f'share_passed("{exercise.slug}", "{function.name}", vars())'
        cell.source = f"from autograder.cell import share_passed\n\n{function.points!r} * {call}"
    return copied


class InProcess(Grader):
    """The checks' own compute: student code in this very process, without a fork, layers of confinement or a wire between."""

    def _session(self, limits: Limits) -> LocalSession:  # type: ignore[override]
        return LocalSession(Worker(module="student", seed=0))


def against_the_limit(options: argparse.Namespace) -> Iterator[Row]:
    """One confined submission after another, in turns with the same ones in a warm process."""
    exercise = load(options.slug)
    count = min(options.students, _LIMIT_STUDENTS)
    contents = [text.encode() for text in programs(exercise, count, options.seed)]
    confined: list[float] = []
    limit: list[float] = []
    with Grader(unconfined=True) as ours, InProcess() as bare:
        for _ in range(options.rounds + 1):
            for grader, seconds in ((ours, confined), (bare, limit)):
                start = time.monotonic()
                for number, content in enumerate(contents):
                    grader.grade(content, f"{number}.py", exercise)
                seconds.append(time.monotonic() - start)
    yield (
        f"checks of {exercise.slug} in one warm process (the limit)",
        f"{1000 * per(limit[1:], count):.0f} ms a submission",
    )
    yield "the same, forked and confined", f"{1000 * per(confined[1:], count):.0f} ms a submission"
    yield "ratio", f"{statistics.median(confined[1:]) / statistics.median(limit[1:]):.2f}"


def growth(options: argparse.Namespace) -> Iterator[Row]:
    """Classes of growing size, graded, and once more unchanged; and the most memory that the command took."""
    exercise = load(options.cheapest)
    rates = []
    for size in options.sizes:
        with tempfile.TemporaryDirectory() as folder:
            course = Path(folder, "course")
            build_course(course, [exercise.slug])
            contents = [text.encode() for text in programs(exercise, size, options.seed)]
            hand_in(course, exercise.slug, contents, ".py")
            first = seconds_of(course, "autograder", "grade", ".", f"--workers={options.workers}")
            again = seconds_of(course, "autograder", "grade", ".", f"--workers={options.workers}")
        rates.append(size / first)
        yield f"{size} x {exercise.slug}", f"{first:.1f} s, {size / first:.1f} a second"
        yield f"{size} x {exercise.slug}, unchanged", f"{again:.1f} s, {size / again:.0f} a second, start included"
    if len(rates) > 1:
        yield f"rate at {options.sizes[-1]} as a share of that at {options.sizes[0]}", f"{rates[-1] / rates[0]:.0%}"


def on_a_cluster(options: argparse.Namespace) -> Iterator[Row]:
    """The same class by one and by two workers of a local dask cluster, in turns."""
    exercise = load(options.cheapest)
    contents = [text.encode() for text in programs(exercise, options.sizes[0], options.seed)]
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(options.rounds):
        for workers, measured in seconds.items():
            with dask_cluster(workers) as address, tempfile.TemporaryDirectory() as folder:
                course = Path(folder, "course")
                build_course(course, [exercise.slug])
                hand_in(course, exercise.slug, contents, ".py")
                measured.append(seconds_of(course, "autograder", "grade", ".", f"--scheduler={address}"))
    for workers, measured in seconds.items():
        yield f"{len(contents)} x {exercise.slug}, {workers} dask workers", f"{statistics.median(measured):.1f} s"
    yield "ratio", f"{statistics.median(seconds[1]) / statistics.median(seconds[2]):.2f}"


@contextmanager
def dask_cluster(workers: int) -> Iterator[str]:
    """A local cluster of processes; its scheduler's address."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


def per(seconds: Sequence[float], count: int) -> float:
    """The median, a submission."""
    return statistics.median(seconds) / count


if __name__ == "__main__":
    main()
