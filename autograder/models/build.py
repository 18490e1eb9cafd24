"""Turns a handle into the object it names."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import AutoConfig, AutoTokenizer, PreTrainedConfig, PreTrainedModel, PreTrainedTokenizerBase

from autograder.models import elmo, fixtures
from autograder.models.copies import Template

TINY = Path(__file__).parent / "tiny"


def build(kind: str, name: str, options: dict[str, Any]) -> Any:
    """Build what a handle names.

    Raises:
        KeyError: for an unknown kind or name.
    """
    return BUILDERS[kind](name, options)


def _model(name: str, options: dict[str, Any]) -> PreTrainedModel:
    head = options.get("head")
    made = fixtures.build_model(name, head) if name in fixtures.MODELS else _shipped_model(name, head).copy()
    if options.get("initial_seed") is not None:
        made = _redrawn(made, options["initial_seed"])
    train = bool(options.get("train"))
    if made.training == train:  # to walk through all parts takes as long as a short call
        return made
    return made.train(train)


def _redrawn(model: PreTrainedModel, seed: int) -> PreTrainedModel:
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return type(model)(model.config)


@cache
def _shipped_model(name: str, head: str | None) -> Template[PreTrainedModel]:
    import transformers

    folder = _shipped_folder(name)
    config = AutoConfig.from_pretrained(folder, local_files_only=True)
    wanted = head or config.architectures[0]
    cls = getattr(elmo if config.model_type == "elmo" else transformers, wanted)
    with torch.random.fork_rng(), quiet():
        return Template(cls.from_pretrained(folder, local_files_only=True, dtype=torch.float32).eval())


@contextmanager
def quiet() -> Iterator[None]:
    """Without transformers' reports and progress bars on standard error; in a notebook its settings are the student's."""
    from transformers.utils import logging

    verbosity, bar = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(verbosity)
        if bar:
            logging.enable_progress_bar()


def _shipped_folder(name: str) -> Path:
    folder = TINY / name
    if not (folder / "config.json").is_file():
        raise KeyError(f"no model is called {name!r}")
    return folder


def _tokenizer(name: str, options: dict[str, Any]) -> Any:
    if name in fixtures.TOKENIZERS:
        return fixtures.build_tokenizer(name)
    return _shipped_tokenizer(name).copy()


@cache
def _shipped_tokenizer(name: str) -> Template[PreTrainedTokenizerBase]:
    return Template(AutoTokenizer.from_pretrained(_shipped_folder(name), local_files_only=True))


def _torch_generator(name: str, options: dict[str, Any]) -> torch.Generator:
    return torch.Generator(name).manual_seed(options["seed"])


def _numpy_generator(name: str, options: dict[str, Any]) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(options["seed"]))


def _folder(name: str, options: dict[str, Any]) -> str:
    return tempfile.mkdtemp(prefix=f"{name}-")


def _config(name: str, options: dict[str, Any]) -> PreTrainedConfig:
    import transformers

    made: PreTrainedConfig = getattr(transformers, name)(**options)
    return made


def _affine(size: int) -> torch.nn.Module:
    return torch.nn.Linear(size, size)


def _tanh(size: int) -> torch.nn.Module:
    return torch.nn.Sequential(torch.nn.Linear(size, size), torch.nn.Tanh())


def _transformer(size: int) -> torch.nn.Module:
    return torch.nn.TransformerEncoderLayer(size, nhead=2, dim_feedforward=2 * size, dropout=0.0, batch_first=True)


LAYERS = {"affine": _affine, "tanh": _tanh, "transformer": _transformer}


def _layer(name: str, options: dict[str, Any]) -> torch.nn.Module:
    with torch.random.fork_rng():
        torch.manual_seed(options["seed"])
        return LAYERS[name](options["size"])


def warm(copies: int) -> None:
    """Make ready what checks ask for, and compute with it once: a process forked from this one finds the first time done.

    Args:
        copies: how many of each fixture.
    """
    fixtures.warm(copies)
    for name, head in (*((name, None) for name in fixtures.MODELS), ("bert-zh", "BertForMaskedLM")):
        ids = _tokenizer(name, {})("a", return_tensors="pt")["input_ids"]
        with torch.no_grad():
            _model(name, {"head": head})(ids)


BUILDERS = {
    "model": _model,
    "tokenizer": _tokenizer,
    "torch-generator": _torch_generator,
    "numpy-generator": _numpy_generator,
    "folder": _folder,
    "config": _config,
    "layer": _layer,
}
