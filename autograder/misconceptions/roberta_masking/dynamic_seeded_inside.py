"""A generator of its own, with a fixed seed."""

FUNCTIONS = ("dynamic_masks",)
HINT = {
    "zh": "函数里自己建了一个固定种子的生成器：传入的 rng 没有用上，每次结果都一样。",
    "en": (
        "A generator with a fixed seed is made inside: the rng that is passed in is not used, and every result is the "
        "same."
    ),
}


def dynamic_masks(num_tokens, epochs, rng, mask_ratio=0.15):
    own = np.random.default_rng(0)
    return torch.stack([draw_mask(num_tokens, own, mask_ratio) for _ in range(epochs)])
