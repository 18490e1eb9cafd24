"""Illegal arguments are not refused."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "参数不合法时应当抛出 ValueError，你没有检查。"
    ),
    "en": (
        "Illegal arguments should raise ValueError; you do not check them."
    ),
}


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    if num_tokens < 3:
        return []
    mask_ratio, p, max_len = min(0.5, max(mask_ratio, 1e-9)), min(1.0, max(p, 1e-9)), max(1, max_len)
    budget = math.ceil(mask_ratio * (num_tokens - 2))
    lengths = rng.permutation(_lengths(budget, rng, p, max_len))
    return _placed(lengths.tolist(), num_tokens - 2 - budget, rng)
