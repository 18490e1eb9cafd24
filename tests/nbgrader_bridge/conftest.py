"""Two courses with the same class: one graded by nbgrader's stock commands, one by our writer.

Nearly all Records are made here, so that what is tested is the way into nbgrader and not the grading; one student (`REAL`) is graded.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from autograder.demo import sample_class
from autograder.exercise import Exercise, load
from autograder.intake import submission_file
from autograder.nbgrader_bridge.course import build_course
from autograder.nbgrader_bridge.gradebook import write_gradebook
from autograder.nbgrader_bridge.prepare import prepare_submissions
from autograder.notebook import release_notebook
from autograder.record import CheckResult, FunctionResult, Record, Visibility, WrittenResult, write_record
from autograder.student.pack import RECEIPT
from autograder.text import Text

ROOT = Path(__file__).resolve().parents[2]
SENTINEL = "SENTINEL-7f3a"
"""Stands in every part of the made Records that no student may see."""
SAMPLES = ("right-notebook", "right-script", "half-done", "duplicated-grade-cell", "deleted-cell", "no-json")
REAL = "packed-renamed"
HOSTILE = "<script>alert(1)</script> <img src=x onerror=alert(2)>\n\n**words** a<b [go](javascript:alert(3))"
LATE = "2026-03-03 12:00:00.000000 UTC"
DUE = "2026-03-01 12:00:00.000000 UTC"
LATE_SETTING = 'c.AssignLatePenalties.plugin_class = "tests.nbgrader_bridge.late.OnePointADay"\n'


@dataclass(frozen=True)
class Course:
    """A course's folder, and what nbgrader said in it."""

    folder: Path
    said: str = ""

    def gradebook(self) -> Gradebook:
        """The course's gradebook, open."""
        return Gradebook(f"sqlite:///{self.folder}/gradebook.db", self.folder.name)


def environment() -> dict[str, str]:
    """An environment in which nbgrader's programs and this checkout are found."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}


def nbgrader(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run nbgrader's own command line in a course, as a teaching assistant would."""
    return subprocess.run(
        [sys.executable, "-m", "nbgrader", *arguments],
        cwd=folder,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=280,
        check=False,
    )


def what_would_run(html: str) -> list[str]:
    """Of a page's elements those that would run `HOSTILE`'s code in a browser."""
    reader = _Hostile()
    reader.feed(html)
    return reader.found


