# %% plm="setup"
from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F


@dataclass(frozen=True)
class TruncatedGeometric:
    p: float
    longest: int

    def sample(self, rng: np.random.Generator) -> int:
        """By inverting the cumulative distribution in closed form."""
        if self.p == 1:
            return 1
        q = 1 - self.p
        u = rng.random()
        return min(self.longest, 1 + int(math.log1p(-u * (1 - q**self.longest)) / math.log(q)))


def composition(total: int, parts: int, rng: np.random.Generator) -> list[int]:
    """Whole numbers >= 0 with this sum, all equally likely: choose where the bars stand."""
    bars = sorted(rng.choice(total + parts - 1, parts - 1, replace=False).tolist()) if parts > 1 else []
    edges = [-1, *bars, total + parts - 1]
    return [b - a - 1 for a, b in zip(edges, edges[1:])]


# %% plm="sample_spans"


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    if num_tokens < 3 or not 0 < mask_ratio <= 0.5 or not 0 < p <= 1 or max_len < 1:
        raise ValueError
    budget = math.ceil(mask_ratio * (num_tokens - 2))
    law, lengths = TruncatedGeometric(p, max_len), []
    while sum(lengths) < budget:
        lengths.append(law.sample(rng))
    lengths[-1] -= sum(lengths) - budget
    order = list(rng.permutation(len(lengths)))
    spare = num_tokens - 2 - budget - (len(lengths) - 1)
    gaps = composition(spare, len(lengths) + 1, rng)
    spans, at = [], 1
    for gap, which in zip(gaps, order):
        at += gap
        spans.append((at, at + lengths[which]))
        at += lengths[which] + 1
    return spans


# %% plm="mask_spans"


def mask_spans(input_ids: Tensor, spans, tokenizer, rng):
    vocabulary = torch.tensor([i for i in range(len(tokenizer)) if i not in tokenizer.all_special_ids])
    masked, labels = input_ids.clone(), torch.full_like(input_ids, -100)
    for span in spans:
        inside = slice(*span)
        original = input_ids[inside]
        labels[inside] = original
        fate = rng.integers(10)
        if fate == 0:
            continue
        if fate == 1:
            # never the token itself: "random" then means "another one"
            for i in range(*span):
                others = vocabulary[vocabulary != input_ids[i]]
                masked[i] = others[int(rng.integers(len(others)))]
        else:
            masked[inside] = tokenizer.mask_token_id
    return masked, labels


# %% plm="span_targets"


def span_targets(spans):
    t = [torch.arange(s, e) for s, e in spans] or [torch.arange(0)]
    l = [torch.full((e - s,), s - 1) for s, e in spans] or [torch.arange(0)]
    r = [torch.full((e - s,), e) for s, e in spans] or [torch.arange(0)]
    p = [torch.arange(e - s) for s, e in spans] or [torch.arange(0)]
    return [torch.cat(x) for x in (t, l, r, p)]


# %% plm="SpanBoundaryHead.forward"


class SpanBoundaryHead(nn.Module):
    def __init__(self, hidden_size, vocab_size, max_len=10, position_size=200):
        super().__init__()
        self.position = nn.Embedding(max_len, position_size)
        self.dense1 = nn.Linear(2 * hidden_size + position_size, hidden_size)
        self.norm1 = nn.LayerNorm(hidden_size)
        self.dense2 = nn.Linear(hidden_size, hidden_size)
        self.norm2 = nn.LayerNorm(hidden_size)
        self.decoder = nn.Linear(hidden_size, vocab_size)

    def forward(self, hidden, left, right, position):
        x = torch.cat(
            [
                torch.take_along_dim(hidden, left[..., None], dim=1),
                torch.take_along_dim(hidden, right[..., None], dim=1),
                F.embedding(position, self.position.weight),
            ],
            dim=-1,
        )
        x = F.layer_norm(F.gelu(self.dense1(x)), self.norm1.normalized_shape, self.norm1.weight, self.norm1.bias, self.norm1.eps)
        x = F.layer_norm(F.gelu(self.dense2(x)), self.norm2.normalized_shape, self.norm2.weight, self.norm2.bias, self.norm2.eps)
        return F.linear(x, self.decoder.weight, self.decoder.bias)


# %% plm="span_loss"


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    parts = []
    for logits, labels in [(mlm_logits, mlm_labels), (sbo_logits, sbo_labels)]:
        losses = F.cross_entropy(logits.transpose(1, 2), labels, reduction="none") if labels.numel() else logits.new_zeros(1)
        count = int((labels != -100).sum())
        parts.append(losses.sum() / count if count else losses.sum())
    return torch.stack(parts).sum()


# %% plm="SUMMARY"
SUMMARY = """"""
