"""The spans hold NumPy integers."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "片段的端点是 NumPy 的整数，应为 Python 的 int（用 `int(...)` 转换）。"
    ),
    "en": (
        "The spans' ends are NumPy integers; they should be Python ints (convert by `int(...)`)."
    ),
}


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    if num_tokens < 3 or not 0 < mask_ratio <= 0.5 or not 0 < p <= 1 or max_len < 1:
        raise ValueError("illegal argument")
    budget = math.ceil(mask_ratio * (num_tokens - 2))
    lengths = rng.permutation(_lengths(budget, rng, p, max_len))
    return [(np.int64(start), np.int64(end)) for start, end in _placed(lengths.tolist(), num_tokens - 2 - budget, rng)]
