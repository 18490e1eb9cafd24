"""What a course's `nbgrader_config.py` sets: our exporter reads submissions, our preprocessors grade them."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from autograder.errors import UsageError
from autograder.homes import use_homes_of
from autograder.nbgrader_bridge.prepare import clear_half_done, is_exercise, prepare_submissions
from autograder.notebook import CLEAR_SOLUTIONS

_BRIDGE = "autograder.nbgrader_bridge"
EXPORTER = f"{_BRIDGE}.exporter.SubmissionExporter"
SANITIZE = ("nbgrader.preprocessors.OverwriteCells", "nbgrader.preprocessors.CheckCellMetadata")
AUTOGRADE = (
    f"{_BRIDGE}.preprocessors.GradeCells",
    "nbgrader.preprocessors.SaveAutoGrades",
    f"{_BRIDGE}.preprocessors.SuggestWrittenPoints",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
)


def configure(c: Any, config_file: str) -> None:
    """Set up nbgrader for a course; called by its `nbgrader_config.py`.

    Args:
        c: nbgrader's configuration object.
        config_file: the configuration's own path.
    """
    root = Path(config_file).resolve().parent
    c.CourseDirectory.root = str(root)
    c.CourseDirectory.course_id = root.name
    c.ClearSolutions.code_stub = CLEAR_SOLUTIONS["code_stub"]
    c.ClearSolutions.text_stub = CLEAR_SOLUTIONS["text_stub"]
    c.Autograde.exporter_class = EXPORTER
    c.Autograde.sanitize_preprocessors = list(SANITIZE)
    c.Autograde.autograde_preprocessors = list(AUTOGRADE)
    c.HTMLExporter.filters = {"markdown2html": f"{_BRIDGE}.safe_markdown.safe_markdown2html"}
    _find_exercises(root)
    _prepare(root, sys.argv[1:])


def _find_exercises(root: Path) -> None:
    """Find the course's exercises; without them nbgrader reports each submission as not graded, and the earlier grades stay."""
    try:
        use_homes_of(root)
    except UsageError as error:
        logging.getLogger("traitlets").error("%s", error)


def _prepare(root: Path, arguments: Sequence[str]) -> None:
    """Make ready what is handed in; a course that may only be read can still be exported."""
    try:
        prepare_submissions(root)
        for slug in being_autograded(arguments):
            clear_half_done(root, slug)
    except OSError as error:
        logging.getLogger("traitlets").warning("%s: submissions not made ready (%s)", root, error)


def being_autograded(arguments: Sequence[str]) -> list[str]:
    """The exercise that an `nbgrader autograde` command line names.

    Example:
        >>> being_autograded(["autograde", "--force", "--assignment=polysemy"])
        ['polysemy']
    """
    if arguments[:1] != ["autograde"]:
        return []
    named = (argument.removeprefix("--assignment=") for argument in arguments[1:])
    return [name for name in named if is_exercise(name)]
