"""The last position can be masked."""

FUNCTIONS = ("static_masks", "dynamic_masks")
HINT = {
    "zh": "最后一个位置（[SEP]）也会被掩：中间的位置是 1 到 n − 2。",
    "en": "The last position ([SEP]) can be masked, too: the inner positions are 1 to n − 2.",
}


def draw_mask(num_tokens, rng, mask_ratio):
    count = max(1, round(mask_ratio * (num_tokens - 2)))
    mask = torch.zeros(num_tokens, dtype=torch.bool)
    mask[rng.choice(np.arange(1, num_tokens), size=count, replace=False)] = True
    return mask
