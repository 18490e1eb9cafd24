"""What is trained: one `Spec` a model, all sizes and schedules in one place."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Spec:
    """Size, text and schedule of one model.

    Attributes:
        family: `bert` (MLM and NSP), `roberta` (MLM alone), `gpt2`, `elmo` (two language models), `albert` (MLM and SOP) or
            `electra` (MLM and the detection of what it replaced).
        tokenizer: the shipped model whose tokenizer it takes; empty for one of its own.
        start: the shipped model with whose encoder ELECTRA's discriminator begins; empty for fresh weights.
        vocabulary: upper bound of the tokenizer's size.
        embedding: size of the token embeddings; 0 for that of the hidden layers.
        length: positions of a training row; the model has as many.
        tokens: tokens (padding included) of one optimiser step.
        steps: optimiser steps; the text is gone over as often as it takes.
        mask_ratio: share of tokens chosen for MLM; twice BERT's, since a short run learns from chosen tokens alone
            (Wettig et al., 2023, find 40 % no worse than 15 %).
        copies: mask patterns drawn before training (static masking); 0 draws anew in each epoch (dynamic).
        matrix_rate: Muon's learning rate, for the matrices inside the layers.
        rate: AdamW's learning rate, for everything else.
        own_repeats: times that our own sentences occur in a pass of the last stage.
        context_from: step from which BERT's tokens also predict other tokens of their segment; None for never.
        sense_steps: steps of the stage after training that draws senses apart (see `sense_stage`).
        anneal_from: step at which the last stage begins.
    """

    name: str
    family: str
    language: str
    tokenizer: str = ""
    start: str = ""
    vocabulary: int = 4096
    embedding: int = 0
    hidden: int = 128
    layers: int = 4
    heads: int = 4
    length: int = 64
    tokens: int = 2048
    steps: int = 1500
    mask_ratio: float = 0.3
    copies: int = 0
    matrix_rate: float = 0.02
    rate: float = 4e-3
    own_repeats: int = 1
    anneal_from: int = 1_000_000
    context_from: int | None = None
    sense_steps: int = 0
    seed: int = 3


SPECS = {
    spec.name: spec
    for spec in (
        Spec("gpt2-zh", "gpt2", "zh", length=128, steps=1500),
        Spec("bert-zh", "bert", "zh", steps=1860, own_repeats=3, anneal_from=1000, context_from=1400, sense_steps=150),
        Spec("bert-en", "bert", "en", steps=1600, copies=1),
        Spec("roberta-en", "roberta", "en", steps=2400),
        Spec("gpt2-en", "gpt2", "en", length=128, steps=2400),
        Spec("elmo-zh", "elmo", "zh", tokenizer="bert-zh", layers=2, hidden=192, mask_ratio=0.0, steps=2400),
        Spec(
            "electra-zh",
            "electra",
            "zh",
            tokenizer="bert-zh",
            start="bert-zh",
            mask_ratio=0.15,
            steps=1400,
            matrix_rate=0.01,
            rate=1e-3,
        ),
    )
}
TRIED = {
    spec.name: spec
    for spec in (Spec("albert-zh", "albert", "zh", tokenizer="bert-zh", embedding=64, hidden=192, heads=6, steps=2000),)
}
"""Models that did not beat their baseline and are not shipped: they are made only where they are named."""


def longer(spec: Spec, factor: float) -> Spec:
    """The same model trained for `factor` times the steps, its stages moved along."""
    context = None if spec.context_from is None else round(factor * spec.context_from)
    steps, anneal = round(factor * spec.steps), round(factor * spec.anneal_from)
    return replace(spec, steps=steps, anneal_from=anneal, context_from=context)


def toy(spec: Spec) -> Spec:
    """The same model small enough for a test: seconds, not minutes."""
    context = None if spec.context_from is None else 14
    return replace(
        spec,
        vocabulary=300,
        start="",
        embedding=16 if spec.embedding else 0,
        hidden=32,
        layers=1,
        heads=2,
        length=32,
        tokens=256,
        steps=20,
        anneal_from=10,
        context_from=context,
    )
