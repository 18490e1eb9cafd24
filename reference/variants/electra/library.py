# %% plm="setup"
import torch
from torch import nn

# %% plm="corrupt"


def corrupt(input_ids, positions, sampled):
    return input_ids.scatter(0, positions, sampled)


# %% plm="rtd_labels"


def rtd_labels(input_ids, corrupted):
    return torch.ne(input_ids, corrupted).to(torch.int64)


# %% plm="electra_loss"


def electra_loss(mlm_loss, rtd_logits, rtd_labels, attention_mask, weight=50.0):
    active = attention_mask.view(-1) == 1
    loss = nn.BCEWithLogitsLoss()(rtd_logits.reshape(-1)[active], rtd_labels.reshape(-1)[active].float())
    return torch.add(mlm_loss, loss, alpha=weight)
