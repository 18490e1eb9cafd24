"""Position 0 and the last can be masked."""

FUNCTIONS = ("static_masks", "dynamic_masks")
HINT = {
    "zh": "[CLS]（位置 0）和 [SEP]（最后一个位置）也会被掩。只能从中间的位置里抽。",
    "en": (
        "[CLS] (position 0) and [SEP] (the last) can be masked, too. Draw from the positions between them only."
    ),
}


def draw_mask(num_tokens, rng, mask_ratio):
    count = max(1, round(mask_ratio * (num_tokens - 2)))
    mask = torch.zeros(num_tokens, dtype=torch.bool)
    mask[rng.choice(num_tokens, size=count, replace=False)] = True
    return mask
