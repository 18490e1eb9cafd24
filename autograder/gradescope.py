"""In the place of a Gradescope autograder: a folder with what was handed in comes in, a results.json goes out."""

from __future__ import annotations

from pathlib import Path

from autograder.archive import Refused
from autograder.collect.source import SourceFile, read_source
from autograder.exercise import Exercise
from autograder.grade import Grader
from autograder.handed_in import choose, is_work
from autograder.record import Record
from autograder.report.exports.gradescope import nothing_text, results_text
from autograder.report.pages import write_text


def grade_folder(submission: Path, results: Path, exercise: Exercise, grader: Grader) -> Record | None:
    """Grade what lies in a folder and write its results.json.

    Args:
        submission: the folder; a zip in it, as `plm pack` makes it, is opened, and links are not followed.
        results: the file to write.
        exercise: what was asked.
        grader: runs it.

    Returns:
        The Record; None where nothing was handed in that could be graded, which gives 0 points and says what to hand in.

    Raises:
        UsageError: if there is no such folder or too much in it.
    """
    files = [file for file in read_source(submission) if file_may_matter(file)]
    contents = {file.path: file.content for file in files if isinstance(file, SourceFile)}
    chosen = choose(contents, exercise.slug)
    if chosen is None:
        write_text(results, nothing_text(exercise, [file for file in files if isinstance(file, Refused)]))
        return None
    record = grader.grade(contents[chosen], chosen.name, exercise)
    write_text(results, results_text(record))
    return record


def file_may_matter(file: SourceFile | Refused) -> bool:
    """Whether a file is a notebook, a script, or something that was not read and has to be told."""
    return isinstance(file, Refused) or is_work(file.path)
