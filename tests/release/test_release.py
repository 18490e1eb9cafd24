"""The student package works on its own and gives nothing away: every file in it is searched, inside archives too."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.exercise import Exercise, load
from autograder.misconception import load_misconceptions
from autograder.release import build_package
from autograder.release.answers import record_answers
from autograder.release.package import ARCHIVE
from autograder.template import make_exercise

SLUG = "polysemy"
_LONG = 32


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    return load(SLUG)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory, exercise: Exercise) -> Path:
    folder = tmp_path_factory.mktemp("release") / "students"
    list(build_package(folder, [exercise]))
    return folder


def contents(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """A file and, if it is an archive, what is in it."""
    yield name, data
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for inner in archive.namelist():
                yield from contents(archive.read(inner), f"{name}/{inner}")


def everything(package: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(package.rglob("*")):
        if path.is_file():
            yield from contents(path.read_bytes(), path.name)


def telling_lines(source: str, open_text: str) -> list[str]:
    """Lines long enough to be told apart that stand in no text that students may read."""
    lines = {line.strip() for line in source.splitlines()}
    return sorted(line for line in lines if len(line) >= _LONG and line not in open_text)


def secret_lines(exercise: Exercise) -> dict[str, list[str]]:
    sheets = exercise.folder.glob("task.*.md")
    read = [path.read_text(encoding="utf-8") for path in (exercise.stub, exercise.checks("public"), *sheets)]
    open_text = "\n".join(read) + "".join(m.hint.zh + m.hint.en for m in load_misconceptions(exercise))
    secrets = {
        "hidden checks": exercise.checks("hidden").read_text(encoding="utf-8"),
        "reference": exercise.reference.read_text(encoding="utf-8"),
        "misconceptions": "\n".join(m.source for m in load_misconceptions(exercise)),
        "variants": "\n".join(path.read_text(encoding="utf-8") for path in exercise.variants),
    }
    return {name: telling_lines(source, open_text) for name, source in secrets.items()}


def test_there_is_enough_to_search_for(exercise: Exercise) -> None:
    assert all(len(lines) > 20 for lines in secret_lines(exercise).values())


@pytest.mark.parametrize("kind", ["hidden checks", "reference", "misconceptions", "variants"])
def test_no_file_holds_a_line_of_what_is_hidden(package: Path, exercise: Exercise, kind: str) -> None:
    wanted = [line.encode() for line in secret_lines(exercise)[kind] if not _is_common(line)]
    assert wanted
    for name, data in everything(package):
        found = [line.decode() for line in wanted if line in data]
        assert not found, f"{name} holds {found[:3]}"


def _is_common(line: str) -> bool:
    """Imports and signatures are in the contract or in any program; hints go along as data."""
    return line.startswith(('"', "from ", "import ", "def ", "@", "return ", "raise "))


def test_no_hidden_check_is_named_and_no_bytecode_goes_along(package: Path, exercise: Exercise) -> None:
    names = [name for name, _ in everything(package)]
    assert not [name for name in names if name.endswith(".pyc") or "/hidden/" in name or "rubric" in name]
    assert not [name for name in names if "reference" in name.rsplit("/", 1)[-1]]
    assert not [name for name in names if "misconceptions" in name and name.endswith(".py")]


def test_outcomes_of_misconceptions_are_of_public_checks_alone(package: Path, exercise: Exercise) -> None:
    public = exercise.checks("public").read_text(encoding="utf-8")
    wheel = next(package.glob("*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        outcomes = json.loads(archive.read(f"autograder/misconceptions/{SLUG}/outcomes.json"))
    assert outcomes
    assert all(f'"{check}"' in public for check in outcomes)


def test_the_archive_holds_the_whole_package(package: Path) -> None:
    with zipfile.ZipFile(package / ARCHIVE) as archive:
        inside = {name.removeprefix("plm-exercises/") for name in archive.namelist()}
    outside = {str(path.relative_to(package)) for path in package.rglob("*") if path.is_file()}
    assert inside == outside - {ARCHIVE}


def test_the_readme_lists_what_is_there_and_gives_commands_as_they_are_typed(package: Path, exercise: Exercise) -> None:
    text = (package / "README.md").read_text(encoding="utf-8")
    [wheel] = package.glob("*.whl")
    assert f"pip install ./{wheel.name} " in text
    assert r"# Windows: .venv\Scripts\activate" + "\n" in text
    assert f"- `{SLUG}`: {exercise.title.zh} · {exercise.title.en}\n" in text


def test_two_releases_are_the_same_bytes(package: Path, exercise: Exercise) -> None:
    before = (package / ARCHIVE).read_bytes()
    list(build_package(package, [exercise]))
    assert (package / ARCHIVE).read_bytes() == before


@pytest.fixture(scope="module")
def student(tmp_path_factory: pytest.TempPathFactory, package: Path) -> Path:
    """A virtual environment with the student wheel; other packages are borrowed from this one, the project is not."""
    folder = tmp_path_factory.mktemp("laptop")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True, timeout=120)
    python = folder / "venv" / "bin" / "python"
    command = [python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", next(package.glob("*.whl"))]
    subprocess.run(command, check=True, timeout=120)
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    target = subprocess.run([python, "-c", code], check=True, capture_output=True, encoding="utf-8").stdout.strip()
    Path(target, "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder


def plm(student: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [student / "venv" / "bin" / "plm", *arguments]
    return subprocess.run(command, cwd=student, capture_output=True, encoding="utf-8", timeout=280, check=False)


def test_a_right_solution_passes_all_public_checks_without_the_reference(student: Path, exercise: Exercise) -> None:
    work = student / f"{SLUG}.py"
    work.write_bytes(exercise.variants[0].read_bytes())
    done = plm(student, "check", SLUG, work, "--json")
    assert done.returncode == 0, done.stderr
    checks = [check for f in json.loads(done.stdout)["functions"].values() for check in f["checks"]]
    assert len(checks) > 10
    assert all(check["passed"] for check in checks)


def test_a_known_mistake_is_named_without_the_misconceptions_code(student: Path, exercise: Exercise) -> None:
    mistake = next(m for m in load_misconceptions(exercise) if m.name == "span_character_index")
    work = student / "wrong.py"
    work.write_text(exercise.reference.read_text(encoding="utf-8") + "\n" + mistake.source, encoding="utf-8")
    done = plm(student, "pack", SLUG, work, "--json", "--output", student)
    assert done.returncode == 1, done.stderr  # packed all the same: checks that fail are said, not forbidden
    receipt = json.loads(done.stdout)
    assert receipt["public_passed"] < receipt["public_checks"]
    done = plm(student, "check", SLUG, work, "--lang", "en")
    assert done.returncode == 1
    assert mistake.hint.en.split(".")[0].split(":")[0][:40] in " ".join(done.stdout.replace("│", " ").split())


def test_students_may_list_and_see_the_models(student: Path) -> None:
    listed = json.loads(plm(student, "models", "list", "--json").stdout)
    assert {model["name"] for model in listed["models"]} >= {"bert-zh", "e5-small", "bert-base-chinese"}
    assert "## Held-out results" in plm(student, "models", "show", "gpt2-zh").stdout


def test_teachers_commands_are_not_there(student: Path) -> None:
    assert plm(student, "selftest").returncode == 2
    assert "watch" in plm(student, "--help").stdout


def test_what_a_reference_prints_is_not_told_to_whoever_makes_the_package(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_exercise("printing", tmp_path)
    reference = tmp_path / "reference" / "printing.py"
    source = reference.read_text(encoding="utf-8")
    reference.write_text(f"{source}\n_quiet = softmax\n\n\ndef softmax(scores, temperature=1.0):\n", encoding="utf-8")
    with reference.open("a", encoding="utf-8") as file:
        file.write("    print('step 1')\n    return _quiet(scores, temperature)\n")
    recorded = record_answers(load("printing", tmp_path))
    assert recorded.public and "step 1" not in capsys.readouterr().out
