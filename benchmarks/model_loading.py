"""How long the models here take to load, as a share of importing transformers: `python -m benchmarks.model_loading`.

Each model is loaded in processes of its own, which import torch and transformers' classes first and time both; the share is the median over
the processes of loading (weights and tokenizer) over importing, so that it says the same on a slow machine and a fast one.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys

from autograder.models.registry import Model, registry
from autograder.models.store import State, folder_of, size_of, state_of

_CHILD = """
import json, sys, time
began = time.perf_counter()
import transformers
from transformers import AutoConfig, AutoTokenizer
from transformers.utils import logging
logging.set_verbosity_error()
logging.disable_progress_bar()
from autograder.models.elmo import ElmoModel  # what transformers lacks
cls = getattr(transformers, AutoConfig.from_pretrained(sys.argv[1]).architectures[0], ElmoModel)
imported = time.perf_counter()
model = cls.from_pretrained(sys.argv[1])
loaded = time.perf_counter()
AutoTokenizer.from_pretrained(sys.argv[1])
count = sum(p.numel() for p in model.parameters())
print(json.dumps([imported - began, loaded - imported, time.perf_counter() - loaded, count]))
"""


def measure(model: Model, times: int) -> tuple[float, float, float, int]:
    """Medians over fresh processes: seconds of importing, the weights' and the tokenizer's share of it, and the parameters."""
    command = [sys.executable, "-c", _CHILD, str(folder_of(model))]
    runs = [json.loads(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(times)]
    shares = [statistics.median(run[part] / run[0] for run in runs) for part in (1, 2)]
    return statistics.median(run[0] for run in runs), shares[0], shares[1], runs[0][3]


def main() -> None:
    """Print one row a model that is here, as a Markdown table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.model_loading")
    parser.add_argument("--times", type=int, default=5, help="processes for each model")
    options = parser.parse_args()
    print("| model | MB | parameters | importing, s | weights | tokenizer |\n|---|---|---|---|---|---|")
    for model in registry().models.values():
        if state_of(model) in (State.shipped, State.ready):
            seconds, weights, words, count = measure(model, options.times)
            row = f"{size_of(model) / 1e6:.1f} | {count / 1e6:.1f}M | {seconds:.1f} | {weights:.1%} | {words:.1%}"
            print(f"| `{model.name}` | {row} |", flush=True)


if __name__ == "__main__":
    main()
