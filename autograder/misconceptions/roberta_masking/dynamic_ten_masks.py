"""Ten masks that take turns."""

FUNCTIONS = ("dynamic_masks",)
HINT = {
    "zh": "各轮之间有重复：你还在轮流用事先抽好的掩码。每一轮都要新抽。",
    "en": "Masks come again: yours still take turns. Each epoch draws a new one.",
}


def dynamic_masks(num_tokens, epochs, rng, mask_ratio=0.15):
    return static_masks(num_tokens, epochs, rng, mask_ratio=mask_ratio)
