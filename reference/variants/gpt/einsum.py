# %% [markdown]
# Indices and Einstein sums; forbidden scores become the smallest float; log-probabilities are gathered.

# %% plm="setup"
import torch

# %% plm="causal_mask"


def causal_mask(n):
    i = torch.arange(n)
    return i[:, None] >= i[None, :]


# %% plm="causal_attention"


def causal_attention(q, k, v):
    n, d = q.shape[-2], q.shape[-1]
    scores = torch.einsum("...id,...jd->...ij", q * d**-0.5, k)
    scores = torch.where(causal_mask(n), scores, torch.finfo(scores.dtype).min)
    weights = torch.nn.functional.softmax(scores, dim=-1)
    return torch.einsum("...ij,...jd->...id", weights, v)


# %% plm="next_token_loss"


def next_token_loss(logits, ids):
    logp = logits[:, :-1].log_softmax(-1)
    return -torch.take_along_dim(logp, ids[:, 1:].unsqueeze(-1), dim=-1).mean().item()
