"""Command line of the recipe: `python -m tools.pretrain all --work DIR`."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

import torch
from transformers import AutoTokenizer, PreTrainedTokenizerFast

from tools.pretrain.batches import batches, encode
from tools.pretrain.clean import clean, evaluation_sentences, read_lines
from tools.pretrain.evaluate import evaluate, score
from tools.pretrain.export import export, half_precision
from tools.pretrain.gather import gather
from tools.pretrain.readers import Document
from tools.pretrain.sense_stage import train_senses
from tools.pretrain.senses import sense_gaps
from tools.pretrain.sentences import own_documents
from tools.pretrain.spec import SPECS, TRIED, Spec, longer
from tools.pretrain.train import Run, train
from tools.pretrain.vocabulary import build_tokenizer

ROOT = Path(__file__).resolve().parents[2]
SENSES = ROOT / "assignments" / "polysemy" / "data" / "senses.json"
TINY = ROOT / "autograder" / "models" / "tiny"
STEPS = ("gather", "clean", "tokenizers", "train", "evaluate", "export")


def tokenizers(spec: Spec, work: Path) -> None:
    """Learn and save the tokenizer of a model, unless it is there, or another's is taken."""
    folder = work / "tokenizers" / spec.name
    if not spec.tokenizer and not folder.exists():
        texts = [text for doc in read_lines(work / "text" / f"{spec.language}.train.txt") for text in doc]
        build_tokenizer(spec, texts).save_pretrained(folder)


def load_tokenizer(spec: Spec, work: Path) -> PreTrainedTokenizerFast:
    """The tokenizer that step `tokenizers` made, or the shipped model's whose tokenizer is shared."""
    folder = TINY / spec.tokenizer if spec.tokenizer else work / "tokenizers" / spec.name
    return AutoTokenizer.from_pretrained(folder)


def train_one(spec: Spec, work: Path, device: str) -> None:
    """Train a model, or go on with it; its last weights go to `work/train/<name>/final.pt`."""
    folder = work / "train" / spec.name
    if (folder / "final.pt").exists():
        return
    docs, own = (read_lines(work / "text" / f"{spec.language}.{part}.txt") for part in ("train", "own"))
    run = train(spec, load_tokenizer(spec, work), docs, folder, device, own)
    if spec.sense_steps:
        train_senses(spec, run.network, run.tokenizer, docs, evaluation_sentences(ROOT / "assignments"))
    torch.save(run.network.state_dict(), folder / "final.pt")


def load_run(spec: Spec, work: Path) -> Run:
    """A finished run with its last weights."""
    run = Run(spec, load_tokenizer(spec, work), work / "train" / spec.name, "cpu")
    run.network.load_state_dict(torch.load(run.path.with_name("final.pt"), map_location="cpu", weights_only=True))
    return run


def evaluate_one(spec: Spec, work: Path) -> None:
    """Measure a trained model, rounded as it is shipped, into `work/results/<name>.json`."""
    train_docs, held = (read_lines(work / "text" / f"{spec.language}.{part}.txt") for part in ("train", "held"))
    run = load_run(spec, work)
    facts = describe(run, train_docs, held)
    if spec.sense_steps:
        facts["senses_before"] = senses_before(spec, work)
    facts["full_precision_bits"] = score(spec, run.network, run.tokenizer, held)
    network = half_precision(run.network)
    facts.update(evaluate(spec, network, run.tokenizer, train_docs, held, SENSES))
    path = work / "results" / f"{spec.name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(facts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def senses_before(spec: Spec, work: Path) -> list[int]:
    """For each layer the number of words whose senses lay apart before the stage that draws them apart."""
    run = Run(spec, load_tokenizer(spec, work), work / "train" / spec.name, "cpu")
    with torch.no_grad():
        return list(sense_gaps(run.network.eval(), run.tokenizer, SENSES)["above_zero"])


def describe(run: Run, train_docs: list[Document], held: list[Document]) -> dict[str, Any]:
    """Size of the text, of the model and of its training."""
    own = sum(len(text) for doc in own_documents(run.spec.language) for text in doc)
    total = sum(len(text) for doc in train_docs for text in doc)
    encoded = encode(run.tokenizer, train_docs)
    return {
        "train_characters": total,
        "held_characters": sum(len(text) for doc in held for text in doc),
        "own_share": own / total,
        "parameters": sum(p.numel() for name, p in run.network.named_parameters() if not name.startswith("context.")),
        "vocabulary": len(run.tokenizer),
        "steps": run.state["step"],
        "passes": run.state["epoch"]
        + run.state["batch"] / sum(1 for _ in batches(run.spec, run.tokenizer, encoded, 0)),
        "seconds": run.state["seconds"],
    }


def export_one(spec: Spec, work: Path, target: Path) -> None:
    """Write a trained and evaluated model's folder."""
    run = load_run(spec, work)
    results = json.loads((work / "results" / f"{spec.name}.json").read_text(encoding="utf-8"))
    export(spec, run.network, run.tokenizer, results, target / spec.name)


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.pretrain", description=__doc__)
    parser.add_argument("step", choices=("all", *STEPS))
    parser.add_argument(
        "--work", type=Path, default=Path.home() / ".cache" / "plm-pretrain", help="folder for all that is made"
    )
    parser.add_argument("--target", type=Path, default=TINY, help="where the models go")
    parser.add_argument(
        "--only",
        choices=SPECS | TRIED,
        action="append",
        help="a model (may be given again); all that are shipped without it",
    )
    parser.add_argument(
        "--longer", type=float, default=1.0, help="train for that many times the steps (in another --work)"
    )
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    return parser.parse_args()


def main() -> None:
    """Run the steps asked for, in order; each leaves alone what is done already."""
    options = parse_arguments()
    torch.set_num_threads(options.threads)
    specs = [longer((SPECS | TRIED)[name], options.longer) for name in options.only or SPECS]
    steps = STEPS if options.step == "all" else (options.step,)
    if "gather" in steps:
        gather(options.work)
    if "clean" in steps:
        clean(options.work, ROOT / "assignments")
    for spec in specs:
        if "tokenizers" in steps:
            tokenizers(spec, options.work)
        if "train" in steps:
            train_one(spec, options.work, options.device)
        if "evaluate" in steps:
            evaluate_one(spec, options.work)
        if "export" in steps:
            export_one(spec, options.work, options.target)


if __name__ == "__main__":
    main()
