"""`gradescope`: a results.json a submission, as a Gradescope autograder leaves it.

Format: Gradescope autograder docs, "Output format": `score`, `execution_time`, `tests` with `score`, `max_score`, `status`, `name`,
`output`, `visibility`.
"""

from __future__ import annotations

import json
from typing import Any

from autograder.record import FunctionResult, Record
from autograder.report.class_records import ClassRecords
from autograder.report.feedback import checks_text
from autograder.text import Text


def gradescope_files(class_records: ClassRecords) -> dict[str, str]:
    """`gradescope/<student>/<slug>/results.json`."""
    return {
        f"gradescope/{person.student}/{exercise.slug}/results.json": results_text(record)
        for exercise in class_records.exercises
        for person, record in class_records.of(exercise.slug)
    }


def results_text(record: Record) -> str:
    """One Record as the text of a results.json."""
    return json.dumps(results(record), ensure_ascii=False, indent=1)


def results(record: Record) -> dict[str, Any]:
    """One Record as Gradescope reads it; an error of ours has no score, so that an earlier one is not replaced by 0."""
    if record.status == "error":
        said = Text(
            "评分系统出错，助教会处理。", "Grading went wrong on our side; a teaching assistant will see to it."
        )
        return {"output": f"{said.zh}\n{said.en}", "visibility": "visible", "tests": []}
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
