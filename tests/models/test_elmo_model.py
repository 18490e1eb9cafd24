"""ELMo's two directions: what each sees, that padding changes nothing, and that a folder is read back as it was written."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from transformers import AutoModel

from autograder.models.elmo import ElmoConfig, ElmoModel, turn
from reference.elmo import bilm_loss
from tools.pretrain.batches import IGNORED, Batch
from tools.pretrain.elmo import loss


@pytest.fixture(scope="module")
def model() -> ElmoModel:
    torch.manual_seed(0)
    return ElmoModel(ElmoConfig(vocab_size=50, hidden_size=8)).eval()


IDS = torch.tensor([[2, 11, 12, 13, 14, 3]])


def test_each_direction_sees_its_own_side_and_the_token_layer_sees_neither(model: ElmoModel) -> None:
    changed = IDS.clone()
    changed[0, 2] = 40
    with torch.no_grad():
        before, after = model(IDS), model(changed)
    differs = [(one != other).any(-1) for one, other in zip(before, after, strict=True)]
    assert differs[0][0].tolist() == [False, False, True, False, False, False]
    for layer in range(2):
        assert differs[1][layer, 0].tolist() == [False, False, True, True, True, True]
        assert differs[2][layer, 0].tolist() == [True, True, True, False, False, False]


def test_the_backward_states_are_those_of_the_text_read_backward(model: ElmoModel) -> None:
    with torch.no_grad():
        turned = model.backwards(model.token(IDS.flip(1))).flip(2)
        torch.testing.assert_close(model(IDS).backward, turned)


def test_padding_changes_no_state_of_the_text(model: ElmoModel) -> None:
    padded = torch.cat([IDS, torch.zeros(1, 3, dtype=torch.long)], dim=1)
    with torch.no_grad():
        alone, beside = model(IDS), model(padded, (padded > 0).long())
    for one, other in zip(alone, beside, strict=True):
        torch.testing.assert_close(other[..., :6, :], one)


def test_turning_twice_changes_nothing() -> None:
    places = turn(torch.tensor([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]]))
    assert places.tolist() == [[2, 1, 0, 4, 3], [4, 3, 2, 1, 0]]
    assert torch.equal(places.gather(1, places), torch.arange(5).expand(2, 5))


def test_a_second_layer_is_added_to_the_first(model: ElmoModel) -> None:
    with torch.no_grad():
        first, second = model(IDS).forward
        torch.testing.assert_close(second, first + model.forwards.layer[1](first)[0])


def test_it_is_trained_with_the_loss_of_the_exercise(model: ElmoModel) -> None:
    labels = torch.full_like(IDS, IGNORED)
    batch = Batch(IDS, labels, torch.ones_like(IDS), torch.zeros_like(IDS), torch.tensor([IGNORED]))
    with torch.no_grad():
        states = model(IDS)
        logits = [model.logits(direction[-1, 0]) for direction in (states.forward, states.backward)]
        torch.testing.assert_close(loss(model, batch), bilm_loss(*logits, IDS[0]))


def test_a_folder_is_read_back_under_either_name(model: ElmoModel, tmp_path: Path) -> None:
    model.save_pretrained(tmp_path)
    for cls in (ElmoModel, AutoModel):
        loaded = cls.from_pretrained(tmp_path)
        with torch.no_grad():
            torch.testing.assert_close(loaded(IDS).backward, model(IDS).backward)
