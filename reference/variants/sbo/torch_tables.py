# %% plm="setup"
import math
import numpy as np
import torch
from torch import nn, Tensor
import torch.nn.functional as F

# %% plm="sample_spans"
# The mask itself is built, as a row of booleans; spans are read off it at the end.


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    for wrong in (num_tokens < 3, mask_ratio <= 0, mask_ratio > 0.5, p <= 0, p > 1, max_len < 1):
        if wrong:
            raise ValueError("argument out of range")
    budget = math.ceil(mask_ratio * (num_tokens - 2))
    pmf = np.array([(1 - p) ** k * p for k in range(max_len)], dtype=float)
    draws = rng.choice(np.arange(1, max_len + 1), size=budget, p=pmf / pmf.sum())
    number = int(np.searchsorted(np.cumsum(draws), budget)) + 1
    lengths = draws[:number].copy()
    lengths[-1] -= lengths.sum() - budget
    rng.shuffle(lengths)
    visible = num_tokens - 2 - budget
    before = np.zeros(visible + 1, dtype=int)
    before[rng.permutation(visible + 1)[:number]] = lengths
    row = [False]
    for count in before:
        row += [True] * int(count) + [False]
    edges = np.flatnonzero(np.diff(np.array(row, dtype=int)))
    return [(int(a) + 1, int(b) + 1) for a, b in zip(edges[::2], edges[1::2])]


# %% plm="mask_spans"


def mask_spans(input_ids, spans, tokenizer, rng):
    inside = torch.zeros(len(input_ids), dtype=torch.bool)
    to_mask, to_noise = inside.clone(), inside.clone()
    for s, e in spans:
        inside[s:e] = True
        u = float(rng.uniform())
        to_mask[s:e] = u < 0.8
        to_noise[s:e] = 0.8 <= u < 0.9
    pool = np.array(sorted(set(tokenizer.get_vocab().values()) - set(tokenizer.all_special_ids)))
    masked = torch.where(to_mask, tokenizer.mask_token_id, input_ids)
    masked = torch.where(to_noise, torch.as_tensor(rng.choice(pool, len(input_ids))), masked)
    return masked, torch.where(inside, input_ids, -100)


# %% plm="span_targets"


def span_targets(spans):
    return tuple(
        torch.tensor([value for s, e in spans for value in column(s, e)], dtype=torch.int64)
        for column in (
            lambda s, e: range(s, e),
            lambda s, e: [s - 1] * (e - s),
            lambda s, e: [e] * (e - s),
            lambda s, e: range(e - s),
        )
    )


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

        self.activation = nn.GELU(approximate="none")

    def forward(self, hidden: Tensor, left: Tensor, right: Tensor, position: Tensor) -> Tensor:
        take = torch.vmap(lambda states, index: states[index])
        boundaries = [take(hidden, index) for index in (left, right)]
        steps = nn.Sequential(self.dense1, self.activation, self.norm1, self.dense2, self.activation, self.norm2, self.decoder)
        return steps(torch.cat([*boundaries, self.position(position)], dim=-1))


# %% plm="span_loss"


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    loss = mlm_logits.new_zeros(())
    for logits, labels in ((mlm_logits, mlm_labels), (sbo_logits, sbo_labels)):
        picked = labels.ne(-100).nonzero(as_tuple=True)
        if len(picked[0]) > 0:
            loss = loss - logits.log_softmax(dim=-1)[(*picked, labels[picked])].mean()
    return loss


# %% plm="SUMMARY"
SUMMARY = """"""
