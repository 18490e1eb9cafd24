"""Model profiles, the shipped tiny models, and the handles by which checks name them."""

from autograder.models.fetch import model_folder
from autograder.models.handles import (
    Handle,
    config,
    layer,
    model,
    numpy_generator,
    scratch_folder,
    tokenizer,
    torch_generator,
)

__all__ = [
    "Handle",
    "config",
    "layer",
    "model",
    "model_folder",
    "numpy_generator",
    "scratch_folder",
    "tokenizer",
    "torch_generator",
]
