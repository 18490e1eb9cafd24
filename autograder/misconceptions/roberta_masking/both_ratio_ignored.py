"""The share is always 0.15."""

FUNCTIONS = ("static_masks", "dynamic_masks")
HINT = {
    "zh": "比例写死成了 0.15，没有用参数 mask_ratio。",
    "en": "The share 0.15 is written into the code; the parameter `mask_ratio` is not used.",
}


def draw_mask(num_tokens, rng, mask_ratio):
    count = max(1, round(0.15 * (num_tokens - 2)))
    mask = torch.zeros(num_tokens, dtype=torch.bool)
    mask[rng.choice(np.arange(1, num_tokens - 1), size=count, replace=False)] = True
    return mask
