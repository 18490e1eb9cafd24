"""Places are tried at random until one fits, without a way out."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "放得很挤时你的循环不会结束：剩下的空位放不下抽到的片段，就永远找不到位置。须有办法重新开始或换一种放法。"
    ),
    "en": (
        "Your loop never ends where space is scarce: if no free stretch holds the span drawn, no place is ever found. "
        "Start again, or place them in another way."
    ),
}


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    if num_tokens < 3 or not 0 < mask_ratio <= 0.5 or not 0 < p <= 1 or max_len < 1:
        raise ValueError("illegal argument")
    budget = math.ceil(mask_ratio * (num_tokens - 2))
    taken = np.zeros(num_tokens + 1, dtype=bool)
    spans = []
    for length in _lengths(budget, rng, p, max_len):
        while True:
            start = int(rng.integers(1, num_tokens - length))
            if not taken[start - 1 : start + length + 1].any():
                break
        taken[start : start + length] = True
        spans.append((start, start + length))
    return sorted(spans)
