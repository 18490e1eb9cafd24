"""The release notebook with a student's texts in it: what is shown and kept as `autograded`.

Structure, ids, points and locked cells come from the release; of the student's file only the texts of the solution cells, the setup
cell, the written part and the student's own cells are taken over.
"""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.exercise import Exercise
from autograder.notebook import release_notebook
from autograder.stand_in import NOTHING_TO_GRADE, is_stand_in, stands_for
from autograder.submission import Chunk, Submission, read_submission


def read_handed_in(notebook: Path, exercise: Exercise) -> Submission:
    """Read a submission from where nbgrader finds it, be it the student's file or a stand-in for it.

    Args:
        notebook: the file under the name that nbgrader looks for.
        exercise: what was asked.

    Raises:
        OSError: if it cannot be read.
    """
    file = stands_for(notebook) or notebook
    submission = read_submission(file.read_bytes(), file.name, exercise)
    return replace(submission, notes=(NOTHING_TO_GRADE,)) if is_stand_in(file) else submission


def rebuilt_notebook(submission: Submission, exercise: Exercise, release: NotebookNode | None = None) -> NotebookNode:
    """The release notebook filled with what a student wrote.

    Args:
        submission: what was read.
        exercise: what was asked.
        release: the release notebook, left as it is; built from the exercise's stub if not given.
    """
    notebook = release_notebook(exercise) if release is None else copy.deepcopy(release)
    named = {function.cell: submission.cells.get(function.name) for function in exercise.functions}
    named["setup"] = submission.cells.get("setup")
    if exercise.written:
        named[exercise.written.name] = submission.written or None
    for cell in notebook.cells:
        text = named.get(cell.id)
        if text is not None:
            cell.source = text
    _insert_notes(notebook, submission)
    _append_own_cells(notebook, submission)
    return notebook


def _insert_notes(notebook: NotebookNode, submission: Submission) -> None:
    remarks = [*([submission.unreadable] if submission.unreadable else []), *submission.notes]
    if remarks:
        text = "\n".join(f"- {remark.zh}\n- {remark.en}" for remark in remarks)
        notebook.cells.insert(0, nbformat.v4.new_markdown_cell(text, id="reading-notes"))


def _append_own_cells(notebook: NotebookNode, submission: Submission) -> None:
    for number, chunk in enumerate(_own_chunks(submission), start=1):
        notebook.cells.append(nbformat.v4.new_code_cell(chunk.source, id=f"own-{number}"))


def _own_chunks(submission: Submission) -> list[Chunk]:
    return [chunk for chunk in submission.chunks if chunk.cell == "script" or chunk.cell.startswith("extra-")]
