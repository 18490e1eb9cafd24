"""`gradescope`: a results.json a submission, as a Gradescope autograder leaves it.

Format: Gradescope autograder docs, "Output format": `score`, `execution_time`, `tests` with `score`, `max_score`, `status`, `name`,
`output`, `visibility`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from autograder.archive import Refused
from autograder.exercise import Exercise
from autograder.record import FunctionResult, Record
from autograder.report.class_records import ClassRecords
from autograder.report.feedback import checks_text
from autograder.text import Text

_OURS = Text("评分系统出错，助教会处理。", "Grading went wrong on our side; a teaching assistant will see to it.")
_NOTHING = Text(
    "没有找到要评分的文件：请提交 {slug}.ipynb 或 {slug}.py。",
    "There is no file here that is clearly the one to grade: hand in {slug}.ipynb or {slug}.py.",
)


def gradescope_files(class_records: ClassRecords) -> dict[str, str]:
    """`gradescope/<student>/<slug>/results.json`."""
    return {
        f"gradescope/{person.student}/{exercise.slug}/results.json": results_text(record)
        for exercise in class_records.exercises
        for person, record in class_records.of(exercise.slug)
    }


def results_text(record: Record) -> str:
    """One Record as the text of a results.json."""
    return _dumped(results(record))


def not_graded_text() -> str:
    """The results.json of an error of ours: no score, so that no 0 stands for a fault that is not the student's."""
    return _dumped(_not_graded())


def nothing_text(exercise: Exercise, refused: Sequence[Refused]) -> str:
    """The results.json where nothing was handed in that could be graded: 0 points, what to hand in, and what was not read."""
    lines = [_NOTHING.zh.format(slug=exercise.slug), _NOTHING.en.format(slug=exercise.slug)]
    lines += [f"{file.path}: {file.reason.zh} / {file.reason.en}" for file in refused]
    return _dumped(
        {"score": 0.0, "output": "\n".join(lines), "output_format": "text", "visibility": "visible", "tests": []}
    )


def results(record: Record) -> dict[str, Any]:
    """One Record as Gradescope reads it; an error of ours has no score, so that an earlier one is not replaced by 0."""
    if record.status == "error":
        return _not_graded()
    tests = [_function(name, function) for name, function in record.functions.items()]
    if record.written is not None:
        tests.append(_written(record))
    return {
        "score": record.points,
        "execution_time": record.seconds,
        "output": "\n".join(f"{note.zh}\n{note.en}" for note in record.notes),
        "output_format": "text",
        "visibility": "visible",
        "tests": tests,
    }


def _dumped(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1)


def _not_graded() -> dict[str, Any]:
    return {"output": f"{_OURS.zh}\n{_OURS.en}", "output_format": "text", "visibility": "visible", "tests": []}


def _function(name: str, function: FunctionResult) -> dict[str, Any]:
    return {
        "name": name,
        "score": function.points,
        "max_score": function.max_points,
        "status": "passed" if function.points == function.max_points else "failed",
        "output": checks_text(function),
        "output_format": "text",
        "visibility": "visible",
    }


def _written(record: Record) -> dict[str, Any]:
    assert record.written is not None
    written = record.written
    said = f"{written.reason.zh}\n{written.reason.en}" if written.reason else ""
    return {
        "name": "文字部分 written part",
        "score": written.points,
        "max_score": written.max_points,
        "output": said,
        "output_format": "text",
        "visibility": "visible",
    }
