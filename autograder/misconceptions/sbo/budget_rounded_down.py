"""The budget is rounded down."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "预算要向上取整：ceil(mask_ratio · (num_tokens - 2))。你向下取整，盖得太少；短序列里甚至可能一个也不盖。"
    ),
    "en": (
        "The budget is rounded up, ceil(mask_ratio · (num_tokens - 2)). You round down and mask too few, in short sequences "
        "perhaps none at all."
    ),
}


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    if num_tokens < 3 or not 0 < mask_ratio <= 0.5 or not 0 < p <= 1 or max_len < 1:
        raise ValueError("illegal argument")
    budget = math.floor(mask_ratio * (num_tokens - 2))
    if budget == 0:
        return []
    lengths = rng.permutation(_lengths(budget, rng, p, max_len))
    return _placed(lengths.tolist(), num_tokens - 2 - budget, rng)
