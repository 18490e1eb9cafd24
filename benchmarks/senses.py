"""How far a profile's Chinese encoder holds the senses of a word apart, layer by layer: `python -m benchmarks.senses --profile small`.

The gap is exercise `polysemy`'s: mean cosine within a sense minus between senses, over the sentences of its `data/senses.json`. A star
marks a gap whose 95 % bootstrap interval over the sentences lies above zero. The control has one sense in two contexts: it shows what
a change of context alone gives.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModel, AutoTokenizer

from autograder.models import model_folder
from autograder.models.build import quiet
from tools.pretrain.senses import gaps_of_word

SENSES = Path(__file__).resolve().parent.parent / "assignments" / "polysemy" / "data" / "senses.json"
WORDS = ("苹果", "打", "bank", "花", "杜鹃", "银行")


def measure(profile: str, words: tuple[str, ...]) -> dict[str, list[dict[str, float]]]:
    """For each word `gap`, `low` and `high` at every layer, embeddings first."""
    folder = model_folder("encoder-zh", profile)
    with quiet(), torch.no_grad():
        tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder).eval()
        items = {item["word"]: item for item in _items()}
        return {word: gaps_of_word(model, tokenizer, items[word]) for word in words}


def _items() -> list[dict[str, Any]]:
    languages = json.loads(SENSES.read_text(encoding="utf-8"))
    return [item for items in languages.values() for item in items]


def main() -> None:
    """Print one row a layer, one column a word, as a Markdown table; then how many words have a star at each layer."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.senses")
    parser.add_argument("--profile", default="tiny")
    parser.add_argument("--all", action="store_true", help="all words of the exercise, not a few")
    options = parser.parse_args()
    words = tuple(item["word"] for item in _items()) if options.all else WORDS
    table = measure(options.profile, words)
    print(f"| layer | {' | '.join(words)} |\n|{'---|' * (len(words) + 1)}")
    for layer, row in enumerate(zip(*table.values(), strict=True)):
        cells = (f"{cell['gap']:.3f}{'*' if cell['low'] > 0 else ''}" for cell in row)
        print(f"| {layer} | {' | '.join(cells)} |")
    stars = [sum(cell["low"] > 0 for cell in row) for row in zip(*table.values(), strict=True)]
    print(f"\nwords with a star, of {len(words)}, by layer: {', '.join(map(str, stars))}")


if __name__ == "__main__":
    main()
