"""One mask for all epochs."""

FUNCTIONS = ("static_masks",)
HINT = {
    "zh": "所有轮都用了同一种掩码：应当抽 copies 种，轮流用。",
    "en": "All epochs use the same mask: draw `copies` of them, which take turns.",
}


def static_masks(num_tokens, epochs, rng, copies=10, mask_ratio=0.15):
    return draw_mask(num_tokens, rng, mask_ratio).expand(epochs, num_tokens).clone()
