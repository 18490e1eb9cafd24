"""Models from a folder on this machine, for rooms without a network."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from safetensors import SafetensorError, safe_open

from autograder.errors import UsageError
from autograder.models.hub import NEEDED, WEIGHTS, WELCOME
from autograder.models.registry import Model
from autograder.models.store import CACHE, begin, finish
from autograder.text import Text


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
        raise UsageError(
            Text(
                f"{folder}：不能复制到 {part}（{error.strerror}）；请腾出空间，或把 {CACHE} 设为另一个文件夹",
                f"{folder}: cannot be copied to {part} ({error.strerror}); make room, or set {CACHE} to another folder",
            )
        ) from None
    return finish(model, str(folder), names)


def _find(model: Model, source: Path) -> Path:
    cached = sorted((source / f"models--{model.repo.replace('/', '--')}" / "snapshots").glob("*"))
    for folder in (source / model.name, source / model.repo, *reversed(cached), source):
        if (folder / NEEDED[0]).is_file():
            return folder
    wanted = source / model.name / NEEDED[0]
    raise UsageError(
        Text(
            f"{source}：里面没有 {model.name}；应有 {wanted}",
            f"{source}: holds no {model.name}; expected {wanted}",
        )
    )


def _inspect(model: Model, folder: Path) -> None:
    missing = [name for name in NEEDED if not (folder / name).is_file()]
    if missing:
        names = ", ".join(missing)
        raise UsageError(
            Text(
                f"{folder}：缺少 {names}；请复制模型的整个文件夹",
                f"{folder}: {names} missing; copy the model's whole folder",
            )
        )
    if (kind := _kind(folder)) != model.type:
        raise UsageError(
            Text(
                f"{folder}：是 {kind} 模型，而 {model.name} 是 {model.type} 模型；请给出它自己的文件夹",
                f"{folder}: is a {kind} model, and {model.name} a {model.type} one; give its own folder",
            )
        )


def _kind(folder: Path) -> object:
    """The `model_type` of a folder's configuration; its weights are looked at too."""
    config, weights = folder / NEEDED[0], folder / WEIGHTS
    try:
        with safe_open(weights, framework="np"):
            return json.loads(config.read_text(encoding="utf-8")).get("model_type")
    except (ValueError, AttributeError):
        raise UsageError(
            Text(
                f"{config}：不是模型的配置文件；请重新复制",
                f"{config}: is no model's configuration; copy it again",
            )
        ) from None
    except SafetensorError as error:
        raise UsageError(
            Text(f"{weights}：已损坏（{error}）；请重新复制", f"{weights}: is damaged ({error}); copy it again")
        ) from None
