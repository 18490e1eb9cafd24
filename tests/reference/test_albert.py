"""`reference/albert.py` against the models that transformers builds."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import torch
from transformers import AlbertConfig, AlbertModel

from reference.albert import SharedEncoder, albert_parameters, embedding_parameters, sop_pairs

SMALL = {"vocab_size": 100, "embedding_size": 8, "hidden_size": 12, "num_attention_heads": 2, "intermediate_size": 20}
CHANGES: list[dict[str, Any]] = [
    {},
    {"vocab_size": 333},
    {"embedding_size": 12},
    {"embedding_size": 24},
    {"hidden_size": 36},
    {"num_attention_heads": 1},
    {"num_attention_heads": 6},
    {"intermediate_size": 7},
    {"num_hidden_layers": 1},
    {"num_hidden_layers": 24},
    {"num_hidden_layers": 4, "num_hidden_groups": 2},
    {"num_hidden_layers": 6, "num_hidden_groups": 3, "inner_group_num": 2},
    {"inner_group_num": 4},
    {"max_position_embeddings": 33},
    {"type_vocab_size": 5},
    {"hidden_act": "relu", "classifier_dropout_prob": 0.3},
]
PUBLISHED = {
    "base": (768, 12, 3072),
    "large": (1024, 16, 4096),
    "xlarge": (2048, 16, 8192),
    "xxlarge": (4096, 64, 16384),
}


def counted(config: AlbertConfig) -> int:
    with torch.device("meta"):
        return sum(parameter.numel() for parameter in AlbertModel(config).parameters())


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_the_count_is_that_of_the_model(change: dict[str, Any]) -> None:
    config = AlbertConfig(**{**SMALL, **change})
    assert albert_parameters(config) == counted(config)


@pytest.mark.parametrize("size", PUBLISHED)
def test_the_count_of_the_published_sizes_is_that_of_the_model(size: str) -> None:
    hidden, heads, inner = PUBLISHED[size]
    config = AlbertConfig(hidden_size=hidden, num_attention_heads=heads, intermediate_size=inner)
    assert albert_parameters(config) == counted(config)


def test_base_has_11_7_and_xxlarge_222_6_million() -> None:
    assert (
        albert_parameters(AlbertConfig(hidden_size=768, num_attention_heads=12, intermediate_size=3072)) == 11_683_584
    )
    assert albert_parameters(AlbertConfig()) == 222_595_584


def test_the_embeddings_are_the_table_and_the_map_of_the_model() -> None:
    model = AlbertModel(AlbertConfig(**SMALL))
    parts = (model.embeddings.word_embeddings.weight, model.encoder.embedding_hidden_mapping_in.weight)
    assert embedding_parameters(100, 12, 8) == sum(part.numel() for part in parts)
    assert (embedding_parameters(30000, 768), embedding_parameters(30000, 768, 128)) == (23_040_000, 3_938_304)


def test_the_shared_encoder_is_alberts() -> None:
    torch.manual_seed(0)
    model = AlbertModel(AlbertConfig(**SMALL, num_hidden_layers=5, initializer_range=0.5)).eval()

    class Layer(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer = model.encoder.albert_layer_groups[0].albert_layers[0]

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            out = self.layer(x)
            return out[0] if isinstance(out, tuple) else out

    ids = torch.randint(100, (2, 7))
    with torch.no_grad():
        first = model.encoder.embedding_hidden_mapping_in(model.embeddings(ids))
        assert torch.allclose(SharedEncoder(Layer(), 5)(first), model(ids).last_hidden_state, atol=1e-5)


def test_sop_swaps_the_same_two_sentences() -> None:
    documents = [["a1", "a2", "a3"], ["b1", "b2"]]
    neighbours = [pair for document in documents for pair in pairwise(document)]
    labels = []
    for seed in range(300):
        made = sop_pairs(documents, np.random.default_rng(seed))
        assert [(b, a) if label else (a, b) for a, b, label in made] == neighbours
        labels += [label for _, _, label in made]
    assert np.mean(labels) == pytest.approx(0.5, abs=6 * 0.5 / len(labels) ** 0.5)
