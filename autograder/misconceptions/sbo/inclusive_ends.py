"""The last masked position is returned instead of the one after it."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "你返回的第二个数是片段的最后一个位置。片段是半开区间，end 是片段后的第一个位置。"
    ),
    "en": (
        "Your second number is the span's last position. Spans are half-open: end is the first position after the span."
    ),
}


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    if num_tokens < 3 or not 0 < mask_ratio <= 0.5 or not 0 < p <= 1 or max_len < 1:
        raise ValueError("illegal argument")
    budget = math.ceil(mask_ratio * (num_tokens - 2))
    lengths = rng.permutation(_lengths(budget, rng, p, max_len))
    return [(start, end - 1) for start, end in _placed(lengths.tolist(), num_tokens - 2 - budget, rng)]
