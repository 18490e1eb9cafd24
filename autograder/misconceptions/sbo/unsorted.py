"""Spans come in the order drawn."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "返回的片段要按位置排序，你是按抽取的次序返回的。"
    ),
    "en": (
        "Return the spans sorted by position, not in the order drawn."
    ),
}


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    if num_tokens < 3 or not 0 < mask_ratio <= 0.5 or not 0 < p <= 1 or max_len < 1:
        raise ValueError("illegal argument")
    budget = math.ceil(mask_ratio * (num_tokens - 2))
    lengths = rng.permutation(_lengths(budget, rng, p, max_len))
    spans = _placed(lengths.tolist(), num_tokens - 2 - budget, rng)
    return [spans[i] for i in rng.permutation(len(spans))]
