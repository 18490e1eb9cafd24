"""`reference/elmo.py` against the paper's equation in NumPy, and against transformers' loss of one model read in both directions."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from transformers import GPT2Config, GPT2LMHeadModel

from reference.elmo import bilm_loss, join_directions, scalar_mix


def test_the_mix_of_4_8_and_12_with_weights_1_2_1_and_gamma_2_is_16() -> None:
    layers = torch.tensor([4.0, 8.0, 12.0]).reshape(3, 1, 1)
    assert scalar_mix(layers, torch.tensor([1.0, 2.0, 1.0]).log(), 2.0).item() == pytest.approx(16)


def test_the_mix_is_the_papers_equation() -> None:
    rng = np.random.default_rng(0)
    layers, weights = rng.normal(size=(4, 3, 5)), rng.normal(size=4)
    expected = 1.7 * sum(np.exp(w) / np.exp(weights).sum() * layer for w, layer in zip(weights, layers, strict=True))
    assert scalar_mix(torch.tensor(layers), torch.tensor(weights), 1.7).numpy() == pytest.approx(expected)


def test_each_position_has_its_forward_state_and_beside_it_its_backward_state() -> None:
    token, forward, backward = torch.full((2, 3), 1.0), torch.full((4, 2, 3), 2.0), torch.full((4, 2, 3), 3.0)
    joined = join_directions(token, forward, backward)
    assert joined.shape == (5, 2, 6)
    assert joined[0].unique().tolist() == [1]
    assert joined[1:, 0].tolist() == [[2, 2, 2, 3, 3, 3]] * 4


def test_a_uniform_guess_costs_the_logarithm_of_the_vocabulary() -> None:
    loss = bilm_loss(torch.zeros(4, 10), torch.zeros(4, 10), torch.arange(4))
    assert loss.item() == pytest.approx(math.log(10))


def test_the_loss_is_the_mean_of_transformers_losses_on_the_text_and_on_the_text_read_backwards() -> None:
    torch.manual_seed(0)
    model = GPT2LMHeadModel(
        GPT2Config(vocab_size=30, n_positions=16, n_embd=8, n_layer=1, n_head=2, initializer_range=0.5)
    )
    ids = torch.randint(30, (1, 9))
    with torch.no_grad():
        read, reversed_ = model.eval()(ids, labels=ids), model(ids.flip(1), labels=ids.flip(1))
        loss = bilm_loss(read.logits[0], reversed_.logits[0].flip(0), ids[0])
    assert loss.item() == pytest.approx((read.loss + reversed_.loss).item() / 2, rel=1e-5)
