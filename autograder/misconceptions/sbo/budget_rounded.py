"""The budget is rounded to the nearest number."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "预算要向上取整（ceil），不是四舍五入。"
    ),
    "en": (
        "The budget is rounded up (ceil), not to the nearest number."
    ),
}


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    if num_tokens < 3 or not 0 < mask_ratio <= 0.5 or not 0 < p <= 1 or max_len < 1:
        raise ValueError("illegal argument")
    budget = max(1, round(mask_ratio * (num_tokens - 2)))
    lengths = rng.permutation(_lengths(budget, rng, p, max_len))
    return _placed(lengths.tolist(), num_tokens - 2 - budget, rng)
