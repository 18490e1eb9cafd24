"""The masked positions are one run."""

FUNCTIONS = ("static_masks", "dynamic_masks")
HINT = {
    "zh": "掩去的位置总是连成一段（那是 SpanBERT 的想法）。这里各个位置不重复地、均匀地抽。",
    "en": (
        "The masked positions are always one run (which is SpanBERT's idea). Here positions are drawn uniformly, each "
        "by itself."
    ),
}


def draw_mask(num_tokens, rng, mask_ratio):
    count = max(1, round(mask_ratio * (num_tokens - 2)))
    start = int(rng.integers(1, num_tokens - count))
    mask = torch.zeros(num_tokens, dtype=torch.bool)
    mask[start : start + count] = True
    return mask
