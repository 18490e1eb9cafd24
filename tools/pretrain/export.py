"""Step `export`: weights in half precision, tokenizer and model card, as a folder that `from_pretrained` loads."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import torch
from torch import nn
from transformers import PreTrainedModel, PreTrainedTokenizerFast

from tools.pretrain.card import write_card
from tools.pretrain.electra import Electra
from tools.pretrain.spec import Spec


def half_precision(network: nn.Module) -> nn.Module:
    """Round the weights to float16 values, kept in float32: the numbers of the shipped file."""
    with torch.no_grad():
        for tensor in network.parameters():
            tensor.copy_(tensor.half().float())
    return network


def export(
    spec: Spec, network: nn.Module, tokenizer: PreTrainedTokenizerFast, results: dict[str, Any], target: Path
) -> None:
    """Write the model's folder anew."""
    shutil.rmtree(target, ignore_errors=True)
    if hasattr(network, "context"):
        del network.context
    if isinstance(network, Electra):
        _write_weights(network.discriminator, target)
        _write_weights(network.generator, target / "generator")
    else:
        _write_weights(network, target)
    tokenizer.save_pretrained(target)
    _rewrite(target / "tokenizer_config.json", {}, drop=("is_local", "local_files_only"))
    (target / "results.json").write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    write_card(spec, results, target / "README.md")


def _write_weights(network: PreTrainedModel, target: Path) -> None:
    network.half().save_pretrained(target)
    (target / "model.safetensors").chmod(0o644)
    _rewrite(target / "config.json", {"dtype": "float32"})  # the file holds float16; a CPU reckons better in float32


def _rewrite(path: Path, values: dict[str, str], drop: tuple[str, ...] = ()) -> None:
    """Set and drop keys of a JSON file."""
    old = json.loads(path.read_text(encoding="utf-8"))
    new = {key: value for key, value in (old | values).items() if key not in drop}
    path.write_text(json.dumps(new, ensure_ascii=False, indent=2, sort_keys=True) + "\n", encoding="utf-8")
