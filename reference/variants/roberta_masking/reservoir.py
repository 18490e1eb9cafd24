"""Selection sampling in plain Python: walk over the positions and take each with the chance that is left. Lists become a tensor at the end."""

import torch


def selected(num_tokens, rng, mask_ratio):
    wanted = max(1, round(mask_ratio * (num_tokens - 2)))
    row = [False] * num_tokens
    for position in range(1, num_tokens - 1):
        left = num_tokens - 1 - position
        if rng.random() * left < wanted:
            row[position] = True
            wanted -= 1
    return row


def dynamic_masks(num_tokens, epochs, rng, mask_ratio=0.15):
    return torch.tensor([selected(num_tokens, rng, mask_ratio) for _ in range(epochs)])


def static_masks(num_tokens, epochs, rng, copies=10, mask_ratio=0.15):
    once = dynamic_masks(num_tokens, copies, rng, mask_ratio)
    turns = -(-epochs // copies)
    return once.repeat(turns, 1)[:epochs]
