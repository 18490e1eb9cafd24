"""What is trained: one `Spec` a model, all sizes and schedules in one place."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Spec:
    """Size, text and schedule of one model.

    Attributes:
        family: `bert` (MLM and NSP), `roberta` (MLM alone) or `gpt2`.
        vocabulary: upper bound of the tokenizer's size.
        length: positions of a training row; the model has as many.
        tokens: tokens (padding included) of one optimiser step.
        epochs: passes over the training text.
        mask_ratio: share of tokens chosen for MLM; twice BERT's, since a short run learns from chosen tokens alone
            (Wettig et al., 2023, find 40 % no worse than 15 %).
        copies: mask patterns drawn before training (static masking); 0 draws anew in each epoch (dynamic).
        matrix_rate: Muon's learning rate, for the matrices inside the layers.
        rate: AdamW's learning rate, for everything else.
    """

    name: str
    family: str
    language: str
    vocabulary: int = 4096
    hidden: int = 128
    layers: int = 4
    heads: int = 4
    length: int = 64
    tokens: int = 2048
    epochs: int = 4
    mask_ratio: float = 0.3
    copies: int = 0
    matrix_rate: float = 0.02
    rate: float = 4e-3
    seed: int = 3


SPECS = {
    spec.name: spec
    for spec in (
        Spec("gpt2-zh", "gpt2", "zh", length=128, epochs=3),
        Spec("bert-zh", "bert", "zh", epochs=3),
        Spec("bert-en", "bert", "en", epochs=2, copies=1),
        Spec("roberta-en", "roberta", "en", epochs=3),
        Spec("gpt2-en", "gpt2", "en", length=128, epochs=2),
    )
}


def toy(spec: Spec) -> Spec:
    """The same model small enough for a test: seconds, not minutes."""
    return replace(spec, vocabulary=300, hidden=32, layers=1, heads=2, length=32, tokens=256, epochs=2)
