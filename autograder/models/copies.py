"""Copies of models and tokenizers, each check's own: pickled once, so that a copy costs a fraction of `copy.deepcopy`."""

from __future__ import annotations

import copy
import io
import pickle
from typing import Any, Generic, TypeVar

import torch

T = TypeVar("T")


class Template(Generic[T]):
    """Something that equal things are made from.

    Args:
        original: a model or a tokenizer; what its tensors share, the copies' tensors share.

    Example:
        >>> Template(torch.nn.Linear(2, 3)).copy().out_features
        3
    """

    def __init__(self, original: T) -> None:
        pickled = io.BytesIO()
        pickler = _Pickler(pickled)
        pickler.dump(original)
        self._pickled, self._tensors = pickled.getvalue(), pickler.tensors

    def copy(self) -> T:
        """One that shares nothing with the original."""
        made: T = _Unpickler(self._pickled, self._tensors).load()
        return made


class _Pickler(pickle.Pickler):
    """Leaves tensors out: pickling them takes torch's slow way through a file format."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.tensors: list[torch.Tensor] = []
        self._numbers: dict[int, int] = {}

    def persistent_id(self, obj: Any) -> int | None:
        if not isinstance(obj, torch.Tensor):
            return None
        if id(obj) not in self._numbers:
            self._numbers[id(obj)] = len(self.tensors)
            self.tensors.append(obj)
        return self._numbers[id(obj)]


class _Unpickler(pickle.Unpickler):
    def __init__(self, pickled: bytes, tensors: list[torch.Tensor]) -> None:
        super().__init__(io.BytesIO(pickled))
        self._tensors = tensors
        self._copies: dict[int, torch.Tensor] = {}

    def persistent_load(self, number: int) -> torch.Tensor:
        if number not in self._copies:
            self._copies[number] = _copy(self._tensors[number])
        return self._copies[number]


def _copy(tensor: torch.Tensor) -> torch.Tensor:
    if type(tensor) is torch.nn.Parameter:
        return torch.nn.Parameter(tensor.detach().clone(), tensor.requires_grad)
    return copy.deepcopy(tensor)
