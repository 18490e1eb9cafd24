"""What the reference of `finetune` teaches the shipped Chinese BERT, for ten seeds: the table in the data's README.

    python -m benchmarks.finetune_seeds

One thread. Seconds are those of the process (`time.process_time`), for the whole of `run_experiment`, measuring included.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from types import ModuleType
from typing import Any

import torch
from transformers.utils import logging

from autograder.exercise import load
from autograder.homes import HOME
from autograder.models.build import build


def main() -> None:
    """Print a line for each seed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="*", default=range(10))
    seeds = parser.parse_args().seeds
    torch.set_num_threads(1)
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    solution, data = reference(), corpus()
    print("| seed | accuracy | perplexity | everyday perplexity | seconds |\n|---|---|---|---|---|", flush=True)
    for seed in seeds:
        print(row(solution, data, seed), flush=True)


def reference() -> ModuleType:
    """The reference solution as a module."""
    path = load("finetune").reference
    module = ModuleType("finetune_reference")
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    return module


def corpus() -> dict[str, Any]:
    """Sentences of each part, and the items."""
    data = json.loads((HOME / "assignments" / "finetune" / "data" / "astronomy.json").read_text(encoding="utf-8"))
    texts = {part: [s for doc in data[part] for s in doc["sentences"]] for part in ("train", "eval", "general")}
    return {**texts, "items": data["items"]}


def row(solution: ModuleType, data: dict[str, Any], seed: int) -> str:
    """Run the experiment for one seed; a line of the table."""
    model, tokenizer = build("model", "bert-zh", {"head": "BertForMaskedLM"}), build("tokenizer", "bert-zh", {})
    everyday = [everyday_perplexity(solution, model, tokenizer, data["general"])]
    start = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        got = solution.run_experiment(model, tokenizer, data["train"], data["eval"], data["items"], folder, seed)
    seconds = time.process_time() - start
    everyday.append(everyday_perplexity(solution, model, tokenizer, data["general"]))
    return (
        f"| {seed} | {got['accuracy_before']:.0%} → {got['accuracy_after']:.0%} "
        f"| {got['perplexity_before']:.0f} → {got['perplexity_after']:.1f} "
        f"| {everyday[0]:.0f} → {everyday[1]:.0f} | {seconds:.1f} |"
    )


def everyday_perplexity(solution: ModuleType, model: Any, tokenizer: Any, texts: list[str]) -> float:
    """Perplexity on the everyday sentences, on the same masks each time: what rises here was forgotten."""
    batches = solution._frozen_batches(tokenizer, texts, seed=0)
    perplexity: float = solution.perplexity(solution._mean_loss(model, batches))
    return perplexity


if __name__ == "__main__":
    main()
