"""A class's grades for other systems: one module a format, each a function from Records to files."""

from __future__ import annotations

from collections.abc import Callable

from autograder.report.class_records import ClassRecords
from autograder.report.exports.canvas import canvas_files
from autograder.report.exports.gradescope import gradescope_files
from autograder.report.exports.junit import junit_files
from autograder.report.exports.moodle import moodle_files
from autograder.report.exports.table import csv_files

FORMATS: dict[str, Callable[[ClassRecords], dict[str, str]]] = {
    "csv": csv_files,
    "canvas": canvas_files,
    "moodle": moodle_files,
    "gradescope": gradescope_files,
    "junit": junit_files,
}
"""Format to what makes its files: path relative to the output folder -> text."""
