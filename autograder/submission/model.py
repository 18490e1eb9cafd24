"""What was handed in, as data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from autograder.text import Text

Kind = Literal["notebook", "script"]


@dataclass(frozen=True)
class Chunk:
    """A piece of the student's program.

    Attributes:
        cell: the function's name as in the manifest, `setup`, `script`, or `extra-7` for a cell of the student's own (the notebook's
            seventh cell).
        source: Python text, perhaps not parsable; IPython's magics are made harmless and every line keeps its number.
        label: what a traceback calls it, such as `cell parse_marked` or the script's name.
        first_line: the number of `source`'s first line in the file it comes from; 1 in a notebook.
    """

    cell: str
    source: str
    label: str
    first_line: int = 1


@dataclass(frozen=True)
class Submission:
    """A file that was handed in, read as data.

    Attributes:
        name: what the file is called.
        sha256: of the file's bytes.
        kind: `notebook` or `script`, by content.
        chunks: the program, in the order in which it runs.
        written: the written part's text, empty if there is none.
        cells: for each named cell what the student wrote there (the manifest's names), for showing it in the release's structure.
        notes: what was noticed and how it was resolved.
        unreadable: why nothing could be read; None if something could.
    """

    name: str
    sha256: str
    kind: Kind
    chunks: tuple[Chunk, ...] = ()
    written: str = ""
    cells: dict[str, str] = field(default_factory=dict)
    notes: tuple[Text, ...] = ()
    unreadable: Text | None = None


class Notes:
    """Collects notes: each once, and not more than a page can show."""

    LIMIT = 40

    def __init__(self) -> None:
        self._notes: dict[Text, None] = {}

    def add(self, zh: str, en: str) -> None:
        """Add a note in both languages."""
        if len(self._notes) < self.LIMIT:
            self._notes.setdefault(Text(zh, en))

    def all(self) -> tuple[Text, ...]:
        """The notes, in the order in which they came."""
        return tuple(self._notes)


class Unreadable(Exception):
    """Nothing can be read from the file; `text` says why, in a sentence that a student understands."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(en)
        self.text = Text(zh, en)
