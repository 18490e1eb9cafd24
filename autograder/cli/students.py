"""`plm check`, `plm watch`, `plm hint`, `plm pack`: for students."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.main import app
from autograder.cli.options import Exercises, Json, Lang, LangOption
from autograder.cli.reading import exit_code, own_file, read_file
from autograder.errors import UsageError
from autograder.exercise import Exercise, load
from autograder.record import Record
from autograder.report.terminal import plain, print_record, wide_console
from autograder.student.missing import Remark, open_functions, written_part
from autograder.submission import Submission, read_submission
from autograder.text import Text
from autograder.warm import warm_grader

_SAID = Text(
    "公开检查通过 {passed}/{count} 项；评分时还会运行更多检查（{hidden} 项）。",
    "{passed} of {count} public checks passed; {hidden} more run at grading.",
)
_ALL_SAID = Text(
    "{count} 项公开检查全部通过；评分时还会运行 {hidden} 项。",
    "all {count} public checks passed; {hidden} more run at grading.",
)
_WATCHING = Text(
    "正在看着 {path}，每次保存后检查；Ctrl-C 结束。", "watching {path}, checking at each save; Ctrl-C ends it."
)
_ANSWERED = Text("{functions}：{seconds:.1f} 秒", "{functions}: {seconds:.1f} s")
_HINT = Text("{function}，第 {number}/{count} 条提示：{text}", "{function}, hint {number} of {count}: {text}")
_LAST_HINT = Text("（这是最后一条提示。）", "(This was the last hint.)")
_NO_HINT = Text(
    "{function} 没有提示；先看题目里的例子。", "{function} has no hints; begin with the examples in the task."
)
_NOTHING_TO_HINT = Text("公开检查全部通过，没有需要提示的函数。", "all public checks pass: no function needs a hint.")
_PACKED = Text(
    "{path}：{file}，sha256 {sha256}\n公开检查通过 {passed}/{count} 项；评分时还会运行更多检查。交这个 zip，保留这条回执。",
    "{path}: {file}, sha256 {sha256}\n{passed} of {count} public checks passed; more run at grading. Hand in this zip, keep this receipt.",
)
_WARNING = Text("注意：{said}", "note: {said}")
_UNREADABLE = Text("{path}：没有打包：{reason}", "{path}: not packed: {reason}")

Slug = Annotated[str, typer.Argument(help="The exercise.")]
File = Annotated[Path | None, typer.Argument(help="Your notebook or script; <slug>.ipynb or .py here if left out.")]


@app.command(epilog="Example: plm check polysemy polysemy.ipynb")
def check(
    slug: Slug, file: File = None, as_json: Json = False, exercises: Exercises = None, lang: Lang = LangOption.zh
) -> None:
    """Run the public checks on your work, from top to bottom in a fresh process."""
    exercise = load(slug)
    path = own_file(slug, file, lang.value)
    submission = read_submission(read_file(path), path.name, exercise)
    record, hidden = _checked(exercise, submission)
    if as_json:
        print(json.dumps(record.to_json(lang.value), ensure_ascii=True, indent=1))
    else:
        print_record(record, lang.value, points=False)
        wide_console().print(_said(record, hidden).get(lang.value))
        _print_remarks([written_part(submission, exercise)], lang)
    raise typer.Exit(exit_code(record))


@app.command(epilog="Example: plm watch polysemy")
def watch(slug: Slug, file: File = None, lang: Lang = LangOption.zh) -> None:
    """Run the public checks again at each save: the changed functions first, then all of them in one table."""
    exercise, path, console = load(slug), own_file(slug, file, lang.value), wide_console()
    read_file(path)  # a file that is not there is said at once, not waited for
    console.print(_WATCHING.get(lang.value).format(path=path), markup=False)
    try:
        with warm_grader(unconfined=True) as grader:
            from autograder.student.watch import watch as answers

            hidden = grader.bench(exercise).hidden_checks
            for answer in answers(path, exercise, grader):
                functions = ", ".join(answer.functions)
                console.rule(
                    _ANSWERED.get(lang.value).format(functions=functions, seconds=answer.seconds), align="left"
                )
                print_record(answer.record, lang.value, points=False)
                if len(answer.record.functions) == len(exercise.functions):
                    console.print(_said(answer.record, hidden).get(lang.value))
    except KeyboardInterrupt:
        raise typer.Exit(0) from None


@app.command(epilog="Example: plm hint polysemy token_span")
def hint(
    slug: Annotated[str, typer.Argument(help="The exercise; <slug>.<function>, as in a notebook, names both.")],
    function: Annotated[
        str | None, typer.Argument(help="The function; the first whose public checks do not pass if left out.")
    ] = None,
    lang: Lang = LangOption.zh,
) -> None:
    """Give the next hint for a function, one step at a time."""
    from autograder.student.hints import next_hint

    slug, _, joined = slug.partition(".")
    exercise = load(slug)
    name = function or joined or _first_failing(exercise, own_file(slug, None, lang.value))
    if name is None:
        print(_NOTHING_TO_HINT.get(lang.value))
        return
    step = next_hint(exercise, name, Path())
    if step is None:
        print(_NO_HINT.get(lang.value).format(function=name))
    else:
        parts = {
            "function": step.function,
            "number": step.number,
            "count": step.count,
            "text": step.text.get(lang.value),
        }
        print(_HINT.get(lang.value).format(**parts))
        if step.number == step.count:
            print(_LAST_HINT.get(lang.value))


@app.command(epilog="Example: plm pack polysemy polysemy.ipynb")
def pack(
    slug: Slug,
    file: File = None,
    output: Annotated[Path, typer.Option(help="The folder that the zip goes to.")] = Path(),
    as_json: Json = False,
    lang: Lang = LangOption.zh,
) -> None:
    """Verify your work in a fresh process and pack it for handing in, with a receipt; what is missing is said, and packed as it is."""
    from autograder.student.pack import pack as pack_file

    exercise, path = load(slug), own_file(slug, file, lang.value)
    content, submission = _to_pack(path, exercise)
    record, _ = _checked(exercise, submission)
    target, receipt = pack_file(content, path, exercise, record, output)
    remarks = [open_functions(submission, exercise), written_part(submission, exercise)]
    if as_json:
        missing = [remark.text.get(lang.value) for remark in remarks if remark and not remark.enough]
        print(json.dumps({"path": str(target), **asdict(receipt), "missing": missing}, ensure_ascii=True))
    else:
        print_record(record, lang.value, points=False)
        parts = {"passed": receipt.public_passed, "count": receipt.public_checks, "file": receipt.file}
        print(_PACKED.get(lang.value).format(path=target, sha256=receipt.sha256, **parts))
        _print_remarks(remarks, lang)
    raise typer.Exit(max(exit_code(record), any(remark and not remark.enough for remark in remarks)))


def _to_pack(path: Path, exercise: Exercise) -> tuple[bytes, Submission]:
    """The file's bytes and what grading reads in them, if it can."""
    from autograder.student.pack import read_to_pack

    read_file(path)
    content = read_to_pack(path)
    submission = read_submission(content, path.name, exercise)
    if (why := submission.unreadable) is not None:
        parts = ((_UNREADABLE.zh, why.zh), (_UNREADABLE.en, why.en))
        raise UsageError(Text(*(said.format(path=path, reason=reason) for said, reason in parts)))
    return content, submission


