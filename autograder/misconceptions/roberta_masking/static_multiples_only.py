"""As many rows as whole rounds of the copies."""

FUNCTIONS = ("static_masks",)
HINT = {
    "zh": "轮数不是 copies 的倍数时，行数不对：应当恰好 epochs 行。",
    "en": "Where epochs is no multiple of copies the number of rows is wrong: there should be exactly `epochs`.",
}


def static_masks(num_tokens, epochs, rng, copies=10, mask_ratio=0.15):
    drawn = torch.stack([draw_mask(num_tokens, rng, mask_ratio) for _ in range(copies)])
    return drawn.repeat(max(1, epochs // copies), 1)
