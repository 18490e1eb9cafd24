"""Handles of configurations and layers: the same object on both sides, from plain options."""

from __future__ import annotations

import torch

from autograder.models import config, layer
from autograder.models.build import LAYERS, build
from autograder.models.handles import Handle


def made(handle: Handle) -> torch.nn.Module:
    module: torch.nn.Module = build(handle.kind, handle.name, handle.options)
    return module


def test_a_configuration_has_the_sizes_that_were_asked_for() -> None:
    got = build("config", "AlbertConfig", config("AlbertConfig", hidden_size=64, num_hidden_groups=2).options)
    assert (type(got).__name__, got.hidden_size, got.num_hidden_groups) == ("AlbertConfig", 64, 2)


def test_a_layer_is_the_same_wherever_it_is_built_and_another_for_another_seed() -> None:
    for name in LAYERS:
        first, again, other = (made(layer(name, 4, seed)).state_dict() for seed in (1, 1, 2))
        assert all(torch.equal(first[key], again[key]) for key in first)
        assert any(not torch.equal(first[key], other[key]) for key in first)


def test_a_layer_keeps_the_shape_and_the_global_random_state() -> None:
    state = torch.get_rng_state()
    for name in LAYERS:
        assert made(layer(name, 4))(torch.ones(2, 3, 4)).shape == (2, 3, 4)
    assert torch.equal(state, torch.get_rng_state())
