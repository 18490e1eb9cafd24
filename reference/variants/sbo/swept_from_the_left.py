# %% plm="setup"
import math

import numpy as np
import torch
from torch import nn

# %% plm="sample_spans"
# One walk from left to right. At each visible place it is decided whether the next span begins there, with the probability that makes
# all choices of places equally likely: spans left over gaps left (Knuth's selection sampling).


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    if num_tokens < 3 or max_len < 1:
        raise ValueError("too small")
    if mask_ratio <= 0 or mask_ratio > 0.5 or p <= 0 or p > 1:
        raise ValueError("not a share")
    budget = math.ceil(mask_ratio * (num_tokens - 2))
    lengths = []
    while budget > sum(lengths):
        length, survived = 1, rng.random()
        tail = (1 - p) ** max_len
        # P(L > k) = ((1-p)^k - tail) / (1 - tail)
        while length < max_len and survived < ((1 - p) ** length - tail) / (1 - tail):
            length += 1
        lengths.append(min(length, budget - sum(lengths)))
    rng.shuffle(lengths)
    spans, at = [], 1
    gaps = num_tokens - 2 - budget + 1
    while lengths:
        if rng.random() * gaps < len(lengths):
            length = lengths.pop()
            spans.append((at, at + length))
            at += length
        at += 1
        gaps -= 1
    return spans


# %% plm="mask_spans"


def mask_spans(input_ids, spans, tokenizer, rng):
    labels = input_ids.new_full(input_ids.shape, -100)
    pieces, last = [], 0
    candidates = [token for token in tokenizer.get_vocab().values() if token not in set(tokenizer.all_special_ids)]
    for s, e in spans:
        labels[s:e] = input_ids[s:e]
        pieces.append(input_ids[last:s])
        action = int(np.searchsorted([0.8, 0.9], rng.random(), side="right"))
        pieces.append(
            [
                lambda: torch.full((e - s,), tokenizer.mask_token_id),
                lambda: torch.tensor([candidates[int(rng.random() * len(candidates))] for _ in range(s, e)]),
                lambda: input_ids[s:e],
            ][action]()
        )
        last = e
    pieces.append(input_ids[last:])
    return torch.cat(pieces), labels


# %% plm="span_targets"


def span_targets(spans):
    total = sum(e - s for s, e in spans)
    out = torch.empty(4, total, dtype=torch.long)
    k = 0
    for s, e in spans:
        n = e - s
        out[0, k : k + n] = torch.arange(s, e)
        out[1, k : k + n] = s - 1
        out[2, k : k + n] = e
        out[3, k : k + n] = torch.arange(n)
        k += n
    return out[0], out[1], out[2], out[3]


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
        b = torch.arange(hidden.shape[0]).view(-1, 1).expand_as(left)
        parts = (hidden[b, left, :], hidden[b, right, :], self.position(position))
        # W1 h0 as a sum over the three parts of h0
        size = hidden.shape[-1]
        blocks = self.dense1.weight.split([size, size, self.position.embedding_dim], dim=1)
        z = self.dense1.bias + sum(x @ w.T for x, w in zip(parts, blocks))
        z = self.norm1(nn.functional.gelu(z))
        z = self.norm2(nn.functional.gelu(self.dense2(z)))
        return self.decoder(z)


# %% plm="span_loss"


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    criterion = nn.CrossEntropyLoss(reduction="sum", ignore_index=-100)
    loss = 0
    for x, y in [(mlm_logits, mlm_labels), (sbo_logits, sbo_labels)]:
        n = max(int(y.ne(-100).sum()), 1)
        loss = loss + criterion(x.reshape(-1, x.shape[-1]), y.reshape(-1)) / n
    return loss


# %% plm="SUMMARY"
SUMMARY = """"""
