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

from tools.pretrain.evaluate import continuation, model_bits, sample_documents
from tools.pretrain.spec import SPECS

TINY = Path(__file__).resolve().parents[2] / "autograder" / "models" / "tiny"
HEADS = {
    "bert": ("BertForPreTraining", "BertForMaskedLM", "BertModel", "BertForNextSentencePrediction"),
    "roberta": ("RobertaForMaskedLM", "RobertaModel"),
    "gpt2": ("GPT2LMHeadModel", "GPT2Model"),
}
NAMES = sorted(name for name in SPECS if (TINY / name).is_dir())
"""Those that are shipped: a model comes with its results, or not at all."""


@cache
def load(name: str, head: str) -> tuple[Any, dict[str, set[str]]]:
    return getattr(transformers, head).from_pretrained(TINY / name, output_loading_info=True)


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


@pytest.mark.parametrize("name", NAMES)
def test_the_sample_scores_as_recorded_and_beats_the_baseline(name: str) -> None:
    spec = SPECS[name]
    model, _ = load(name, HEADS[spec.family][0])
    bits = model_bits(spec, model, tokenizer(name), sample_documents(spec.language))
    recorded = results(name)["sample_bits"]
    assert bits == pytest.approx(recorded["model"], rel=1e-3)
    assert bits < recorded["unigram"]
    assert results(name)["bits_per_character"]["model"] < results(name)["bits_per_character"]["trigram"]


@pytest.mark.parametrize("name", NAMES)
def test_half_precision_costs_next_to_nothing(name: str) -> None:
    assert results(name)["full_precision_bits"] == pytest.approx(
        results(name)["bits_per_character"]["model"], abs=0.005
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_number_of_the_card_is_of_the_results_file(name: str) -> None:
    card = (TINY / name / "README.md").read_text(encoding="utf-8")
    for value in results(name)["bits_per_character"].values():
        assert f"{value:.3f}" in card


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
