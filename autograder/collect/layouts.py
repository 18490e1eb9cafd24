"""Which student handed in a file: the file names of Canvas and Moodle, Gradescope's export, a folder of git clones, plain folders."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import yaml

from autograder.collect.source import SourceFile

GRADESCOPE_METADATA = "submission_metadata.yml"
_CANVAS = re.compile(r"(?P<name>[^_/]+)_(?P<late>LATE_)?(?P<user>\d+)_(?P<submission>\d+)_(?P<file>.+)")
_CANVAS_AGAIN = re.compile(r"-\d+$")
_MOODLE = re.compile(r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_file_?(?P<file>.*)")
_GRADESCOPE = re.compile(r"submission_\d+")


@dataclass(frozen=True)
class HandedIn:
    """One file as the platform names it.

    Args:
        keys: what the platform knows the student by: roster column to value; the first that the roster has decides.
        name: the student's name as the platform writes it.
        file: the file's own name.
        attempt: of several files of one student, the greatest counts.
        late: whether the platform marks it late.
    """

    keys: tuple[tuple[str, str], ...]
    name: str
    file: str
    source: SourceFile
    attempt: int = 0
    late: bool = False


Layout = Callable[[SourceFile], HandedIn | None]


def canvas(file: SourceFile) -> HandedIn | None:
    """`lastnamefirstname_LATE_123_456_polysemy-1.ipynb`: name, late mark, Canvas user id, submission id, file name with its attempt."""
    for index, part in enumerate(file.path.parts):
        match = _CANVAS.fullmatch(part)
        if match is not None:
            path = PurePosixPath(match["file"] if index == len(file.path.parts) - 1 else file.path.name)
            own = _CANVAS_AGAIN.sub("", path.stem) + path.suffix
            keys = (("canvas_id", match["user"]),)
            return HandedIn(keys, match["name"], own, file, int(match["submission"]), bool(match["late"]))
    return None


def moodle(file: SourceFile) -> HandedIn | None:
    """`Full Name_123456_assignsubmission_file_/polysemy.ipynb`, or the same in one name without folders."""
    for index, part in enumerate(file.path.parts):
        match = _MOODLE.fullmatch(part)
        if match is not None:
            own = match["file"] if index == len(file.path.parts) - 1 else file.path.name
            return HandedIn((("moodle_id", match["id"]), ("name", match["name"])), match["name"], own, file)
    return None


def gradescope(metadata: dict[str, Any]) -> Layout:
    """`submission_123/polysemy.ipynb`, with the submitters in the export's `submission_metadata.yml`."""

    def layout(file: SourceFile) -> HandedIn | None:
        folder = next((part for part in file.path.parts if _GRADESCOPE.fullmatch(part)), None)
        entry = metadata.get(folder) if folder else None
        submitters = entry.get(":submitters") if isinstance(entry, dict) else None
        if folder is None or not isinstance(submitters, list) or not submitters or not isinstance(submitters[0], dict):
            return None
        first = {str(key).lstrip(":"): str(value) for key, value in submitters[0].items() if value is not None}
        keys = (
            ("gradescope_sid", first.get("sid", "")),
            ("email", first.get("email", "")),
            ("name", first.get("name", "")),
        )
        return HandedIn(keys, first.get("name", folder), file.path.name, file, int(folder.split("_")[1]))

    return layout


def folders(file: SourceFile) -> HandedIn | None:
    """`<student>/.../polysemy.ipynb`: the first folder is a student, or a git clone's name that ends in one."""
    if len(file.path.parts) < 2:
        return None
    first = file.path.parts[0]
    return HandedIn((("student", first), ("git", first), ("name", first)), first, file.path.name, file)


def choose_layout(files: Sequence[SourceFile]) -> tuple[str, Layout]:
    """The layout that these files are in, by what most of them look like."""
    for file in files:
        if file.path.name == GRADESCOPE_METADATA:
            return "gradescope", gradescope(_metadata(file))
    named: list[tuple[str, Layout]] = [("moodle", moodle), ("canvas", canvas)]
    for name, layout in named:
        if sum(layout(file) is not None for file in files) * 2 > len(files):
            return name, layout
    return "folders", folders


def _metadata(file: SourceFile) -> dict[str, Any]:
    try:
        data = yaml.safe_load(file.content.decode("utf-8"))
    except (UnicodeDecodeError, yaml.YAMLError):
        return {}
    return data if isinstance(data, dict) else {}
