"""What the documents say can be done, is done here: commands are run or parsed, files looked for, code compiled.

The commands of a lecturer's and an author's day are run in one temporary folder. The others are expensive (all exercises, the whole
demonstration), need another machine, or wait for a key; they are held against the commands' own options.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from autograder.checks.runner import CheckRunner
from autograder.cli.main import _add_commands, app
from autograder.exercise import load
from autograder.homes import VARIABLE
from autograder.sandbox import UNCONFINED

ROOT = Path(__file__).resolve().parent.parent
_FOUND = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*/README.md")]
PAGES = sorted(path for path in _FOUND if path.name != "CHANGELOG.md")
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)#]+)\)")
_RUN_BEFORE_GRADING = ("plm course build nlp-2026", "plm collect nlp-2026 submissions.zip")


def blocks(page: Path, *languages: str) -> list[str]:
    """A page's fenced texts of these languages ("" where none is named)."""
    return [body for language, body in _FENCE.findall(page.read_text(encoding="utf-8")) if language in languages]


def commands(page: Path) -> list[list[str]]:
    """The command lines of a page's plain blocks, in words; what follows `#` is said to the reader."""
    lines = [line for block in blocks(page, "", "bash", "console", "sh") for line in block.splitlines()]
    words = [shlex.split(line.removeprefix("$ "), comments=True) for line in lines if _is_command(line)]
    return [part for line in words for part in _parts(line)]


def _is_command(line: str) -> bool:
    return line.removeprefix("$ ").startswith(("plm ", "nbgrader ", "make ", "python -m ", "cd "))


def _parts(words: list[str]) -> Iterator[list[str]]:
    """The commands between `&&`."""
    part: list[str] = []
    for word in words:
        if word == "&&":
            yield part
            part = []
        else:
            part.append(word)
    yield part


