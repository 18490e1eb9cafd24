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
    network.half().save_pretrained(target)
    tokenizer.save_pretrained(target)
    _load_as_float32(target / "config.json")
    write_card(spec, results, target / "README.md")


def _load_as_float32(path: Path) -> None:
    """The file holds float16; arithmetic on a CPU is better done in float32, so the configuration asks for that."""
    config = json.loads(path.read_text(encoding="utf-8"))
    config["dtype"] = "float32"
    path.write_text(json.dumps(config, indent=2, sort_keys=True) + "\n", encoding="utf-8")
