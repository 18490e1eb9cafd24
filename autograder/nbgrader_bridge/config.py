"""What a course's `nbgrader_config.py` sets: our exporter reads submissions, our preprocessors grade them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from autograder.intake import submission_file
from autograder.nbgrader_bridge.stand_in import write_stand_in
from autograder.notebook import CLEAR_SOLUTIONS

_BRIDGE = "autograder.nbgrader_bridge"
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
    c.Autograde.exporter_class = f"{_BRIDGE}.exporter.SubmissionExporter"
    c.Autograde.sanitize_preprocessors = list(SANITIZE)
    c.Autograde.autograde_preprocessors = list(AUTOGRADE)
    if "autograde" in sys.argv[1:2]:
        prepare_submissions(root)


def prepare_submissions(course: Path) -> None:
    """Put a stand-in where nbgrader looks for a notebook and a script or a renamed notebook was handed in.

    nbgrader finds submissions by the pattern `<slug>.ipynb` before any of its hooks run, and skips everything else silently.
    """
    for folder in sorted((course / "submitted").glob("*/*")):
        slug = folder.name
        known = (course / "source" / slug / f"{slug}.ipynb").is_file()
        if not known or not folder.is_dir() or (folder / f"{slug}.ipynb").exists():
            continue
        found = submission_file(folder, slug)
        if found is not None:
            write_stand_in(folder / f"{slug}.ipynb", found)
