"""The models that might be shipped: their losses teach every weight, and their counts are what the page says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from tools.candidates import VOCABULARY, Candidate, albert, bert, electra, elmo

PAGE = Path(__file__).resolve().parents[2] / "docs" / "labs.md"


@pytest.mark.parametrize("build", [bert, elmo, albert, electra])
def test_the_page_gives_the_count_and_the_loss_reaches_every_weight_that_would_be_shipped(
    build: Callable[[], Candidate],
) -> None:
    candidate = build()
    assert f"| {candidate.parameters:,} |" in PAGE.read_text(encoding="utf-8")
    rows = candidate.loss(torch.randint(VOCABULARY, (32, 64)))
    torch.autograd.backward(rows)
    untaught = [name for name, parameter in candidate.shipped.named_parameters() if parameter.grad is None]
    assert untaught == []
