"""Step `export`: weights in half precision, tokenizer and model card, as a folder that `from_pretrained` loads."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import torch
from transformers import PreTrainedModel, PreTrainedTokenizerFast

from tools.pretrain.card import write_card
from tools.pretrain.spec import Spec


def half_precision(network: PreTrainedModel) -> PreTrainedModel:
    """Round the weights to float16 values, kept in float32: the numbers of the shipped file."""
    with torch.no_grad():
        for tensor in network.parameters():
            tensor.copy_(tensor.half().float())
    return network


def export(
    spec: Spec, network: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, results: dict[str, Any], target: Path
) -> None:
    """Write the model's folder anew."""
    shutil.rmtree(target, ignore_errors=True)
    if hasattr(network, "context"):
        del network.context
    network.half().save_pretrained(target)
    (target / "model.safetensors").chmod(0o644)
    tokenizer.save_pretrained(target)
    _rewrite(target / "config.json", {"dtype": "float32"})  # the file holds float16; a CPU reckons better in float32
    _rewrite(target / "tokenizer_config.json", {}, drop=("is_local", "local_files_only"))
    (target / "results.json").write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    write_card(spec, results, target / "README.md")


def _rewrite(path: Path, values: dict[str, str], drop: tuple[str, ...] = ()) -> None:
    """Set and drop keys of a JSON file."""
    old = json.loads(path.read_text(encoding="utf-8"))
    new = {key: value for key, value in (old | values).items() if key not in drop}
    path.write_text(json.dumps(new, ensure_ascii=False, indent=2, sort_keys=True) + "\n", encoding="utf-8")
