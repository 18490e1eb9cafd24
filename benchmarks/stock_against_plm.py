"""The same small class graded by stock nbgrader, with the same checks in the notebooks' own cells, and by `plm grade`.

Run it with `make bench`. Both are whole commands, started afresh, one after the other, in one run; what counts is the ratio.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from nbformat import NotebookNode

from autograder.demo.compose import filled_notebook
from autograder.exercise import Exercise, load
from autograder.misconception import load_misconceptions
from autograder.nbgrader_bridge.course import build_course
from autograder.notebook import notebook_bytes, release_notebook

STOCK_CONFIG = """c = get_config()
c.CourseDirectory.course_id = "stock"
c.ClearSolutions.enforce_metadata = False
c.ExecutePreprocessor.timeout = 600
"""


def main() -> None:
    """Build both courses, grade both, print seconds and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=6)
    students = parser.parse_args().students
    with tempfile.TemporaryDirectory() as folder:
        stock, ours = Path(folder, "stock"), Path(folder, "ours")
        exercise = load("polysemy")
        notebooks = class_notebooks(exercise, students)
        build_stock(stock, exercise, notebooks)
        build_course(ours, [exercise.slug])
        hand_in(ours, exercise.slug, [notebook_bytes(notebook) for notebook in notebooks])
        run(stock, "nbgrader", "generate_assignment", exercise.slug)
        run(ours, "nbgrader", "generate_assignment", exercise.slug)
        report(students, timed(stock, "nbgrader", "autograde", exercise.slug), timed(ours, "autograder", "grade", "."))


def report(students: int, stock: float, ours: float) -> None:
    """Print the comparison."""
    print(f"{students} submissions to polysemy")
    print(f"  nbgrader autograde, checks in the notebook's cells: {stock:7.1f} s  {stock / students:6.2f} s each")
    print(f"  plm grade, records and gradebook:                   {ours:7.1f} s  {ours / students:6.2f} s each")
    print(f"  ratio: {stock / ours:.1f}")


def class_notebooks(exercise: Exercise, students: int) -> list[NotebookNode]:
    """Right solutions and ones with a mistake each, in turn."""
    reference = exercise.reference.read_text(encoding="utf-8")
    mistakes = [m.source for m in load_misconceptions(exercise)]
    programs = [reference if number % 2 == 0 else f"{reference}\n{mistakes[number]}" for number in range(students)]
    return [filled_notebook(exercise, program) for program in programs]


def build_stock(course: Path, exercise: Exercise, notebooks: list[NotebookNode]) -> None:
    """A course as nbgrader has it by default: the checks run in each student's kernel."""
    source = course / "source" / exercise.slug
    source.mkdir(parents=True)
    (course / "nbgrader_config.py").write_text(STOCK_CONFIG, encoding="utf-8")
    (source / f"{exercise.slug}.ipynb").write_bytes(
        notebook_bytes(with_all_checks(exercise, release_notebook(exercise)))
    )
    hand_in(course, exercise.slug, [notebook_bytes(with_all_checks(exercise, notebook)) for notebook in notebooks])


def with_all_checks(exercise: Exercise, notebook: NotebookNode) -> NotebookNode:
    """The notebook with public and hidden checks in its check cells."""
    for function in exercise.functions:
        cell = next(cell for cell in notebook.cells if cell.id == f"check-{function.cell}")
        call = f'share_passed("{exercise.slug}", "{function.name}", vars())'
        cell.source = f"from autograder.cell import share_passed\n\n{function.points!r} * {call}"
    return notebook


def hand_in(course: Path, slug: str, contents: list[bytes]) -> None:
    """Put files where nbgrader looks for submissions."""
    for number, content in enumerate(contents):
        folder = course / "submitted" / f"student{number:03d}" / slug
        folder.mkdir(parents=True)
        (folder / f"{slug}.ipynb").write_bytes(content)


def timed(folder: Path, module: str, *arguments: str) -> float:
    """Wall-clock seconds of a whole command."""
    start = time.monotonic()
    run(folder, module, *arguments)
    return time.monotonic() - start


def run(folder: Path, module: str, *arguments: str) -> None:
    """Run a command of this environment in a folder."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"{module} {' '.join(arguments)}: {done.stderr[-500:]}")


if __name__ == "__main__":
    main()
