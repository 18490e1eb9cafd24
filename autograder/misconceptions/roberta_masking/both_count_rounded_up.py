"""The count is rounded up."""

FUNCTIONS = ("static_masks", "dynamic_masks")
HINT = {
    "zh": "个数被向上取整了（ceil）；应当用 round。",
    "en": "The count is rounded up (ceil); use round.",
}


def draw_mask(num_tokens, rng, mask_ratio):
    count = max(1, int(np.ceil(mask_ratio * (num_tokens - 2))))
    mask = torch.zeros(num_tokens, dtype=torch.bool)
    mask[rng.choice(np.arange(1, num_tokens - 1), size=count, replace=False)] = True
    return mask
