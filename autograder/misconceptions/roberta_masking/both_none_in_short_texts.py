"""Short texts have no masked position."""

FUNCTIONS = ("static_masks", "dynamic_masks")
HINT = {
    "zh": "很短的文本一个也没掩：至少要掩一个（max(1, ...)）。",
    "en": "Very short texts have no masked position: there is at least one (max(1, ...)).",
}


def draw_mask(num_tokens, rng, mask_ratio):
    count = round(mask_ratio * (num_tokens - 2))
    mask = torch.zeros(num_tokens, dtype=torch.bool)
    mask[rng.choice(np.arange(1, num_tokens - 1), size=count, replace=False)] = True
    return mask
