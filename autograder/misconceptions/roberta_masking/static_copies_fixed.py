"""Ten copies, whatever `copies` is."""

FUNCTIONS = ("static_masks",)
HINT = {
    "zh": "种数写死成了 10，没有用参数 copies。",
    "en": "Ten copies are written into the code; the parameter `copies` is not used.",
}


def static_masks(num_tokens, epochs, rng, copies=10, mask_ratio=0.15):
    drawn = [draw_mask(num_tokens, rng, mask_ratio) for _ in range(10)]
    return torch.stack([drawn[epoch % 10] for epoch in range(epochs)])
