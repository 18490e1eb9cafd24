"""`reference/electra.py` against transformers' ElectraForPreTraining and torch's scatter."""

from __future__ import annotations

import pytest
import torch
from transformers import ElectraConfig, ElectraForPreTraining

from reference.electra import corrupt, electra_loss, rtd_labels


@pytest.mark.parametrize("lengths", [[12, 12, 12], [12, 7, 3]], ids=str)
@pytest.mark.parametrize(("mlm", "weight"), [(0.0, 1.0), (1.7, 50.0)])
def test_the_loss_is_that_of_transformers_discriminator(lengths: list[int], mlm: float, weight: float) -> None:
    torch.manual_seed(0)
    sizes = {
        "embedding_size": 16,
        "hidden_size": 16,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
    model = ElectraForPreTraining(ElectraConfig(vocab_size=60, initializer_range=0.5, **sizes)).eval()
    ids, labels = torch.randint(60, (3, 12)), torch.randint(2, (3, 12))
    mask = (torch.arange(12) < torch.tensor(lengths)[:, None]).long()
    with torch.no_grad():
        out = model(input_ids=ids, attention_mask=mask, labels=labels)
    ours = electra_loss(torch.tensor(mlm), out.logits, labels, mask, weight)
    assert ours.item() == pytest.approx(mlm + weight * out.loss.item(), rel=1e-5)


def test_corrupt_is_torchs_scatter_into_a_copy() -> None:
    ids, positions, sampled = torch.arange(10, 20), torch.tensor([7, 2, 4]), torch.tensor([1, 2, 3])
    assert torch.equal(corrupt(ids, positions, sampled), ids.scatter(0, positions, sampled))
    assert torch.equal(ids, torch.arange(10, 20))


def test_a_sample_that_hits_the_original_is_labelled_original() -> None:
    ids = torch.tensor([2, 10, 11, 12, 3])
    corrupted = corrupt(ids, torch.tensor([1, 3]), torch.tensor([10, 7]))
    assert rtd_labels(ids, corrupted).tolist() == [0, 0, 0, 1, 0]


def test_no_gradient_comes_from_padding() -> None:
    logits = torch.randn(1, 4, requires_grad=True)
    electra_loss(
        torch.tensor(0.0), logits, torch.zeros(1, 4, dtype=torch.long), torch.tensor([[1, 1, 0, 0]])
    ).backward()
    assert logits.grad is not None
    assert logits.grad[0, 2:].tolist() == [0, 0]
