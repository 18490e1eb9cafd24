"""How fast a class is graded: against stock nbgrader, against the checks' own compute, again, in large, and on a cluster.

`make bench` runs it; `--parts` chooses. What counts are the ratios: all that is compared is measured in one run, in turns.
"""

from __future__ import annotations

import argparse
import contextlib
import io
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
from benchmarks.synthetic import cost_of, hand_in, is_slow, programs, seconds_of

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
    parser.add_argument(
        "--slugs",
        nargs="*",
        default=["polysemy", "sampling", "gpt"],
        help="of the comparisons with stock nbgrader and the limit",
    )
    parser.add_argument("--students", type=int, default=100, help="size of the class")
    parser.add_argument(
        "--stock", type=int, default=4, help="how many of them stock nbgrader grades: a kernel for each"
    )
    parser.add_argument("--rounds", type=int, default=2, help="how often each is measured, in turns; the median counts")
    parser.add_argument(
        "--sizes", type=int, nargs="*", default=[100, 1000], help="sizes of classes of the cheapest exercise"
    )
    parser.add_argument("--cluster-students", type=int, default=300, help="size of the class on a cluster")
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

    Stock nbgrader starts a kernel for each submission and grades one after another, so a part of the class tells its time: its first
    students, without the slow ones, which would be more of them than of the class.
    """
    for exercise in map(load, options.slugs):
        texts = list(programs(exercise, options.students, options.seed))
        sample = [text for text in texts if not is_slow(text)][: options.stock]
        stock, ours = [], []
        for _ in range(options.rounds):
            with tempfile.TemporaryDirectory() as folder:
                build_stock(Path(folder, "stock"), exercise, [filled_notebook(exercise, text) for text in sample])
                build_ours(Path(folder, "ours"), exercise, [filled_notebook(exercise, text) for text in texts])
                stock.append(seconds_of(Path(folder, "stock"), "nbgrader", "autograde", exercise.slug))
                ours.append(
                    seconds_of(Path(folder, "ours"), "autograder", "grade", ".", f"--workers={options.workers}")
                )
        name, theirs, own = exercise.slug, per(stock, len(sample)), per(ours, len(texts))
        yield f"{name}: nbgrader autograde, {len(sample)} students", f"{theirs:.2f} s a submission"
        yield f"{name}: plm grade, {len(texts)} students", f"{own:.3f} s a submission, start included"
        yield f"{name}: ratio", f"{theirs / own:.1f}"


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
    """Each submission forked and confined, and in a warm process, in turns: processor noise falls on both alike."""
    for exercise in map(load, options.slugs):
        texts = list(programs(exercise, min(options.students, _LIMIT_STUDENTS), options.seed))
        confined, limit = [0.0] * options.rounds, [0.0] * options.rounds
        with Grader(unconfined=True) as ours, InProcess() as bare:
            for grader in (ours, bare):
                seconds_to_grade(grader, texts[0], exercise)
            for turn in range(options.rounds):
                for text in texts:
                    limit[turn] += seconds_to_grade(bare, text, exercise)
                    confined[turn] += seconds_to_grade(ours, text, exercise)
        name, count = exercise.slug, len(texts)
        yield f"{name}: in one warm process (the limit)", f"{1000 * per(limit, count):.0f} ms a submission"
        yield f"{name}: forked and confined", f"{1000 * per(confined, count):.0f} ms a submission"
        yield f"{name}: ratio to the limit", f"{statistics.median(confined) / statistics.median(limit):.2f}"


def seconds_to_grade(grader: Grader, program: str, exercise: Exercise) -> float:
    """Wall-clock seconds of one submission."""
    start = time.monotonic()
    with contextlib.redirect_stdout(io.StringIO()):
        grader.grade(program.encode(), "program.py", exercise)
    return time.monotonic() - start


def growth(options: argparse.Namespace) -> Iterator[Row]:
    """Classes of growing size, graded, and once more unchanged, starts included; and the most memory of the process that keeps it."""
    exercise = load(options.cheapest)
    rates = []
    for size in options.sizes:
        with tempfile.TemporaryDirectory() as folder:
            course = Path(folder, "course")
            build_course(course, [exercise.slug])
            contents = [text.encode() for text in programs(exercise, size, options.seed)]
            hand_in(course, exercise.slug, contents, ".py")
            first = cost_of(course, "autograder", "grade", ".", f"--workers={options.workers}")
            again = cost_of(course, "autograder", "grade", ".", f"--workers={options.workers}")
        rates.append(size / first.seconds)
        yield (
            f"{size} x {exercise.slug}",
            f"{first.seconds:.1f} s, {size / first.seconds:.1f} a second, {first.megabytes:.0f} MB",
        )
        yield (
            f"{size} x {exercise.slug}, unchanged",
            f"{again.seconds:.1f} s, {size / again.seconds:.0f} a second, {again.megabytes:.0f} MB",
        )
    if len(rates) > 1:
        yield f"rate at {options.sizes[-1]} as a share of that at {options.sizes[0]}", f"{rates[-1] / rates[0]:.0%}"


def on_a_cluster(options: argparse.Namespace) -> Iterator[Row]:
    """The same class by one and by two workers of a local dask cluster, in turns."""
    exercise = load(options.cheapest)
    contents = [text.encode() for text in programs(exercise, options.cluster_students, options.seed)]
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