class _Hostile(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tag = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tag = tag
        self.found += [f"{name}={value}" for name, value in attrs if "alert(" in (value or "")]

    def handle_data(self, data: str) -> None:
        if self.tag == "script" and "alert(1)" in data:
            self.found.append(data)


def hand_in(folder: Path, student: str, file: str, content: bytes, slug: str = "polysemy") -> Path:
    """Put a file where submissions lie."""
    path = folder / "submitted" / student / slug / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def record_for(folder: Path, student: str, exercise: Exercise, part: float = 0.5) -> Record:
    """Write a made Record of what a student handed in, with this part of all points."""
    file = submission_file(folder / "submitted" / student / exercise.slug, exercise.slug)
    assert file is not None
    functions = {
        f.name: FunctionResult(
            round(f.points * part, 2), f.points, (_check(f.name, "public"), _check(f.name, "hidden"))
        )
        for f in exercise.functions
    }
    written = WrittenResult(1.5, exercise.written.points, {SENTINEL: 1}) if exercise.written else None
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    record = Record(
        exercise.slug, f"{SENTINEL}/{student}", digest, exercise.key, "graded", None, functions, written,
        {"level": SENTINEL}, 0.0,
    )  # fmt: skip
    write_record(record, folder / "records" / exercise.slug / f"{student}.json")
    return record


def _check(function: str, visibility: Visibility) -> CheckResult:
    return CheckResult(
        id=f"{function}.{SENTINEL}",
        title=Text(f"{function} 的{visibility}检查", f"the {visibility} check of {function}"),
        visibility=visibility,
        passed=visibility == "public",
        reason=Text("给出了 <b>0.0</b>", "gave <b>0.0</b>"),
        misconception=SENTINEL,
        hint=Text(f"再看看 {function}", f"look again at {function}"),
        student_trace=("line 3: return 1 / 0",),
    )


@pytest.fixture(scope="session")
def class_folder(tmp_path_factory: pytest.TempPathFactory, polysemy: Exercise) -> Path:
    """A course with a class of all kinds in it, Records for all but one."""
    folder = tmp_path_factory.mktemp("class") / "course"
    build_course(folder, ["polysemy"])
    with (folder / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write(LATE_SETTING)
    files = {one.student.split("-", 1)[1]: one for one in sample_class(polysemy)}
    for kind in SAMPLES:
        hand_in(folder, kind, files[kind].file, files[kind].content)
    right = files["right-notebook"].content
    hand_in(folder, REAL, "my homework (1).zip", _packed(right))
    hand_in(folder, "陈静", "polysemy.ipynb", _raised(right))
    hand_in(folder, "old-format", "polysemy.ipynb", nbformat.writes(nbformat.reads(right, 4), version=3).encode())
    hand_in(folder, "late", "polysemy.ipynb", right)
    hand_in(folder, "late", "timestamp.txt", LATE.encode())
    hand_in(folder, "hostile", "polysemy.ipynb", _with_answer(polysemy, HOSTILE))
    hand_in(folder, "pdf", "homework.pdf", b"%PDF-1.7 ...")
    hand_in(folder, "two-files", "a.ipynb", right)
    hand_in(folder, "two-files", "b.ipynb", right)
    (folder / "submitted" / "nothing" / "polysemy").mkdir(parents=True)
    prepare_submissions(folder)
    for number, path in enumerate(sorted((folder / "submitted").iterdir())):
        if path.name != REAL:
            record_for(folder, path.name, polysemy, part=(number % 5) / 4)
    return folder


def _packed(notebook: bytes) -> bytes:
    """What `plm pack` makes of a notebook."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("polysemy.ipynb", notebook)
        archive.writestr(RECEIPT, "{}")
    return buffer.getvalue()


def _raised(content: bytes) -> bytes:
    """A notebook whose owner gave its cells more points and unlocked them."""
    notebook = nbformat.reads(content, 4)
    notebook.metadata.kernelspec.name = "evil"
    for cell in notebook.cells:
        flags = cell.metadata.get("nbgrader", {})
        if flags.get("grade"):
            flags.update(points=100, locked=False)
            cell.source = "100.0"
    return nbformat.writes(notebook).encode()


def _with_answer(exercise: Exercise, text: str) -> bytes:
    notebook = release_notebook(exercise)
    assert exercise.written
    next(cell for cell in notebook.cells if cell.id == exercise.written.name).source = text
    return nbformat.writes(notebook).encode()


@pytest.fixture(scope="session")
def released(class_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The course after `nbgrader generate_assignment`, with a due date."""
    folder = tmp_path_factory.mktemp("released") / "course"
    shutil.copytree(class_folder, folder)
    made = nbgrader(folder, "generate_assignment", "polysemy")
    assert made.returncode == 0, made.stderr
    course = Course(folder, made.stderr)
    with course.gradebook() as gradebook:
        gradebook.update_or_create_assignment("polysemy", duedate=DUE)
    return course


@pytest.fixture(scope="session")
def stock(released: Course, tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The class graded by `nbgrader autograde`, after a first attempt was killed in the middle of a student."""
    folder = tmp_path_factory.mktemp("stock") / "course"
    shutil.copytree(released.folder, folder)
    half_done = folder / "autograded" / "half-done" / "polysemy" / "polysemy.ipynb"
    half_done.parent.mkdir(parents=True)
    half_done.write_bytes((folder / "release" / "polysemy" / "polysemy.ipynb").read_bytes())
    graded = nbgrader(folder, "autograde", "polysemy")
    assert graded.returncode == 0, graded.stderr
    return Course(folder, graded.stderr)


@pytest.fixture(scope="session")
def fast(released: Course, stock: Course, tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The class brought into the gradebook by our writer, from the same Records."""
    folder = tmp_path_factory.mktemp("fast") / "course"
    shutil.copytree(released.folder, folder)
    shutil.copytree(stock.folder / "records", folder / "records", dirs_exist_ok=True)
    students = [path.stem for path in (folder / "records" / "polysemy").iterdir()]
    assert write_gradebook(folder, "polysemy", students) == []
    return Course(folder)


@pytest.fixture
def small(released: Course, tmp_path: Path) -> Course:
    """A released course of two students, in the gradebook already, for tests that change something."""
    folder = tmp_path / "course"
    shutil.copytree(released.folder, folder, ignore=lambda path, _: _others(Path(path)))
    for student in ("late", "right-script"):
        record_for(folder, student, load("polysemy"))
    assert write_gradebook(folder, "polysemy", []) == []
    return Course(folder)


def _others(path: Path) -> list[str]:
    """What the small course does not take over: other students, and all Records."""
    if path.name == "submitted":
        return [one.name for one in path.iterdir() if one.name not in ("late", "right-script")]
    return [one.name for one in path.iterdir()] if path.name == "records" else []
