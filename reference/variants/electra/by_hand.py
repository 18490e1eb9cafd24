"""Loops, NumPy, and softplus for the binary cross-entropy."""
import numpy as np
import torch


def corrupt(input_ids, positions, sampled):
    ids = input_ids.tolist()
    for position, token in zip(positions.tolist(), sampled.tolist()):
        ids[position] = token
    return torch.tensor(ids)


def rtd_labels(input_ids, corrupted):
    return torch.from_numpy(np.where(input_ids.numpy() == corrupted.numpy(), 0, 1))


def electra_loss(mlm_loss, rtd_logits, rtd_labels, attention_mask, weight=50.0):
    # -log sigmoid(x) = softplus(-x), -log(1 - sigmoid(x)) = softplus(x)
    sign = 1 - 2 * rtd_labels.double()
    losses = torch.nn.functional.softplus(sign * rtd_logits.double())
    mask = attention_mask.double()
    return mlm_loss + weight * (losses * mask).sum() / mask.sum()
