"""Reads submissions for nbgrader's `Autograde`, whatever state they are in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode

from autograder.exercise import load
from autograder.nbgrader_bridge.rebuild import read_handed_in, rebuilt_notebook


class SubmissionExporter(NotebookExporter):  # type: ignore[misc]
    """In nbgrader's first pass (`submitted/` to `autograded/`) gives the rebuilt notebook; in the second reads as usual.

    nbgrader reads a file before any preprocessor runs and fails on one that is no valid notebook; so the rebuilding has to
    take the reading's place. It is also what makes duplicated grade ids harmless: nbgrader takes them for an old schema, for
    which it ends the whole batch.
    """

    def from_filename(
        self, filename: str, resources: dict[str, Any] | None = None, **options: Any
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Convert a file; see nbconvert's `Exporter.from_filename`."""
        if not getattr(self.parent, "_sanitizing", False):
            return super().from_filename(filename, resources=resources, **options)  # type: ignore[no-any-return]
        resources = ResourcesDict() if resources is None else resources
        exercise = load(resources["nbgrader"]["assignment"])
        submission = read_handed_in(Path(filename), exercise)
        resources["metadata"] = ResourcesDict(name=Path(filename).stem, path=str(Path(filename).parent))
        return self.from_notebook_node(  # type: ignore[no-any-return]
            rebuilt_notebook(submission, exercise), resources=resources, **options
        )
