"""True where a token is kept."""

FUNCTIONS = ("static_masks", "dynamic_masks")
HINT = {
    "zh": "意思反了：True 应当表示被掩的位置。",
    "en": "It is the other way round: True is for the positions that are masked.",
}


def draw_mask(num_tokens, rng, mask_ratio):
    count = max(1, round(mask_ratio * (num_tokens - 2)))
    mask = torch.ones(num_tokens, dtype=torch.bool)
    mask[rng.choice(np.arange(1, num_tokens - 1), size=count, replace=False)] = False
    return mask
