"""Zeros and ones instead of booleans."""

FUNCTIONS = ("static_masks", "dynamic_masks")
HINT = {
    "zh": "值对了，类型不对：要的是布尔张量（True 和 False），不是 0 和 1。",
    "en": (
        "The values are right, the kind is not: a bool tensor (True and False) is asked for, not zeros and ones."
    ),
}


def draw_mask(num_tokens, rng, mask_ratio):
    count = max(1, round(mask_ratio * (num_tokens - 2)))
    mask = torch.zeros(num_tokens, dtype=torch.long)
    mask[rng.choice(np.arange(1, num_tokens - 1), size=count, replace=False)] = 1
    return mask
