"""A toy run: it learns, and after an interruption ends in the very same weights."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from tools.pretrain.batches import IGNORED, Batch
from tools.pretrain.networks import build_network
from tools.pretrain.optimiser import orthogonalise, schedule
from tools.pretrain.spec import SPECS, TRIED, toy
from tools.pretrain.train import train
from tools.pretrain.vocabulary import build_tokenizer

DOCS = [
    [f"The {a} {b} sat on the {c}.", f"It was a very {a} {c}."]
    for a in ("old", "red", "wet")
    for b in ("cat", "dog")
    for c in ("mat", "hat")
] * 4
TEXTS = [text for doc in DOCS for text in doc]


@pytest.mark.parametrize(
    ("name", "stop"), [*((name, 3) for name in sorted(SPECS | TRIED)), ("bert-zh", 10), ("bert-zh", 12)]
)
def test_an_interrupted_run_ends_in_the_same_weights(name: str, stop: int, tmp_path: Path) -> None:
    """Stopped in the middle of a pass, at the very step where the last stage begins, and after it."""
    spec = toy((SPECS | TRIED)[name])
    tokenizer = build_tokenizer(spec, TEXTS)
    whole = train(spec, tokenizer, DOCS, tmp_path / "whole", "cpu", DOCS[:4])
    train(spec, tokenizer, DOCS, tmp_path / "parts", "cpu", DOCS[:4], stop_after=stop)
    parts = train(spec, tokenizer, DOCS, tmp_path / "parts", "cpu", DOCS[:4])
    assert parts.state["step"] == whole.state["step"] == spec.steps
    assert parts.state["losses"] == whole.state["losses"]
    # Before a loss is added in the last stage; ELECTRA begins at the share of replaced tokens, which ten steps do not better.
    assert name == "electra-zh" or whole.state["losses"][9] < whole.state["losses"][0]
    for a, b in zip(whole.network.parameters(), parts.network.parameters(), strict=True):
        assert torch.equal(a, b)


@pytest.mark.parametrize(("name", "offsets"), [("bert-en", [-1, 1]), ("roberta-en", [-1, 1]), ("gpt2-en", [-1, -2])])
def test_the_first_layers_heads_begin_at_their_offsets(name: str, offsets: list[int]) -> None:
    spec = SPECS[name]
    tokenizer = build_tokenizer(spec, TEXTS)
    network = build_network(spec, tokenizer).eval()
    network.set_attn_implementation("eager")
    ids = torch.randint(10, len(tokenizer), (1, 40), generator=torch.Generator().manual_seed(0))
    attention = network(ids, output_attentions=True).attentions[0][0]
    for head, offset in enumerate(offsets):
        looked_at = attention[head, 5:35].argmax(-1) - torch.arange(5, 35)
        assert (looked_at == offset).float().mean() > 0.8


def test_orthogonalise_brings_singular_values_near_one() -> None:
    matrix = torch.randn(24, 96, generator=torch.Generator().manual_seed(0))
    values = torch.linalg.svdvals(orthogonalise(matrix))
    assert values.min() > 0.5
    assert values.max() < 1.5


def test_the_schedule_rises_holds_and_falls_to_zero() -> None:
    assert schedule(0, 1000) < 0.05
    assert schedule(500, 1000) == 1.0
    assert schedule(770, 1000) == pytest.approx(0.5)
    assert schedule(1000, 1000) == 0.0


def test_a_batch_without_pairs_has_no_next_sentence_loss() -> None:
    from tools.pretrain.networks import loss

    spec = toy(SPECS["bert-en"])
    tokenizer = build_tokenizer(spec, TEXTS)
    network = build_network(spec, tokenizer)
    ids = torch.full((2, 6), 7)
    labels = torch.full((2, 6), IGNORED)
    labels[:, 2] = 7
    zeros = torch.zeros_like(ids)
    batch = Batch(ids, labels, torch.ones_like(ids), zeros, torch.full((2,), IGNORED))
    assert torch.isfinite(loss(network, batch))
