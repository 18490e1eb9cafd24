"""The count is of all tokens, the ends among them."""

FUNCTIONS = ("static_masks", "dynamic_masks")
HINT = {
    "zh": "个数是按全部 n 个词元算的；应当按中间的 n − 2 个算。",
    "en": "The count is taken of all n tokens; it should be of the n − 2 inner ones.",
}


def draw_mask(num_tokens, rng, mask_ratio):
    count = min(max(1, round(mask_ratio * num_tokens)), num_tokens - 2)
    mask = torch.zeros(num_tokens, dtype=torch.bool)
    mask[rng.choice(np.arange(1, num_tokens - 1), size=count, replace=False)] = True
    return mask
