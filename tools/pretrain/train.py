"""Step `train`: one loop for all models, with checkpoints from which it goes on in the same state."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from transformers import PreTrainedTokenizerFast

from tools.pretrain.batches import Batch, batches, encode
from tools.pretrain.networks import Context, build_network, context_targets, loss
from tools.pretrain.optimiser import Muon, build_optimisers, schedule
from tools.pretrain.readers import Document
from tools.pretrain.spec import Spec

CHECKPOINT_EVERY = 100


class Run:
    """A training run: network, optimisers, and how far it has come."""

    def __init__(self, spec: Spec, tokenizer: PreTrainedTokenizerFast, folder: Path, device: str) -> None:
        self.spec, self.tokenizer, self.path, self.device = spec, tokenizer, folder / "checkpoint.pt", device
        self.network: nn.Module = build_network(spec, tokenizer).to(device)
        self.optimisers = build_optimisers(self.network, spec.matrix_rate, spec.rate)
        self.state: dict[str, Any] = {
            "epoch": 0,
            "batch": 0,
            "step": 0,
            "seconds": 0.0,
            "losses": [],
            "annealing": False,
        }
        self.rarity = torch.zeros(len(tokenizer))
        if self.path.exists():
            self._restore()

    def _restore(self) -> None:
        saved = torch.load(self.path, map_location=self.device, weights_only=True)
        self.network.load_state_dict(saved["network"])
        for optimiser, state in zip(self.optimisers, saved["optimisers"], strict=True):
            optimiser.load_state_dict(state)
        self.state.update(saved["state"])

    def save(self) -> None:
        """Write the checkpoint beside the old one, then rename."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        partial = self.path.with_suffix(".partial")
        optimisers = [optimiser.state_dict() for optimiser in self.optimisers]
        torch.save({"network": self.network.state_dict(), "optimisers": optimisers, "state": self.state}, partial)
        partial.rename(self.path)

    def _context(self, batch: Batch) -> Context | None:
        if self.spec.context_from is None or self.state["step"] < self.spec.context_from:
            return None
        return context_targets(batch, self.rarity, self._dice())

    def _dice(self) -> torch.Generator:
        return torch.Generator(self.device).manual_seed(self.spec.seed * 1_000_003 + self.state["step"])

    def step(self, batch: Batch) -> float:
        """One optimiser step; returns the loss."""
        batch = Batch(*(t.to(self.device) for t in vars(batch).values()))
        value = loss(self.network, batch, self._context(batch), self._dice())
        torch.autograd.backward(value)
        factor = schedule(self.state["step"], self.spec.steps)
        for optimiser in self.optimisers:
            for group in optimiser.param_groups:
                group["lr"] = factor * (self.spec.matrix_rate if isinstance(optimiser, Muon) else self.spec.rate)
            optimiser.step()
            optimiser.zero_grad()
        return float(value.detach())


def train(
    spec: Spec,
    tokenizer: PreTrainedTokenizerFast,
    docs: list[Document],
    folder: Path,
    device: str,
    own: list[Document] | None = None,
    stop_after: int | None = None,
) -> Run:
    """Train to the end, or go on from the checkpoint in `folder`.

    Args:
        docs: training documents.
        folder: where the checkpoint lies.
        own: those of `docs` that occur `spec.own_repeats` times in the last stage.
        stop_after: leave off after that many steps of this call (used by tests of resuming).
    """
    run = Run(spec, tokenizer, folder, device)
    first = encode(tokenizer, docs)
    run.rarity = rarity(first, tokenizer).to(device)
    later = first + encode(tokenizer, own or []) * (spec.own_repeats - 1)
    run.network.train()
    started, before = time.monotonic(), run.state["seconds"]
    left = max(0, spec.steps - run.state["step"])
    for batch in islice(_remaining(run, first, later), left if stop_after is None else stop_after):
        run.state["losses"].append(run.step(batch))
        run.state["step"] += 1
        run.state["seconds"] = before + time.monotonic() - started
        if run.state["step"] % CHECKPOINT_EVERY == 0:
            _report(run)
            run.save()
    run.save()
    return run


def rarity(docs: list[list[list[int]]], tokenizer: PreTrainedTokenizerFast) -> Tensor:
    """Weight of each token as a target of the context loss: count to the power -3/4, zero for special tokens."""
    flat = torch.tensor([token for doc in docs for sentence in doc for token in sentence])
    weight = flat.bincount(minlength=len(tokenizer)).clamp(min=1).float().pow(-0.75)
    weight[tokenizer.all_special_ids] = 0.0
    return weight


def _remaining(run: Run, first: list[list[list[int]]], later: list[list[list[int]]]) -> Iterator[Batch]:
    """Batches without end, from where the run left off; the place in the data is part of its state."""
    state = run.state
    while True:
        if _anneal_now(run):
            state.update(annealing=True, epoch=state["epoch"] + 1, batch=0)
        docs = later if state["annealing"] else first
        for batch in islice(batches(run.spec, run.tokenizer, docs, state["epoch"]), state["batch"], None):
            state["batch"] += 1
            yield batch
            if _anneal_now(run):
                break
        else:
            state.update(epoch=state["epoch"] + 1, batch=0)


def _anneal_now(run: Run) -> bool:
    """Whether the last stage, with our own sentences repeated, is due and has not begun."""
    return bool(run.state["step"] >= run.spec.anneal_from and not run.state["annealing"])


def _report(run: Run) -> None:
    recent = run.state["losses"][-CHECKPOINT_EVERY:]
    mean = sum(recent) / len(recent)
    print(
        f"{run.spec.name} {run.state['step']}/{run.spec.steps} loss {mean:.3f} {run.state['seconds']:.0f} s", flush=True
    )
