"""The shipped models: they load under every class asked for, stay small, and do what their results file says."""

from __future__ import annotations

import json
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from transformers import AutoTokenizer

from autograder.models import elmo
from tools.pretrain.electra import Electra
from tools.pretrain.evaluate import continuation, sample_documents, score
from tools.pretrain.spec import SPECS

TINY = Path(__file__).resolve().parents[2] / "autograder" / "models" / "tiny"
HEADS = {
    "bert": ("BertForPreTraining", "BertForMaskedLM", "BertModel", "BertForNextSentencePrediction"),
    "roberta": ("RobertaForMaskedLM", "RobertaModel"),
    "gpt2": ("GPT2LMHeadModel", "GPT2Model"),
    "elmo": ("ElmoModel",),
    "electra": ("ElectraForPreTraining", "ElectraModel"),
}
NAMES = sorted(name for name in SPECS if (TINY / name).is_dir())
"""Those that are shipped: a model comes with its results, or not at all."""
LANGUAGE_MODELS = [name for name in NAMES if SPECS[name].family != "electra"]


@cache
def load(name: str, head: str) -> tuple[Any, dict[str, set[str]]]:
    cls = getattr(elmo if SPECS[name].family == "elmo" else transformers, head)
    return cls.from_pretrained(TINY / name, output_loading_info=True)


@cache
def electra_pair() -> Electra:
    generator = transformers.ElectraForMaskedLM.from_pretrained(TINY / "electra-zh", subfolder="generator")
    return Electra(load("electra-zh", "ElectraForPreTraining")[0], generator, tokenizer("electra-zh").mask_token_id)


@cache
def tokenizer(name: str) -> Any:
    return AutoTokenizer.from_pretrained(TINY / name)


@cache
def results(name: str) -> dict[str, Any]:
    return json.loads((TINY / name / "results.json").read_text(encoding="utf-8"))


def test_all_models_together_are_below_40_megabytes() -> None:
    assert 1e6 < sum(path.stat().st_size for path in TINY.rglob("*") if path.is_file()) < 40e6


@pytest.mark.parametrize(("name", "head"), [(name, head) for name in NAMES for head in HEADS[SPECS[name].family]])
def test_no_weight_is_missing_under_any_head(name: str, head: str) -> None:
    model, info = load(name, head)
    allowed = {"pooler.dense.weight", "pooler.dense.bias"} if head == "RobertaModel" else set()
    assert set(info["missing_keys"]) <= allowed
    assert model.dtype == torch.float32
    assert not model.training


@pytest.mark.parametrize("name", LANGUAGE_MODELS)
def test_the_sample_scores_as_recorded_and_beats_the_baseline(name: str) -> None:
    spec = SPECS[name]
    model, _ = load(name, HEADS[spec.family][0])
    bits = score(spec, model, tokenizer(name), sample_documents(spec.language))
    recorded = results(name)["sample_bits"]
    assert bits == pytest.approx(recorded["model"], rel=1e-3)
    assert bits < recorded["unigram"]
    assert results(name)["bits_per_character"]["model"] < results(name)["bits_per_character"]["trigram"]


@pytest.mark.parametrize("name", LANGUAGE_MODELS)
def test_half_precision_costs_next_to_nothing(name: str) -> None:
    assert results(name)["full_precision_bits"] == pytest.approx(
        results(name)["bits_per_character"]["model"], abs=0.005
    )


@pytest.mark.parametrize("name", LANGUAGE_MODELS)
def test_every_number_of_the_card_is_of_the_results_file(name: str) -> None:
    card = (TINY / name / "README.md").read_text(encoding="utf-8")
    for value in results(name)["bits_per_character"].values():
        assert f"{value:.3f}" in card


@pytest.mark.skipif("elmo-zh" not in NAMES, reason="elmo-zh is not shipped")
@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_each_direction_of_elmo_beats_the_trigram_model_that_reads_the_same_way(direction: str) -> None:
    bits = results("elmo-zh")["bits_per_character"]
    assert bits[direction] < bits[f"trigram_{direction}"]


@pytest.mark.skipif("electra-zh" not in NAMES, reason="electra-zh is not shipped")
def test_electras_discriminator_beats_the_share_of_replaced_tokens_and_its_card_says_by_how_much() -> None:
    found, recorded = results("electra-zh")["detection"], results("electra-zh")["sample_detection"]
    assert found["log_loss"] < found["base_log_loss"]
    assert found["auc"] > 0.5
    card = (TINY / "electra-zh" / "README.md").read_text(encoding="utf-8")
    assert all(f"{found[name]:.3f}" in card for name in ("log_loss", "base_log_loss", "auc", "trigram_auc"))
    assert results("electra-zh")["full_precision_bits"] == pytest.approx(found["log_loss"], abs=0.005)
    bits = score(SPECS["electra-zh"], electra_pair(), tokenizer("electra-zh"), sample_documents("zh"))
    assert bits == pytest.approx(recorded["log_loss"], rel=0.02)
    assert bits < recorded["base_log_loss"]


def test_chinese_offsets_and_latin_pieces() -> None:
    encoded = tokenizer("bert-zh")("我用GPU在银行", return_offsets_mapping=True)
    spans = [text for start, end in encoded["offset_mapping"] if (text := "我用GPU在银行"[start:end])]
    assert "".join(spans) == "我用GPU在银行"
    assert spans[-2:] == ["银", "行"]


@pytest.mark.skipif("roberta-en" not in NAMES, reason="roberta-en is not shipped yet")
def test_robertas_mask_takes_the_space_before_it() -> None:
    ids = tokenizer("roberta-en")("The <mask> is open.", add_special_tokens=False)["input_ids"]
    assert ids[1] == tokenizer("roberta-en").mask_token_id
    assert tokenizer("roberta-en").decode(ids[:1]) == "The"


@pytest.mark.parametrize("text", ["人工智能的未来是什么？", "饕餮 and GPT-2，😀"])
def test_chinese_gpt2_text_comes_back_whole(text: str) -> None:
    tok = tokenizer("gpt2-zh")
    assert tok.decode(tok(text)["input_ids"]) == text
    assert tok.eos_token_id is not None


def test_chinese_gpt2_writes_readable_text_and_repeats_when_cold() -> None:
    model, _ = load("gpt2-zh", "GPT2LMHeadModel")
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("error")
        torch.manual_seed(0)
        texts = {t: "".join(continuation(model, tokenizer("gpt2-zh"), "我们", t) for _ in range(8)) for t in (0.1, 1.5)}
    hanzi = sum("一" <= char <= "鿿" for char in texts[0.1])
    variety = {t: len(set(text)) / len(text) for t, text in texts.items()}
    assert hanzi > 0.7 * len(texts[0.1])
    assert variety[0.1] < variety[1.5]


def test_half_of_the_sense_words_lie_apart() -> None:
    senses = results("bert-zh")["senses"]
    assert senses["above_zero"][senses["layer"]] >= senses["of"] / 2
