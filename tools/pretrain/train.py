"""Step `train`: one loop for all models, with checkpoints from which it goes on in the same state."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from transformers import PreTrainedModel, PreTrainedTokenizerFast

from tools.pretrain.batches import Batch, batches, encode
from tools.pretrain.networks import build_network, loss
from tools.pretrain.optimiser import build_optimisers, schedule
from tools.pretrain.readers import Document
from tools.pretrain.spec import Spec

CHECKPOINT_EVERY = 200


class Run:
    """A training run: network, optimisers, and how far it has come."""

    def __init__(self, spec: Spec, tokenizer: PreTrainedTokenizerFast, folder: Path, device: str) -> None:
        self.spec, self.tokenizer, self.path, self.device = spec, tokenizer, folder / "checkpoint.pt", device
        self.network: PreTrainedModel = build_network(spec, tokenizer).to(device)
        self.optimisers = build_optimisers(self.network, spec.matrix_rate, spec.rate)
        self.state: dict[str, Any] = {"epoch": 0, "batch": 0, "step": 0, "seconds": 0.0, "losses": []}
        if self.path.exists():
            self._restore()

    def _restore(self) -> None:
        saved = torch.load(self.path, map_location=self.device, weights_only=True)
        self.network.load_state_dict(saved["network"])
        for optimiser, state in zip(self.optimisers, saved["optimisers"], strict=True):
            optimiser.load_state_dict(state)
        self.state = saved["state"]

    def save(self) -> None:
        """Write the checkpoint beside the old one, then rename."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        partial = self.path.with_suffix(".partial")
        optimisers = [optimiser.state_dict() for optimiser in self.optimisers]
        torch.save({"network": self.network.state_dict(), "optimisers": optimisers, "state": self.state}, partial)
        partial.rename(self.path)

    def step(self, batch: Batch, total: int) -> float:
        """One optimiser step; returns the loss."""
        value = loss(self.network, Batch(*(t.to(self.device) for t in vars(batch).values())))
        torch.autograd.backward(value)
        factor = schedule(self.state["step"], total)
        for optimiser, base in zip(self.optimisers, (self.spec.matrix_rate, self.spec.rate), strict=True):
            for group in optimiser.param_groups:
                group["lr"] = base * factor
            optimiser.step()
            optimiser.zero_grad()
        return float(value.detach())


def train(
    spec: Spec,
    tokenizer: PreTrainedTokenizerFast,
    docs: list[Document],
    folder: Path,
    device: str,
    stop_after: int | None = None,
) -> Run:
    """Train to the end, or go on from the checkpoint in `folder`.

    Args:
        docs: training documents.
        folder: where the checkpoint lies.
        stop_after: leave off after that many steps of this call (used by tests of resuming).
    """
    run = Run(spec, tokenizer, folder, device)
    encoded = encode(tokenizer, docs)
    total = sum(1 for epoch in range(max(1, spec.copies or 1)) for _ in batches(spec, tokenizer, encoded, epoch))
    total = total * spec.epochs // max(1, spec.copies or 1)
    run.network.train()
    started, before = time.monotonic(), run.state["seconds"]
    for batch in islice(_remaining(run, encoded), stop_after):
        run.state["losses"].append(run.step(batch, total))
        run.state["step"] += 1
        run.state["seconds"] = before + time.monotonic() - started
        if run.state["step"] % CHECKPOINT_EVERY == 0:
            _report(run, total)
            run.save()
    run.save()
    return run


def _remaining(run: Run, encoded: list[list[list[int]]]) -> Iterator[Batch]:
    """The batches that are still to come; the place in the data is part of the state."""
    for epoch in range(run.state["epoch"], run.spec.epochs):
        run.state["epoch"] = epoch
        for batch in islice(batches(run.spec, run.tokenizer, encoded, epoch), run.state["batch"], None):
            run.state["batch"] += 1
            yield batch
        run.state["batch"] = 0
    run.state["epoch"] = run.spec.epochs


def _report(run: Run, total: int) -> None:
    recent = run.state["losses"][-CHECKPOINT_EVERY:]
    mean = sum(recent) / len(recent)
    print(f"{run.spec.name} {run.state['step']}/{total} loss {mean:.3f} {run.state['seconds']:.0f} s", flush=True)