def inline(page: Path) -> list[str]:
    """What stands between single backticks."""
    return _INLINE.findall(_FENCE.sub("", page.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def plm() -> Any:
    """The command line itself."""
    _add_commands()
    return get_command(app)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the folder of exercises that examples name."""
    (tmp_path / "my-exercises" / "assignments").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(VARIABLE, "")
    return tmp_path


def leaf(command: Any, words: list[str]) -> tuple[Any, list[str]]:
    """The command that these words name, and the words behind its name."""
    while words and hasattr(command, "commands") and not words[0].startswith("-"):
        assert words[0] in command.commands, f"no command {words[0]!r} in {sorted(command.commands)}"
        command, words = command.commands[words[0]], words[1:]
    return command, words


def options(command: Any) -> set[str]:
    """The options that a command knows."""
    return {"--help", *(name for parameter in command.params for name in parameter.opts)}


def leaves(command: Any) -> Iterator[Any]:
    """All commands that do something."""
    for one in command.commands.values():
        if hasattr(one, "commands"):
            yield from leaves(one)
        else:
            yield one


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_line_is_one_that_plm_takes(page: Path, plm: Any, folder: Path) -> None:
    for words in commands(page):
        if words[0] == "plm":
            command, rest = leaf(plm, words[1:])
            command.make_context("plm", rest)


def test_every_commands_help_has_an_example_that_it_takes(plm: Any, folder: Path) -> None:
    for command in leaves(plm):
        assert command.epilog and command.epilog.startswith("Example: plm "), command.name
        named, rest = leaf(plm, shlex.split(command.epilog.removeprefix("Example: "))[1:])
        assert named is command
        command.make_context("plm", rest)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_in_a_sentence_exists_with_its_options(page: Path, plm: Any) -> None:
    for text in inline(page):
        if text.startswith("plm "):
            command, rest = leaf(plm, shlex.split(text)[1:])
            assert {word.split("=")[0] for word in rest if word.startswith("--")} <= options(command), text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_make_target_and_module_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    said = [*commands(page), *(text.split() for text in inline(page))]
    for words in said:
        if words[:1] == ["make"] and len(words) > 1 and re.fullmatch("[a-z-]+", words[1]):
            assert words[1] in targets
        if words[:2] == ["python", "-m"] and words[2].startswith(("benchmarks", "tools", "tests")):
            assert importlib.util.find_spec(words[2]) is not None, words[2]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_and_folder_named_is_there(page: Path) -> None:
    homes = (ROOT, ROOT / "autograder")
    known = {path.name for home in homes for path in home.iterdir() if path.is_dir()} - {"release", "report"}
    for text in inline(page):
        if re.fullmatch(r"[\w.-]+(/[\w.-]+)*/?", text) and "/" in text and text.split("/")[0] in known:
            assert any((home / text).exists() for home in homes), text
    for target in _LINK.findall(page.read_text(encoding="utf-8")):
        assert "://" in target or (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_code_and_settings_are_valid(page: Path) -> None:
    for source in blocks(page, "python"):
        compile(source, str(page), "exec")
    for text in blocks(page, "toml"):
        tomllib.loads(text)


def test_the_authors_page_shows_a_check_and_a_manifest_as_they_are_read(tmp_path: Path) -> None:
    manifest = tomllib.loads(blocks(ROOT / "docs" / "authors.md", "toml")[0])
    first = load("polysemy").functions[0]
    assert manifest["functions"][0] == {"name": first.name, "signature": first.signature, "points": first.points}
    (tmp_path / "shown.py").write_text(blocks(ROOT / "docs" / "authors.md", "python")[1], encoding="utf-8")
    runner = CheckRunner({"hidden": tmp_path / "shown.py"})
    assert [(check.id, check.share, visibility) for check, visibility in runner.checks] == [
        ("word_vector.layer", 2, "hidden")
    ]
    runner.close()


def run(words: list[str], folder: Path) -> None:
    """Run a command line as a reader would, with this interpreter."""
    module = {"plm": "autograder", "nbgrader": "nbgrader"}[words[0]]
    done = subprocess.run(
        [sys.executable, "-m", module, *words[1:]],
        cwd=folder,
        env={
            **{name: value for name, value in os.environ.items() if name != VARIABLE},
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            UNCONFINED: "1",
        },
        capture_output=True,
        encoding="utf-8",
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, f"{shlex.join(words)}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course that the documents build, with what one student handed in, collected from a zip."""
    folder = tmp_path_factory.mktemp("docs")
    with zipfile.ZipFile(folder / "submissions.zip", "w") as archive:
        archive.write(load("polysemy").reference, "li/polysemy/polysemy.py")
    for line in _RUN_BEFORE_GRADING:
        run(shlex.split(line), folder)
    return folder / "nlp-2026"


def test_both_readmes_have_the_same_commands() -> None:
    assert commands(ROOT / "README.md") == commands(ROOT / "README.zh-CN.md")


def test_the_readmes_commands_do_a_course(course: Path) -> None:
    place = course.parent
    for words in commands(ROOT / "README.md"):
        if words[0] == "cd":
            place = place / words[1]
        elif words[0] != "make":
            run(words, place)
    assert (course / "gradebook.db").is_file()
    assert (course / "grades.csv").is_file()
    assert (course / "feedback" / "li" / "polysemy" / "polysemy.html").is_file()


def test_the_teaching_assistants_commands_do_their_work(course: Path) -> None:
    lines = [words for words in commands(ROOT / "docs" / "teaching-assistants.md") if words[0] == "plm"]
    assert list(_RUN_BEFORE_GRADING) == [shlex.join(words) for words in lines if words[1] in ("course", "collect")]
    for words in lines:
        if words[1] in ("grade", "explain", "similar", "export"):  # a release of everything takes minutes
            run(words, course.parent)
    assert list((course / "report").glob("similar-polysemy.html"))
    assert list(course.rglob("*canvas*.csv"))


def test_the_authors_commands_make_an_exercise(tmp_path: Path) -> None:
    lines = [words for words in commands(ROOT / "docs" / "authors.md") if words[0] == "plm"]
    assert [words[1] for words in lines] == ["new", "selftest", "grade-one", "course", "release"]
    for words in lines:
        if words[1] != "grade-one":  # tests/examples does that
            run(words, tmp_path)
    assert (tmp_path / "students" / "relevance" / "relevance.ipynb").is_file()
    assert (tmp_path / "my-course" / "source" / "relevance" / "relevance.ipynb").is_file()
