"""Models from a folder on this machine, for rooms without a network."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from safetensors import SafetensorError, safe_open

from autograder.errors import UsageError
from autograder.models.hub import NEEDED, WEIGHTS, WELCOME
from autograder.models.registry import Model
from autograder.models.store import begin, finish


def adopt(model: Model, source: Path) -> Path:
    """Copy a model from a folder into the store.

    Args:
        source: the model's own folder, a folder that holds it by its name or its name on the hub, or a hub's cache folder.

    Returns:
        Its folder in the store.

    Raises:
        UsageError: if it is not there, not whole, or another model.
    """
    folder = _find(model, source)
    _inspect(model, folder)
    part = begin(model)
    names = [name for name in (*NEEDED, *WELCOME) if (folder / name).is_file()]
    try:
        for name in names:
            shutil.copyfile(folder / name, part / name)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be copied to {part} ({error.strerror})") from None
    return finish(model, str(folder), names)


def _find(model: Model, source: Path) -> Path:
    cached = sorted((source / f"models--{model.repo.replace('/', '--')}" / "snapshots").glob("*"))
    for folder in (source / model.name, source / model.repo, *reversed(cached), source):
        if (folder / NEEDED[0]).is_file():
            return folder
    raise UsageError(f"{source}: holds no {model.name}; expected {source / model.name / NEEDED[0]}")


def _inspect(model: Model, folder: Path) -> None:
    missing = [name for name in NEEDED if not (folder / name).is_file()]
    if missing:
        raise UsageError(f"{folder}: {', '.join(missing)} missing; copy the model's whole folder")
    try:
        kind = json.loads((folder / NEEDED[0]).read_text(encoding="utf-8")).get("model_type")
        with safe_open(folder / WEIGHTS, framework="np"):
            pass
    except (ValueError, AttributeError):
        raise UsageError(f"{folder / NEEDED[0]}: is no model's configuration; copy it again") from None
    except SafetensorError as error:
        raise UsageError(f"{folder / WEIGHTS}: is damaged ({error}); copy it again") from None
    if kind != model.type:
        raise UsageError(f"{folder}: is a {kind} model, and {model.name} a {model.type} one; give its own folder")
