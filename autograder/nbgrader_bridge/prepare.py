"""Makes `submitted/` and `autograded/` such that nbgrader finds every student.

nbgrader looks for `<slug>.ipynb` before any of its hooks run. What it does with everything else, left alone (0.9.6):

- a script, a renamed notebook, another type of file, an empty folder: skipped with a warning, no grade;
- a submission half done when the batch was killed: skipped ever after, with 0 points.

So a stand-in (see `stand_in.py`) is put where nbgrader looks, naming the file that was handed in; that file stays as it is and is what
is graded. Files that no notebook can be read from need none: `exporter.py` reads them. This runs whenever the course's configuration is
loaded: by every `nbgrader` command, by `plm grade`, and by the formgrader at each request.
"""

from __future__ import annotations

from pathlib import Path

from nbgrader.utils import rmtree

from autograder.exercise import home_of
from autograder.intake import submission_file
from autograder.stand_in import is_stand_in, stands_for, write_stand_in

_TIMESTAMP = "timestamp.txt"
_GRADED = b'"output_type": "execute_result"'
"""In a notebook's bytes only where a cell has a result: in a student's text the quotes are escaped."""


def prepare_submissions(course: Path) -> None:
    """Put stand-ins where they are needed, and renew those whose file is gone or no longer the one that counts.

    Args:
        course: the course's folder.
    """
    for source in sorted((course / "source").glob("*/*.ipynb")):
        slug = source.stem
        if slug == source.parent.name and is_exercise(slug):
            given = {path.name for path in source.parent.iterdir()}
            for folder in sorted((course / "submitted").glob(f"*/{slug}")):
                if folder.is_dir():
                    _prepare(folder, slug, given)


def clear_half_done(course: Path, slug: str) -> None:
    """Remove what a killed `nbgrader autograde` left without a result, so that nbgrader takes it up again.

    nbgrader writes the notebook twice: bare before grading, with results after the grades are in the gradebook.

    Args:
        course: the course's folder.
        slug: the exercise.
    """
    for folder in sorted((course / "autograded").glob(f"*/{slug}")):
        notebook = folder / f"{slug}.ipynb"
        if folder.is_dir() and not (notebook.is_file() and _GRADED in notebook.read_bytes()):
            rmtree(str(folder))


def is_exercise(slug: str) -> bool:
    """Whether it is one of ours; a course may have assignments of its instructor's own, which are left alone."""
    return slug.isidentifier() and home_of(slug) is not None


def _prepare(folder: Path, slug: str, given: set[str]) -> None:
    notebook = folder / f"{slug}.ipynb"
    if notebook.exists():
        if not _is_stale(notebook):
            return
        notebook.unlink()
    write_stand_in(notebook, submission_file(folder, slug) or _only_file(folder, given))


def _is_stale(notebook: Path) -> bool:
    if not is_stand_in(notebook):
        return False
    named, script = stands_for(notebook), notebook.with_suffix(".py")
    return named is None or (named != script and script.is_file())


def _only_file(folder: Path, given: set[str]) -> Path | None:
    """The one file of a folder beside what the course gave out: a `.ipynb.txt`, a PDF, an archive; reading it says what is wrong."""
    own = [path for path in folder.iterdir() if path.is_file() and not path.is_symlink()]
    own = [path for path in own if path.name not in given | {_TIMESTAMP} and not path.name.startswith(".")]
    return own[0] if len(own) == 1 and own[0].suffix not in (".ipynb", ".py") else None
