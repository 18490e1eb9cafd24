"""Copies of models and tokenizers: equal to what they were made from, and nobody else's."""

from __future__ import annotations

import copy

import pytest
import torch

from autograder.models.build import build
from autograder.models.copies import Template

MODELS = [
    ("fixture-bert-zh", None),
    ("fixture-roberta-en", "RobertaModel"),
    ("fixture-gpt2-micro", None),
    ("bert-zh", None),
]
TOKENIZERS = ["fixture-bert-zh", "fixture-roberta-en", "bert-zh", "gpt2-zh"]


@pytest.mark.parametrize(("name", "head"), MODELS)
def test_a_copy_of_a_model_computes_what_a_deep_copy_computes(name: str, head: str | None) -> None:
    original = build("model", name, {"head": head})
    made, deep = Template(original).copy(), copy.deepcopy(original)
    ids = torch.tensor([[5, 6, 7, 8]])
    with torch.no_grad():
        assert torch.equal(made(ids)[0], deep(ids)[0])
    assert made.state_dict().keys() == deep.state_dict().keys()
    assert [p.requires_grad for p in made.parameters()] == [p.requires_grad for p in deep.parameters()]
    assert made.training is False and type(made.config) is type(deep.config)
    assert made.config.to_dict() == deep.config.to_dict()


@pytest.mark.parametrize(("name", "head"), MODELS)
def test_what_is_done_to_one_model_is_not_done_to_the_next(name: str, head: str | None) -> None:
    one = build("model", name, {"head": head})
    before = {key: value.clone() for key, value in one.state_dict().items()}
    with torch.no_grad():
        for parameter in one.parameters():
            parameter.add_(1.0)
    one.config.hidden_size = -1
    one.train()
    other = build("model", name, {"head": head})
    assert all(torch.equal(before[key], value) for key, value in other.state_dict().items())
    assert other.config.hidden_size != -1 and not other.training


def test_tied_weights_stay_tied() -> None:
    made = Template(build("model", "fixture-bert-zh", {"head": "BertForMaskedLM"})).copy()
    assert made.cls.predictions.decoder.weight is made.bert.embeddings.word_embeddings.weight


@pytest.mark.parametrize("name", TOKENIZERS)
def test_a_copy_of_a_tokenizer_reads_what_the_first_reads(name: str) -> None:
    original = build("tokenizer", name, {})
    made = Template(original).copy()
    for text in ("我在银行存钱 the river bank", "", "苹果 A b C"):
        assert made(text).input_ids == original(text).input_ids
    made.add_tokens(["a-new-token"])
    assert len(build("tokenizer", name, {})) == len(original)
