"""Positions are drawn with repetition."""

FUNCTIONS = ("static_masks", "dynamic_masks")
HINT = {
    "zh": "抽取时允许了重复，重复的位置只算一个，掩去的就少了。用不重复的抽取。",
    "en": (
        "Positions are drawn with repetition; a repeated one counts once, so fewer are masked. Draw without "
        "replacement."
    ),
}


def draw_mask(num_tokens, rng, mask_ratio):
    count = max(1, round(mask_ratio * (num_tokens - 2)))
    mask = torch.zeros(num_tokens, dtype=torch.bool)
    mask[rng.integers(1, num_tokens - 1, size=count)] = True
    return mask
