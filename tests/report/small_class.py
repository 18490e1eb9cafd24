"""A small class made of Records alone: nothing is graded here."""

from __future__ import annotations

from pathlib import Path

from autograder.record import CheckResult, FunctionResult, Picture, Record, WrittenResult, write_record
from autograder.text import Text

NASTY = {
    "comma": "Doe, Jane",
    "quote": 'O"Neil "J"',
    "newline": "Two\nLines",
    "accent": "Zoë Müller",
    "han": "李 小明",
    "formula": "=HYPERLINK(1)",
    "html": "<script>alert(1)</script>&amp;",
    "escape": "red\x1b[31mname",
}
HINT = Text("你把 `[CLS]` 也算进去了", "you count `[CLS]` too")


def write_course(folder: Path) -> Path:
    """A course with a Record for every nasty name, two of them failing, one an error of ours, one student without any."""
    quoted = ['"' + name.replace('"', '""') + '"' for name in NASTY.values()]
    rows = [
        f"{student},{name},{number},1{number}" for number, (student, name) in enumerate(zip(NASTY, quoted, strict=True))
    ]
    text = "\n".join(["student,name,canvas_id,moodle_id", *rows, "absent,Nobody Yet,99,199"]) + "\n"
    (folder / "submitted").mkdir(parents=True)
    (folder / "roster.csv").write_text(text, encoding="utf-8", newline="")
    for student in NASTY:
        record = make_record(student, student not in ("comma", "han"), "error" if student == "accent" else "graded")
        write_record(record, folder / "records" / "polysemy" / f"{student}.json")
    return folder


def make_record(student: str, passed: bool = True, status: str = "graded") -> Record:
    """A Record of two functions: one that passed and one that did or did not."""
    reason = None if passed else Text("返回值是 <b>3</b>，应为 2", "the value is <b>3</b>, 2 was expected")
    checks = (
        CheckResult("token_span.a", Text("公开的", "public"), "public", passed, 1.0, reason, pictures=(picture(),)),
        CheckResult(
            "token_span.b",
            Text("隐藏的", "hidden"),
            "hidden",
            passed,
            1.0,
            reason,
            None if passed else "counts_cls",
            None if passed else HINT,
            student_trace=() if passed else ("cell 3, 2: return <evil>",),
        ),
    )
    functions = {
        "parse_marked": FunctionResult(2.0, 2.0, (CheckResult("parse_marked.a", Text("甲", "first"), "public", True),)),
        "token_span": FunctionResult(4.0 if passed else 0.0, 4.0, checks),
    }
    written = WrittenResult(1.5, 3.0, facets(), True, Text("由助教批阅", "by hand"), 0.4)
    error = None if status == "graded" else "OSError: /secret/path"
    name = f"{student}/polysemy/polysemy.ipynb"
    return Record(
        "polysemy", name, student.ljust(8, "0"), "1-x", status, error, functions, written, {"level": "full"}, 1.25
    )


def picture() -> Picture:
    return Picture("line", Text("逐层", "by layer"), ("0", "1"), {"你的 <yours>": (0.5, -0.25)})


def facets() -> dict[str, object]:
    title, said = {"zh": "依据", "en": "from what"}, {"zh": "没有找到", "en": "not found"}
    return {"a": {"title": title, "points": 0.5, "max_points": 1.0, "found": None, "missing": said}}
