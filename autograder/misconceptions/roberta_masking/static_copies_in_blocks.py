"""Each copy is used several epochs in a row."""

FUNCTIONS = ("static_masks",)
HINT = {
    "zh": "同一种掩码被连着用了好几轮。应当轮流：第 e 轮用第 e % copies 种。",
    "en": "Each mask is used for several epochs in a row. They take turns: epoch e uses copy e % copies.",
}


def static_masks(num_tokens, epochs, rng, copies=10, mask_ratio=0.15):
    drawn = [draw_mask(num_tokens, rng, mask_ratio) for _ in range(copies)]
    run = max(1, math.ceil(epochs / copies))
    return torch.stack([drawn[epoch // run] for epoch in range(epochs)])
import math
