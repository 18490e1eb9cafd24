# %% plm="setup"
import math

import numpy as np
import torch
from torch import nn

# %% plm="sample_spans"
# A visible token is glued behind every span, and one is added at the very end; then blocks and visible tokens are shuffled.


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    ok = num_tokens >= 3 and 0 < mask_ratio <= 0.5 and 0 < p <= 1 and max_len >= 1
    if not ok:
        raise ValueError("check the arguments")
    inner = num_tokens - 2
    left = budget = math.ceil(mask_ratio * inner)
    cumulative = np.cumsum((1.0 - p) ** np.arange(max_len))
    cumulative = cumulative / cumulative[-1]
    blocks = []
    while left > 0:
        length = min(left, int(np.searchsorted(cumulative, rng.random(), side="right")) + 1)
        blocks.append(length)
        left -= length
    blocks += [0] * (inner + 1 - budget - len(blocks))
    spans, at = [], 1
    for i in rng.permutation(len(blocks)):
        if blocks[i]:
            spans.append((at, at + blocks[i]))
        at += blocks[i] + 1
    return spans


# %% plm="mask_spans"


def mask_spans(input_ids, spans, tokenizer, rng):
    ids = input_ids.numpy()
    span_of = np.full(len(ids), -1)
    for number, (start, end) in enumerate(spans):
        span_of[start:end] = number
    draw = np.append(rng.random(len(spans)), 2.0)[span_of]
    ordinary = np.delete(np.arange(len(tokenizer)), tokenizer.all_special_ids)
    noise = ordinary[rng.integers(0, len(ordinary), len(ids))]
    masked = np.select([draw < 0.1, draw < 0.2, draw < 1.0], [ids, noise, np.full_like(ids, tokenizer.mask_token_id)], ids)
    return masked, np.where(span_of >= 0, ids, -100)


# %% plm="span_targets"


def span_targets(spans):
    rows = np.array([(i, s - 1, e, i - s) for s, e in spans for i in range(s, e)], dtype=np.int64).reshape(-1, 4)
    return tuple(np.ascontiguousarray(column) for column in rows.T)


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
        seq = hidden.shape[1]
        pick = lambda index: torch.einsum("bns,bsh->bnh", nn.functional.one_hot(index, seq).to(hidden.dtype), hidden)
        x = torch.cat([pick(left), pick(right), self.position.weight[position]], -1)
        for dense, norm in ((self.dense1, self.norm1), (self.dense2, self.norm2)):
            x = dense(x)
            x = norm(0.5 * x * (1 + torch.erf(x / math.sqrt(2))))
        return self.decoder(x)


# %% plm="span_loss"


def span_loss(mlm_logits, sbo_logits, mlm_labels, sbo_labels):
    def mean(logits, labels):
        keep = (labels != -100).double()
        chosen = torch.gather(logits.double().log_softmax(-1), -1, labels.clamp(min=0).unsqueeze(-1)).squeeze(-1)
        return -(chosen * keep).sum() / torch.clamp(keep.sum(), min=1)

    return mean(mlm_logits, mlm_labels) + mean(sbo_logits, sbo_labels)


# %% plm="SUMMARY"
SUMMARY = """"""
