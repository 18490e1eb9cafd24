# The sequence is split in two around each span that is placed; a segment knows how much it can still hold.
import math
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as functional


class Impossible(Exception):
    pass


class Segments:
    """Free stretches [a, b) between placed spans, without the positions next to them."""

    def __init__(self, a, b):
        self.free = [(a, b)]

    def place(self, length, rng):
        counts = np.array([max(0, b - a - length + 1) for a, b in self.free])
        if counts.sum() == 0:
            raise Impossible
        k = int(rng.integers(counts.sum()))
        which = int(np.searchsorted(np.cumsum(counts), k, side="right"))
        a, b = self.free[which]
        start = a + k - int(counts[:which].sum())
        self.free[which : which + 1] = [(a, start - 1), (start + length + 1, b)]
        return start, start + length


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    if not (num_tokens >= 3 and max_len >= 1):
        raise ValueError("num_tokens, max_len")
    if not (0.0 < mask_ratio <= 0.5 and 0.0 < p <= 1.0):
        raise ValueError("mask_ratio, p")
    budget = -int(-(num_tokens - 2) * mask_ratio // 1)
    assert budget == math.ceil(mask_ratio * (num_tokens - 2))
    support = np.arange(1, max_len + 1)
    weights = p * np.power(1.0 - p, support - 1.0)
    lengths = []
    while budget - sum(lengths) > 0:
        lengths.append(min(int(rng.choice(support, p=weights / weights.sum())), budget - sum(lengths)))
    for _ in range(100):
        segments = Segments(1, num_tokens - 1)
        try:
            return sorted(segments.place(length, rng) for length in sorted(lengths, reverse=True))
        except Impossible:
            continue
    at, spans = 1, []
    for length in lengths:
        spans.append((at, at + length))
        at += length + 1
    return spans


def mask_spans(input_ids, spans, tokenizer, rng):
    masked, labels = torch.clone(input_ids), torch.ones_like(input_ids) * -100
    specials = torch.tensor(tokenizer.all_special_ids)
    for s, e in spans:
        labels[s:e] = input_ids[s:e]
        keep, noise = rng.random() >= 0.9, rng.random() < 1 / 9
        if keep:
            continue
        if not noise:
            masked[s:e] = tokenizer.mask_token_id
            continue
        draw = torch.from_numpy(rng.integers(0, len(tokenizer), e - s))
        while torch.isin(draw, specials).any():
            again = torch.isin(draw, specials)
            draw[again] = torch.from_numpy(rng.integers(0, len(tokenizer), int(again.sum())))
        masked[s:e] = draw
    return masked, labels


def span_targets(spans):
    index = {i: (s, e) for s, e in spans for i in range(s, e)}
    make = lambda f: torch.LongTensor([f(i, *index[i]) for i in sorted(index)])
    return make(lambda i, s, e: i), make(lambda i, s, e: s - 1), make(lambda i, s, e: e), make(lambda i, s, e: i - s)


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
        batch, seq, size = hidden.shape
        flat = hidden.reshape(batch * seq, size)
        offset = seq * torch.arange(batch)[:, None]
        x = torch.cat([flat.index_select(0, (index + offset).flatten()) for index in (left, right)], dim=1)
        x = torch.cat([x, self.position(position.flatten())], dim=1)
        x = self.norm1(functional.gelu(self.dense1(x)))
        x = self.norm2(functional.gelu(self.dense2(x)))
        return self.decoder(x).view(batch, -1, self.decoder.out_features)


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    vocab = mlm_logits.shape[-1]
    mlm = functional.cross_entropy(mlm_logits.view(-1, vocab), mlm_labels.view(-1))
    sbo = functional.cross_entropy(sbo_logits.view(-1, vocab), sbo_labels.view(-1))
    return torch.nan_to_num(mlm, nan=0.0) + torch.nan_to_num(sbo, nan=0.0)


SUMMARY = """"""
