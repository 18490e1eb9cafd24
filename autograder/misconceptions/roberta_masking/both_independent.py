"""Each token is masked with the given probability, independently."""

FUNCTIONS = ("static_masks", "dynamic_masks")
HINT = {
    "zh": "每个词元各自以 mask_ratio 的概率被掩，个数就不固定了。这里要恰好 max(1, round(...)) 个。",
    "en": (
        "Each token is masked independently with probability mask_ratio, so the count varies. Exactly max(1, "
        "round(...)) are asked for."
    ),
}


def draw_mask(num_tokens, rng, mask_ratio):
    mask = torch.from_numpy(rng.random(num_tokens) < mask_ratio)
    mask[0] = mask[-1] = False
    return mask
