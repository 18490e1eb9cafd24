"""The folder of models that were fetched: what is there, whether it is whole, and how a model comes to be there at one stroke."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import platformdirs

from autograder.errors import UsageError
from autograder.files import write_whole
from autograder.models.registry import Model
from autograder.text import Text

SHIPPED = Path(__file__).parent / "tiny"
CACHE = "PLM_CACHE"
MANIFEST = "manifest.json"
READABLE = 0o644
Report = Callable[[str, int, int], None]
"""Called as a file comes: its name, how many bytes of it are there, and how many it has (0: nobody knows)."""


class State(StrEnum):
    """How a model is on this machine."""

    shipped = "shipped"
    ready = "ready"
    partial = "partial"
    damaged = "damaged"
    absent = "absent"


@dataclass(frozen=True)
class Manifest:
    """What a model's folder holds, written when all of it is there.

    Attributes:
        origin: where it came from, with the revision.
        files: each file's size in bytes and SHA-256.
    """

    origin: str
    files: dict[str, tuple[int, str]]


def cache_folder() -> Path:
    """Where fetched models lie: `PLM_CACHE`, or this platform's cache folder."""
    chosen = os.environ.get(CACHE)
    return Path(chosen) if chosen else platformdirs.user_cache_path("plm-exercises")


def folder_of(model: Model) -> Path:
    """A model's folder, which need not be there."""
    return SHIPPED / model.name if model.source == "shipped" else cache_folder() / "models" / model.name


def unfinished(model: Model) -> Path:
    """The folder in which a model is put together."""
    folder = folder_of(model)
    return folder.with_name(f".{folder.name}.part")


@contextmanager
def alone_with(model: Model) -> Iterator[None]:
    """Keep other processes from putting the same model together meanwhile; the system lets go of the lock of a killed one.

    Raises:
        UsageError: if one is at it, or the folder cannot be written to.
    """
    from filelock import FileLock, Timeout

    path = unfinished(model).with_suffix(".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path, timeout=0)
        lock.acquire()
    except Timeout:
        raise UsageError(
            Text(
                f"{model.name}：另一个进程正在取它；请等它结束",
                f"{model.name}: another process is fetching it; wait until that one is done",
            )
        ) from None
    except OSError as error:
        raise UsageError(_cannot_write(path, error)) from None
    try:
        yield
    finally:
        lock.release()


def _cannot_write(path: Path, error: OSError) -> Text:
    return Text(
        f"{path}：不能写入（{error.strerror}）；请把 {CACHE} 设为可写的文件夹",
        f"{path}: cannot be written ({error.strerror}); set {CACHE} to a folder that can",
    )


def state_of(model: Model, *, thorough: bool = False) -> State:
    """How a model is on this machine.

    Args:
        thorough: compare checksums (a second for each half gigabyte or so), not sizes alone.
    """
    if model.source == "shipped":
        return State.shipped
    if read_manifest(model) is not None:
        return State.damaged if damaged_files(model, thorough=thorough) else State.ready
    if folder_of(model).exists():
        return State.damaged
    return State.partial if size_of(model) else State.absent


def damaged_files(model: Model, *, thorough: bool = True) -> list[str]:
    """The files of a fetched model that are missing, or are not as they came."""
    manifest = read_manifest(model)
    if manifest is None:
        return [MANIFEST]
    folder = folder_of(model)
    return [
        name
        for name, (size, digest) in manifest.files.items()
        if not (folder / name).is_file()
        or (folder / name).stat().st_size != size
        or (thorough and sha256(folder / name) != digest)
    ]


def read_manifest(model: Model) -> Manifest | None:
    """What a fetched model's folder should hold; None if nobody wrote it down, or it cannot be read."""
    try:
        data: Any = json.loads((folder_of(model) / MANIFEST).read_text(encoding="utf-8"))
        files = {str(name): (int(f["size"]), str(f["sha256"])) for name, f in data["files"].items()}
        return Manifest(str(data["origin"]), files)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def begin(model: Model) -> Path:
    """The folder in which to put a model together; whole files of an earlier try, or of a damaged model, are in it.

    Raises:
        UsageError: if it cannot be written to.
    """
    part, folder = unfinished(model), folder_of(model)
    try:
        if folder.exists():
            _set_aside(model, folder, part)
        part.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(_cannot_write(part, error)) from None
    return part


def _set_aside(model: Model, folder: Path, part: Path) -> None:
    for name in damaged_files(model):
        (folder / name).unlink(missing_ok=True)
    if part.exists():
        shutil.rmtree(part)
    folder.rename(part)
    (part / MANIFEST).unlink(missing_ok=True)


def finish(model: Model, origin: str, names: Iterable[str]) -> Path:
    """Write down what was put together and give it the model's name.

    Args:
        origin: where it came from.
        names: its files; whatever else lies in the unfinished folder goes.
    """
    part, folder, kept = unfinished(model), folder_of(model), set(names)
    for path in part.iterdir():
        if path.name in kept:
            path.chmod(READABLE)
        else:
            path.unlink()
    files = {name: {"size": (part / name).stat().st_size, "sha256": sha256(part / name)} for name in sorted(kept)}
    content = json.dumps({"origin": origin, "files": files}, indent=1) + "\n"
    write_whole(part / MANIFEST, content.encode(), durable=True)
    part.rename(folder)
    return folder


def sha256(path: Path) -> str:
    """A file's SHA-256, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def size_of(model: Model) -> int:
    """Bytes that a model takes on this machine, an unfinished one included."""
    folders = [folder for folder in (folder_of(model), unfinished(model)) if folder.is_dir()]
    return sum(path.stat().st_size for folder in folders for path in folder.rglob("*") if path.is_file())
