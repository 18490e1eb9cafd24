"""Each epoch picks one of the copies at random."""

FUNCTIONS = ("static_masks",)
HINT = {
    "zh": "每一轮随机挑了一种掩码；应当按次序轮流（e % copies），这样 40 轮里每种恰好见 4 次。",
    "en": (
        "Each epoch picks a copy at random; they take turns in order (e % copies), so that each is seen exactly four "
        "times in 40 epochs."
    ),
}


def static_masks(num_tokens, epochs, rng, copies=10, mask_ratio=0.15):
    drawn = [draw_mask(num_tokens, rng, mask_ratio) for _ in range(copies)]
    return torch.stack([drawn[int(rng.integers(copies))] for epoch in range(epochs)])
