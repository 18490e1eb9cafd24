"""Models, tokenizers and generators by name: checks pass handles, each side of the wall builds its own object."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, eq=False)
class Handle:
    """A name for an object that is built on the side where it is used.

    The same Handle object stands for the same built object during one check, so that a generator goes on where it was.
    """

    kind: str
    name: str
    options: dict[str, Any] = field(default_factory=dict)


def model(name: str, head: str | None = None, train: bool = False, initial_seed: int | None = None) -> Handle:
    """A model by name.

    Args:
        name: a fixture (`fixture-bert-zh`, ...) or a shipped model (`bert-zh`, ...).
        head: a transformers class name; None for the class that the model was saved with.
        train: whether it arrives in train mode.
        initial_seed: if given, weights are drawn anew with this seed (same configuration).
    """
    return Handle("model", name, {"head": head, "train": train, "initial_seed": initial_seed})


def tokenizer(name: str) -> Handle:
    """A tokenizer by the name of its model."""
    return Handle("tokenizer", name)


def torch_generator(seed: int) -> Handle:
    """A `torch.Generator` with this seed."""
    return Handle("torch-generator", "cpu", {"seed": seed})


def numpy_generator(seed: int) -> Handle:
    """A `numpy.random.Generator` (PCG64) with this seed."""
    return Handle("numpy-generator", "pcg64", {"seed": seed})


def scratch_folder(name: str = "output") -> Handle:
    """The path (str) of a fresh folder that student code may write to."""
    return Handle("folder", name)


def config(name: str, **options: Any) -> Handle:
    """A transformers configuration by its class's name: `config("AlbertConfig", hidden_size=64)`."""
    return Handle("config", name, options)


def layer(name: str, size: int, seed: int = 0) -> Handle:
    """A small layer without dropout that keeps the shape `(..., size)`, with weights drawn from a seed.

    Args:
        name: `affine` (one linear map), `tanh` (a linear map and tanh) or `transformer` (attention and feed-forward, batch first).
        size: the last dimension.
        seed: of the weights.
    """
    return Handle("layer", name, {"size": size, "seed": seed})