def _print_remarks(remarks: Iterable[Remark | None], lang: LangOption) -> None:
    console = wide_console()
    for remark in remarks:
        if remark is not None:
            said = remark.text.get(lang.value)
            line = said if remark.enough else _WARNING.get(lang.value).format(said=said)
            console.print(plain(line, "" if remark.enough else "yellow"))


def _checked(exercise: Exercise, submission: Submission) -> tuple[Record, int]:
    """What the public checks find, and how many more run at grading."""
    with warm_grader(unconfined=True) as grader:
        from autograder.grade import PUBLIC

        record = grader.grade_program(submission, exercise, PUBLIC)
        return record, grader.bench(exercise).hidden_checks


def _first_failing(exercise: Exercise, path: Path) -> str | None:
    record, _ = _checked(exercise, read_submission(read_file(path), path.name, exercise))
    failing = (name for name, f in record.functions.items() if any(check.passed is False for check in f.checks))
    return next(failing, None)


def _said(record: Record, hidden: int) -> Text:
    checks = [check for function in record.functions.values() for check in function.checks]
    numbers = {"passed": sum(c.passed is True for c in checks), "count": len(checks), "hidden": hidden}
    said = _ALL_SAID if checks and all(c.passed for c in checks) else _SAID
    return Text(said.zh.format(**numbers), said.en.format(**numbers))
