"""What tiny ELMo, ALBERT and ELECTRA models would take: `python -m tools.candidates` builds them untrained, counts and times a step."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import (
    AlbertConfig,
    AlbertForPreTraining,
    BertConfig,
    BertForPreTraining,
    ElectraConfig,
    ElectraForMaskedLM,
    ElectraForPreTraining,
)

from reference.elmo import bilm_loss
from tools.pretrain.spec import SPECS

VOCABULARY = 3269
"""Of `bert-zh`, which all would share."""
SPEC = SPECS["bert-zh"]
RESULTS = Path(__file__).resolve().parents[1] / "autograder" / "models" / "tiny" / "bert-zh" / "results.json"
ROWS, LENGTH = SPEC.tokens // SPEC.length, SPEC.length
SIZES = {
    "hidden_size": SPEC.hidden,
    "num_hidden_layers": SPEC.layers,
    "num_attention_heads": SPEC.heads,
    "intermediate_size": 4 * SPEC.hidden,
    "max_position_embeddings": LENGTH,
    "vocab_size": VOCABULARY,
}


@dataclass(frozen=True)
class Candidate:
    """A model that might be shipped.

    Args:
        shipped: the modules whose weights would be.
        loss: the training loss on ids `(rows, length)`.
        steps: optimiser steps by the recipe.
    """

    shipped: nn.Module
    loss: Callable[[Tensor], Tensor]
    steps: int = SPEC.steps

    @property
    def parameters(self) -> int:
        """Number of parameters shipped; a tied matrix counts once."""
        return sum(parameter.numel() for parameter in self.shipped.parameters())

    def second(self) -> float:
        """Seconds of one forward and backward pass over one step's tokens."""
        ids = torch.randint(VOCABULARY, (ROWS, LENGTH))
        start = time.perf_counter()
        torch.autograd.backward(self.loss(ids))
        return time.perf_counter() - start


class BiLM(nn.Module):
    """ELMo without its character convolutions: two LSTMs of two layers over one embedding, which is the output matrix too."""

    def __init__(self, hidden: int = 256) -> None:
        super().__init__()
        self.token = nn.Embedding(VOCABULARY, SPEC.hidden)
        self.forwards = nn.LSTM(SPEC.hidden, hidden, 2, batch_first=True, proj_size=SPEC.hidden)
        self.backwards = nn.LSTM(SPEC.hidden, hidden, 2, batch_first=True, proj_size=SPEC.hidden)

    def forward(self, ids: Tensor) -> Tensor:
        """The mean of the reference's `bilm_loss` over the rows."""
        left = self.forwards(self.token(ids))[0] @ self.token.weight.T
        right = self.backwards(self.token(ids.flip(1)))[0].flip(1) @ self.token.weight.T
        return torch.stack([bilm_loss(*row) for row in zip(left, right, ids, strict=True)]).mean()


def bert() -> Candidate:
    """The shipped `bert-zh`, for comparison."""
    model = BertForPreTraining(BertConfig(**SIZES))
    following = torch.zeros(ROWS, dtype=torch.long)
    return Candidate(model, lambda ids: model(ids, labels=ids, next_sentence_label=following).loss)


def albert() -> Candidate:
    """Twice as wide as `bert-zh` and still smaller: one layer, applied four times, and a thin embedding."""
    sizes = {
        **SIZES,
        "hidden_size": 2 * SPEC.hidden,
        "intermediate_size": 8 * SPEC.hidden,
        "embedding_size": SPEC.hidden // 2,
    }
    model = AlbertForPreTraining(AlbertConfig(**sizes))
    order = torch.zeros(ROWS, dtype=torch.long)
    return Candidate(model, lambda ids: model(ids, labels=ids, sentence_order_label=order).loss)


def electra() -> Candidate:
    """Discriminator of `bert-zh`'s size, generator half as wide; both would be shipped, so that the lab can use the pair."""
    discriminator = ElectraForPreTraining(ElectraConfig(**SIZES, embedding_size=SPEC.hidden))
    half = {**SIZES, "hidden_size": SPEC.hidden // 2, "intermediate_size": 2 * SPEC.hidden}
    generator = ElectraForMaskedLM(ElectraConfig(**half, embedding_size=SPEC.hidden))
    generator.electra.embeddings = discriminator.electra.embeddings  # the paper ties them
    labels = torch.zeros(ROWS, LENGTH, dtype=torch.long)

    def loss(ids: Tensor) -> Tensor:
        made: Tensor = generator(ids, labels=ids).loss + 50 * discriminator(ids, labels=labels).loss
        return made

    return Candidate(nn.ModuleList([discriminator, generator]), loss)


def elmo() -> Candidate:
    """Two directions, trained as long as `gpt2-zh`, the other model that reads one way."""
    model = BiLM()
    return Candidate(model, model, SPECS["gpt2-zh"].steps)


def report(rounds: int = 12) -> str:
    """A table in Markdown; hours are the shipped model's own seconds (its results), scaled by the ratio of two steps timed here."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    candidates = {"`bert-zh`, shipped": bert(), "ELMo": elmo(), "ALBERT": albert(), "ELECTRA": electra()}
    timed = [[candidate.second() for candidate in candidates.values()] for _ in range(rounds)]
    least = [min(column) for column in zip(*timed, strict=True)]  # whatever else the machine does only adds
    hours_a_step = json.loads(RESULTS.read_text(encoding="utf-8"))["seconds"] / SPEC.steps / 3600
    lines = [
        "| model | parameters | MB in float16 | a step, of `bert-zh`'s | steps | hours |",
        "|---|---|---|---|---|---|",
    ]
    for (name, candidate), seconds in zip(candidates.items(), least, strict=True):
        ratio = seconds / least[0]
        cells = [f"{candidate.parameters:,}", f"{2 * candidate.parameters / 1e6:.1f}", f"{ratio:.1f}"]
        cells += [f"{candidate.steps:,}", f"{candidate.steps * hours_a_step * ratio:.1f}"]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())
