"""A fresh mask for each epoch."""

FUNCTIONS = ("static_masks",)
HINT = {
    "zh": "你每一轮都重新抽了掩码：那是动态的。静态的只在训练前抽 copies 种，轮流用。",
    "en": (
        "You draw a mask for each epoch: that is dynamic. Static masks are drawn `copies` times before training and "
        "take turns."
    ),
}


def static_masks(num_tokens, epochs, rng, copies=10, mask_ratio=0.15):
    return dynamic_masks(num_tokens, epochs, rng, mask_ratio)
