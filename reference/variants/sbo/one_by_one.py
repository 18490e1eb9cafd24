# %% plm="setup"
import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

# %% plm="sample_spans"
# Places are listed: every start at which the span and a free neighbour on either side still fit. If none is left, all over again.


def starts_that_fit(taken, length):
    n = len(taken)
    return [s for s in range(1, n - length) if not any(taken[max(0, s - 1) : s + length + 1])]


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    if num_tokens < 3:
        raise ValueError("no room")
    if not (0 < mask_ratio <= 0.5):
        raise ValueError("mask_ratio")
    if not (0 < p <= 1):
        raise ValueError("p")
    if max_len < 1:
        raise ValueError("max_len")
    budget = math.ceil(mask_ratio * (num_tokens - 2))
    weights = [p * (1 - p) ** k for k in range(max_len)]
    weights = [w / sum(weights) for w in weights]
    for attempt in range(200):
        taken, spans, left = [False] * num_tokens, [], budget
        while left:
            length = min(left, 1 + int(rng.choice(max_len, p=weights)))
            starts = starts_that_fit(taken, length)
            if not starts:
                break
            s = starts[int(rng.integers(len(starts)))]
            taken[s : s + length] = [True] * length
            spans.append((s, s + length))
            left -= length
        if not left:
            return sorted(spans)
    # So crowded that chance does not get there: the tightest arrangement always does.
    spans, s = [], 1
    while budget:
        length = min(budget, max_len)
        spans.append((s, s + length))
        s, budget = s + length + 1, budget - length
    return spans


# %% plm="mask_spans"


def mask_spans(input_ids, spans, tokenizer, rng):
    special = set(tokenizer.all_special_ids)
    vocabulary = [i for i in range(len(tokenizer)) if i not in special]
    masked = input_ids.tolist()
    labels = [-100] * len(masked)
    for s, e in spans:
        labels[s:e] = masked[s:e]
        r = rng.random()
        for i in range(s, e):
            if r < 0.8:
                masked[i] = tokenizer.mask_token_id
            elif r < 0.9:
                masked[i] = vocabulary[int(rng.integers(len(vocabulary)))]
    return torch.tensor(masked), torch.tensor(labels)


# %% plm="span_targets"


def span_targets(spans):
    target, left, right, position = [], [], [], []
    for s, e in spans:
        for i in range(s, e):
            target.append(i)
            left.append(s - 1)
            right.append(e)
            position.append(i - s)
    return tuple(torch.tensor(x, dtype=torch.long) for x in (target, left, right, position))


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
        size = hidden.size(-1)
        x_left = torch.gather(hidden, 1, left.unsqueeze(-1).expand(-1, -1, size))
        x_right = torch.gather(hidden, 1, right.unsqueeze(-1).expand(-1, -1, size))
        h = torch.cat((x_left, x_right, self.position(position)), dim=2)
        h = self.norm1(F.gelu(self.dense1(h)))
        h = self.norm2(F.gelu(self.dense2(h)))
        return self.decoder(h)


# %% plm="span_loss"


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    total = 0.0 * (mlm_logits.sum() + sbo_logits.sum())
    for logits, labels in ((mlm_logits, mlm_labels), (sbo_logits, sbo_labels)):
        keep = labels != -100
        if keep.any():
            total = total + F.cross_entropy(logits[keep], labels[keep])
    return total


# %% plm="SUMMARY"
SUMMARY = ""
