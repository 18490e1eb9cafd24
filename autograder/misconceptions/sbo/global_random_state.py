"""NumPy's global random state is used instead of rng."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "你用了 `np.random` 的全局随机状态，没有用传入的 rng，所以结果无法重现。"
    ),
    "en": (
        "You draw from NumPy's global random state instead of the rng that was passed in, so results cannot be repeated."
    ),
}


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    if num_tokens < 3 or not 0 < mask_ratio <= 0.5 or not 0 < p <= 1 or max_len < 1:
        raise ValueError("illegal argument")
    budget = math.ceil(mask_ratio * (num_tokens - 2))
    lengths = np.random.permutation(_lengths(budget, np.random, p, max_len))
    return _placed(lengths.tolist(), num_tokens - 2 - budget, np.random)
