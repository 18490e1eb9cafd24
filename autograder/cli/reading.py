"""Reading a student's file, and the exit code that its Record means."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from autograder.errors import UsageError
from autograder.handed_in import WORK
from autograder.intake import submission_file
from autograder.record import Record
from autograder.text import Lang, Text

_BOTH = Text(
    "检查的是 {path}：{other} 也在这里，取后保存的那个；要检查 {other}，请在命令后面写出它的路径。",
    "checking {path}: {other} is here too, and of two files the one saved last is taken; for {other}, give its path in the command.",
)


def own_file(slug: str, file: Path | None, lang: Lang = "zh") -> Path:
    """The file given, or the exercise's file in this folder or in the folder of its name.

    Of a notebook and a script, which the student package has both, the one saved last: a student works in either.

    Raises:
        UsageError: if there is none.
    """
    if file is not None:
        return file
    for folder in (Path(), Path(slug)):
        both = [path for suffix in ("ipynb", "py") if (path := folder / f"{slug}.{suffix}").is_file()]
        if len(both) == 2:
            other, last = sorted(both, key=lambda path: (path.stat().st_mtime_ns, path.suffix == ".ipynb"))
            Console(stderr=True).print(_BOTH.get(lang).format(path=last, other=other), markup=False, soft_wrap=True)
            return last
        if (found := submission_file(folder, slug, WORK)) is not None:
            return found
    raise UsageError(
        Text(
            f"这个文件夹里没有 {slug}.ipynb 或 {slug}.py：请写出你的文件的路径",
            f"no {slug}.ipynb or {slug}.py in this folder; give the path of your file",
        )
    )


def exit_code(record: Record) -> int:
    """0 if every check passed, else 1."""
    whole = all(check.passed for function in record.functions.values() for check in function.checks)
    return 0 if record.status == "graded" and whole else 1


def read_file(path: Path) -> bytes:
    """A file's bytes.

    Raises:
        UsageError: if it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(
            Text(
                f"{path}：读不了（{error.strerror}）；请写出笔记本或脚本的路径",
                f"{path}: cannot be read ({error.strerror}); give the path of a notebook or script",
            )
        ) from None
