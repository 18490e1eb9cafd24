"""torch's global random state instead of rng."""

FUNCTIONS = ("dynamic_masks",)
HINT = {
    "zh": "随机来自 torch 的全局状态（torch.randperm），不是传入的 rng。",
    "en": "Chance comes from torch's global state (torch.randperm), not from the rng that is passed in.",
}


def dynamic_masks(num_tokens, epochs, rng, mask_ratio=0.15):
    count = max(1, round(mask_ratio * (num_tokens - 2)))
    masks = torch.zeros(epochs, num_tokens, dtype=torch.bool)
    for row in masks:
        row[1 + torch.randperm(num_tokens - 2)[:count]] = True
    return masks
