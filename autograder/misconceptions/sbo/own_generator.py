"""A generator with a fixed seed is made inside the function."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "你在函数里另建了一个固定种子的生成器，每次调用得到同样的片段。请用传入的 rng。"
    ),
    "en": (
        "You make a generator with a fixed seed inside the function, so that every call gives the same spans. Use the "
        "rng that was passed in."
    ),
}


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    if num_tokens < 3 or not 0 < mask_ratio <= 0.5 or not 0 < p <= 1 or max_len < 1:
        raise ValueError("illegal argument")
    budget = math.ceil(mask_ratio * (num_tokens - 2))
    rng = np.random.default_rng(0)
    lengths = rng.permutation(_lengths(budget, rng, p, max_len))
    return _placed(lengths.tolist(), num_tokens - 2 - budget, rng)
