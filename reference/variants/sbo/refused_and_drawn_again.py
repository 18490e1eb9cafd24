# As SpanBERT's own code draws: a length and a place, and both again if the place is taken. After many refusals the spans drawn so far
# are forgotten; if that does not help either, they are laid out from the left.
import math
import numpy as np
import torch
from torch import nn


def _length(rng, p, max_len):
    while True:
        length = rng.geometric(p)
        if length <= max_len:
            return int(length)


def _try(num_tokens, budget, rng, p, max_len):
    free = np.ones(num_tokens + 1, dtype=bool)
    spans, left, refusals = [], budget, 0
    while left > 0 and refusals < 300:
        length = min(_length(rng, p, max_len), left)
        if length > num_tokens - 2:
            refusals += 1
            continue
        start = int(rng.integers(1, num_tokens - 1 - length + 1))
        if free[start - 1 : start + length + 1].all():
            free[start : start + length] = False
            spans.append((start, start + length))
            left -= length
        else:
            refusals += 1
    return spans if left == 0 else None


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    if num_tokens < 3 or mask_ratio <= 0 or mask_ratio > 0.5 or p <= 0 or p > 1 or max_len < 1:
        raise ValueError("illegal argument")
    budget = int(math.ceil((num_tokens - 2) * mask_ratio))
    for _ in range(20):
        spans = _try(num_tokens, budget, rng, p, max_len)
        if spans is not None:
            spans.sort()
            return spans
    spans, start = [], 1
    while budget > 0:
        length = min(_length(rng, p, max_len), budget)
        spans.append((start, start + length))
        start += length + 1
        budget -= length
    return spans


def mask_spans(input_ids, spans, tokenizer, rng):
    masked = input_ids.clone()
    labels = torch.full(input_ids.shape, -100, dtype=torch.long)
    kinds = rng.choice(["mask", "random", "keep"], size=len(spans), p=[0.8, 0.1, 0.1])
    for (s, e), kind in zip(spans, kinds):
        labels[s:e] = input_ids[s:e]
        if kind == "mask":
            masked[s:e] = tokenizer.mask_token_id
        elif kind == "random":
            for i in range(s, e):
                token = int(rng.integers(0, len(tokenizer)))
                while token in tokenizer.all_special_ids:
                    token = int(rng.integers(0, len(tokenizer)))
                masked[i] = token
    return masked, labels


def span_targets(spans):
    if not spans:
        empty = torch.zeros(0, dtype=torch.long)
        return empty, empty, empty, empty
    starts = torch.tensor([s for s, e in spans])
    ends = torch.tensor([e for s, e in spans])
    lengths = ends - starts
    s, e = starts.repeat_interleave(lengths), ends.repeat_interleave(lengths)
    target = torch.cat([torch.arange(a, b) for a, b in spans])
    return target, s - 1, e, target - s


class SpanBoundaryHead(nn.Module):
    def __init__(self, hidden_size, vocab_size, max_len=10, position_size=200):
        super().__init__()
        self.position = nn.Embedding(max_len, position_size)
        self.dense1 = nn.Linear(2 * hidden_size + position_size, hidden_size)
        self.norm1 = nn.LayerNorm(hidden_size)
        self.dense2 = nn.Linear(hidden_size, hidden_size)
        self.norm2 = nn.LayerNorm(hidden_size)
        self.decoder = nn.Linear(hidden_size, vocab_size)

        self.gelu = nn.GELU()

    def block(self, x, dense, norm):
        return norm(self.gelu(dense(x)))

    def forward(self, hidden, left, right, position):
        pairs = []
        for states, l, r in zip(hidden, left, right):
            pairs.append(torch.cat([states[l], states[r]], dim=-1))
        h0 = torch.cat([torch.stack(pairs), self.position(position)], dim=-1)
        return self.decoder(self.block(self.block(h0, self.dense1, self.norm1), self.dense2, self.norm2))


def _part(logits, labels):
    logits, labels = logits.reshape(-1, logits.size(-1)), labels.reshape(-1)
    if not (labels != -100).any():
        return logits.sum() * 0
    return nn.functional.cross_entropy(logits, labels, ignore_index=-100)


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    return _part(mlm_logits, mlm_labels) + _part(sbo_logits, sbo_labels)


SUMMARY = "..."
