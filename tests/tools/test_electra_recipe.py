"""ELECTRA's pair in training and in measuring: what is replaced, the loss by transformers, the measures by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from transformers import BertConfig, BertModel

from tools.pretrain import electra
from tools.pretrain.baselines import Trigram
from tools.pretrain.batches import IGNORED, Batch
from tools.pretrain.networks import build_network
from tools.pretrain.spec import SPECS, toy
from tools.pretrain.vocabulary import build_tokenizer

SIZES = (
    "vocab_size",
    "hidden_size",
    "num_hidden_layers",
    "num_attention_heads",
    "intermediate_size",
    "max_position_embeddings",
)
TEXTS = ["国王带着军队渡过了河。", "请先保存文件，再关闭窗口。"] * 4


@pytest.fixture(scope="module")
def network() -> electra.Electra:
    spec = toy(SPECS["electra-zh"])
    return build_network(spec, build_tokenizer(spec, TEXTS)).eval()


def batch() -> Batch:
    ids = torch.randint(5, 20, (3, 12), generator=torch.Generator().manual_seed(0))
    attention = torch.ones_like(ids)
    attention[0, 8:] = 0
    labels = torch.full_like(ids, IGNORED)
    labels[:, 2:5] = ids[:, 2:5]
    corrupted = ids.clone()
    corrupted[:, 2] = 4
    return Batch(corrupted, labels, attention, torch.zeros_like(ids), torch.full((3,), IGNORED))


def dice() -> torch.Generator:
    return torch.Generator().manual_seed(1)


def test_only_chosen_places_are_replaced_and_the_original_is_restored_elsewhere(network: electra.Electra) -> None:
    made = batch()
    original, corrupted, logits = electra.replaced(network, made, dice())
    chosen = made.labels != IGNORED
    assert torch.equal(original[chosen], made.labels[chosen])
    assert torch.equal(corrupted[~chosen], original[~chosen])
    assert (corrupted != original)[chosen].any()
    assert logits.shape[0] == chosen.sum()


def test_the_loss_is_what_transformers_makes_of_the_same_draws(network: electra.Electra) -> None:
    made = batch()
    original, corrupted, _ = electra.replaced(network, made, dice())
    masked = torch.where(made.labels != IGNORED, network.mask_id, original)
    with torch.no_grad():
        guess = network.generator(masked, attention_mask=made.attention, labels=made.labels).loss
        found = network.discriminator(
            corrupted, attention_mask=made.attention, labels=(corrupted != original).long()
        ).loss
        torch.testing.assert_close(electra.loss(network, made, dice()), guess + 50 * found)


def test_the_pair_shares_its_embeddings_and_the_loss_reaches_every_weight(network: electra.Electra) -> None:
    table = network.discriminator.get_input_embeddings().weight
    assert network.generator.get_input_embeddings().weight is table
    assert network.generator.get_output_embeddings().weight is table
    torch.autograd.backward(electra.loss(network, batch(), dice()))
    assert [name for name, parameter in network.named_parameters() if parameter.grad is None] == []


def test_it_begins_with_an_encoder_of_its_size_and_says_what_one_of_another_kind_lacks() -> None:
    spec = toy(SPECS["electra-zh"])
    fresh = build_network(spec, build_tokenizer(spec, TEXTS))
    sizes = {name: getattr(fresh.discriminator.config, name) for name in SIZES}
    encoder = BertModel(BertConfig(**sizes)).eval()
    electra.begin_as(fresh, encoder)
    with torch.no_grad():
        made = fresh.discriminator.eval().electra(batch().ids).last_hidden_state
        torch.testing.assert_close(made, encoder(batch().ids).last_hidden_state)
    assert fresh.generator.get_input_embeddings().weight is fresh.discriminator.get_input_embeddings().weight
    with pytest.raises(ValueError, match="the encoder lacks encoder"):
        electra.begin_as(fresh, BertModel(BertConfig(**sizes | {"num_hidden_layers": 0})))


def test_auc_counts_the_pairs_that_are_in_order() -> None:
    scores, labels = np.array([0.1, 0.4, 0.35, 0.8, 0.4]), np.array([False, False, True, True, True])
    pairs = [(a > b) + 0.5 * (a == b) for a in scores[labels] for b in scores[~labels]]
    assert electra.auc(scores, labels) == pytest.approx(sum(pairs) / len(pairs))


def test_surprise_adds_up_to_the_trigrams_own_log_probability() -> None:
    trigram = Trigram([[5, 6, 7], [5, 6, 8]], 10)
    assert sum(electra.surprises(trigram, [5, 6, 7])) == pytest.approx(-trigram.logprob([5, 6, 7]))


def test_the_baseline_is_the_entropy_of_the_share(network: electra.Electra) -> None:
    tokenizer = build_tokenizer(toy(SPECS["electra-zh"]), TEXTS)
    with torch.no_grad():
        found = electra.detection(network, tokenizer, [[text] for text in set(TEXTS)], Trigram([[5, 6]], 20))
    share = found["replaced"]
    assert found["base_log_loss"] == pytest.approx(-share * math.log2(share) - (1 - share) * math.log2(1 - share))
    assert found["base_accuracy"] == 1 - share
