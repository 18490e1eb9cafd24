"""Handles of configurations and layers: the same object on both sides, from plain options."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from autograder.models import config, layer
from autograder.models.build import LAYERS, build
from autograder.models.fixtures import with_head
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


def test_weights_drawn_anew_are_those_of_their_seed_and_the_mode_is_the_one_asked_for() -> None:
    made = [
        build("model", "fixture-bert-en", {"head": "BertModel", "train": train, "initial_seed": seed})
        for seed, train in ((1, True), (1, False), (2, False))
    ]
    first, again, other = (model.embeddings.word_embeddings.weight for model in made)
    assert torch.equal(first, again) and not torch.equal(first, other)
    assert [model.training for model in made] == [True, False, False]


def test_weights_that_a_fixture_lacks_are_the_same_in_every_process() -> None:
    poolers = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        lacking = with_head(build("model", "fixture-roberta-en", {}), "RobertaModel")
        poolers.append(lacking.state_dict()["pooler.dense.weight"])
    assert torch.equal(*poolers)


def test_a_name_that_no_model_has_is_an_error() -> None:
    with pytest.raises(KeyError, match="no model is called 'bert-klingon'"):
        build("model", "bert-klingon", {})


def test_generators_and_folders_are_fresh_ones() -> None:
    draws = [build("numpy-generator", "pcg64", {"seed": 5}).random() for _ in range(2)]
    assert draws[0] == draws[1] == np.random.default_rng(5).random()
    one, other = (Path(build("folder", "output", {})) for _ in range(2))
    assert one != other and one.is_dir() and one.name.startswith("output-")
    one.rmdir()
    other.rmdir()
