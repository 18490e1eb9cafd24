"""How far the senses of a word lie apart in an encoder: gap and bootstrap interval, word by word, layer by layer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import PreTrainedModel, PreTrainedTokenizerFast

RESAMPLES = 1000


def sense_gaps(network: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, path: Path) -> dict[str, Any]:
    """Gaps at the layer where most words with two senses have an interval above zero.

    The layer is chosen on the same sentences, which flatters it a little.

    Returns:
        `layer`, `above_zero` (per layer), `words` (word to `kind`, `gap`, `low`, `high` at that layer).
    """
    items = json.loads(path.read_text(encoding="utf-8"))["zh"]
    table = {item["word"]: gaps_of_word(network, tokenizer, item) for item in items}
    layers = range(network.config.num_hidden_layers + 1)
    polysemous = [item["word"] for item in items if item["kind"] == "polysemy"]
    above = [sum(table[word][layer]["low"] > 0 for word in polysemous) for layer in layers]
    best = int(np.argmax(above))
    words = {item["word"]: {"kind": item["kind"], **table[item["word"]][best]} for item in items}
    return {"layer": best, "above_zero": above, "of": len(polysemous), "words": words}


def gaps_of_word(
    network: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, item: dict[str, Any]
) -> list[dict[str, float]]:
    """A word's gap and its interval at every layer, embeddings first.

    Args:
        item: a word of `senses.json`.
    """
    groups = [sense["sentences"] for sense in item["senses"]]
    vectors = torch.stack([word_vectors(network, tokenizer, text) for group in groups for text in group], dim=1)
    unit = torch.nn.functional.normalize(vectors, dim=-1)
    sizes = [len(group) for group in groups]
    return [interval(layer.numpy(), sizes) for layer in unit @ unit.mT]


def word_vectors(network: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, marked: str) -> torch.Tensor:
    """Mean vector of the marked word at every layer, (layers + 1, hidden)."""
    start, end = marked.index("["), marked.index("]") - 1
    encoded = tokenizer(marked.replace("[", "").replace("]", ""), return_offsets_mapping=True, return_tensors="pt")
    offsets = encoded.pop("offset_mapping")[0]
    inside = (offsets[:, 0] < end) & (offsets[:, 1] > start)
    hidden = network(**encoded, output_hidden_states=True).hidden_states
    return torch.stack([layer[0, inside].mean(0) for layer in hidden])


def interval(cosines: np.ndarray, sizes: list[int]) -> dict[str, float]:
    """The gap of one word, with a 95 % bootstrap interval over its sentences.

    Args:
        cosines: between all sentences, those of the first sense first.
        sizes: number of sentences of each of the two senses.
    """
    rng = np.random.default_rng(0)
    first, second = np.arange(sizes[0]), sizes[0] + np.arange(sizes[1])
    draws = [gap(cosines, rng.choice(first, sizes[0]), rng.choice(second, sizes[1])) for _ in range(RESAMPLES)]
    low, high = np.nanpercentile(draws, [2.5, 97.5])
    return {"gap": gap(cosines, first, second), "low": float(low), "high": float(high)}


def gap(cosines: np.ndarray, first: np.ndarray, second: np.ndarray) -> float:
    """Mean cosine within a sense minus between senses; a sentence drawn twice makes no pair with itself."""
    within = [cosines[i, j] for group in (first, second) for n, i in enumerate(group) for j in group[n + 1 :] if i != j]
    return float(np.mean(within) - cosines[np.ix_(first, second)].mean())
