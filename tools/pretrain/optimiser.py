"""Muon (Jordan et al., 2024) for the matrices inside the layers, AdamW for the rest."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

# Coefficients of the quintic iteration, from the Muon write-up.
A, B, C = 3.4445, -4.7750, 2.0315


def orthogonalise(matrix: Tensor, steps: int = 5) -> Tensor:
    """Push all singular values of `matrix` (..., m, n) towards 1 by a Newton-Schulz iteration."""
    x: Tensor = matrix.mT if matrix.shape[-2] > matrix.shape[-1] else matrix
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(steps):
        gram = x @ x.mT
        x = A * x + (B * gram + C * gram @ gram) @ x
    return x.mT if matrix.shape[-2] > matrix.shape[-1] else x


class Muon(torch.optim.Optimizer):
    """Momentum whose matrix update is orthogonalised; a fused query-key-value matrix is treated as three."""

    def __init__(self, params: list[nn.Parameter], lr: float, momentum: float = 0.95) -> None:
        super().__init__(params, {"lr": lr, "momentum": momentum})

    @torch.no_grad()
    def step(self) -> None:  # type: ignore[override]
        for group in self.param_groups:
            for param in group["params"]:
                if param.grad is not None:
                    self._update(param, param.grad, group["lr"], group["momentum"])

    def _update(self, param: Tensor, gradient: Tensor, rate: float, momentum: float) -> None:
        buffer = self.state[param].setdefault("momentum", torch.zeros_like(param))
        buffer.lerp_(gradient, 1 - momentum)
        direction = gradient.lerp(buffer, momentum)
        rows, columns = param.shape
        parts = direction.chunk(3, dim=1) if columns == 3 * rows else (direction,)
        update = torch.cat([orthogonalise(part) for part in parts], dim=1)
        ratio = max(rows, columns // len(parts)) / min(rows, columns // len(parts))
        param.add_(update, alpha=-rate * math.sqrt(ratio))


INSIDE = (".layer.", ".h.", ".albert_layers.")
"""What the names of matrices inside the layers have in them."""


def build_optimisers(network: nn.Module, matrix_rate: float, rate: float) -> list[torch.optim.Optimizer]:
    """Muon, and AdamW for the rest; the context head, which trains in the last stage alone, has one of its own."""
    named = dict(network.named_parameters())
    matrices = [p for name, p in named.items() if p.ndim == 2 and any(part in name for part in INSIDE)]
    chosen = {id(p) for p in matrices}
    others = [p for name, p in named.items() if id(p) not in chosen and not name.startswith("context.")]
    context = [p for name, p in named.items() if name.startswith("context.")]
    adams = [
        torch.optim.AdamW(group, rate, betas=(0.9, 0.98), weight_decay=0.0) for group in (others, context) if group
    ]
    return [Muon(matrices, matrix_rate), *adams]


def schedule(step: int, total: int, warmup: int = 50) -> float:
    """The learning rate's factor: linear warm-up, flat, then linearly to zero over the last 46 %."""
    return max(0.0, min((step + 1) / warmup, 1.0, (1 - step / total) / 0.46))
