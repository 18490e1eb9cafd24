"""The first mask, moved on by one position an epoch."""

FUNCTIONS = ("dynamic_masks",)
HINT = {
    "zh": "每一轮只是把上一轮的掩码挪了一位，不是重新抽的。",
    "en": "Each epoch's mask is the one before, moved by one position: it is not drawn anew.",
}


def dynamic_masks(num_tokens, epochs, rng, mask_ratio=0.15):
    first = draw_mask(num_tokens, rng, mask_ratio)[1:-1]
    rows = torch.zeros(epochs, num_tokens, dtype=torch.bool)
    for epoch in range(epochs):
        rows[epoch, 1:-1] = first.roll(epoch)
    return rows
