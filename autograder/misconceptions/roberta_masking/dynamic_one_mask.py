"""One mask for all epochs."""

FUNCTIONS = ("dynamic_masks",)
HINT = {
    "zh": "掩码只抽了一次，各轮都一样。动态的意思是每一轮重新抽。",
    "en": "The mask is drawn once and the same in each epoch. Dynamic means that each epoch draws its own.",
}


def dynamic_masks(num_tokens, epochs, rng, mask_ratio=0.15):
    return draw_mask(num_tokens, rng, mask_ratio).expand(epochs, num_tokens).clone()
