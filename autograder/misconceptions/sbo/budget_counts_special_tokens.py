"""The ratio is taken of all tokens, [CLS] and [SEP] included."""

FUNCTIONS = ("sample_spans",)
HINT = {
    "zh": (
        "比例是对 [CLS] 与 [SEP] 之间的 num_tokens - 2 个词元而言，你用了 num_tokens。"
    ),
    "en": (
        "The ratio is of the num_tokens - 2 tokens between [CLS] and [SEP]; you take it of all num_tokens."
    ),
}


def sample_spans(num_tokens, rng, mask_ratio=0.15, p=0.2, max_len=10):
    if num_tokens < 3 or not 0 < mask_ratio <= 0.5 or not 0 < p <= 1 or max_len < 1:
        raise ValueError("illegal argument")
    budget = math.ceil(mask_ratio * num_tokens)
    budget = min(budget, (num_tokens - 1) // 2)
    lengths = rng.permutation(_lengths(budget, rng, p, max_len))
    return _placed(lengths.tolist(), num_tokens - 2 - budget, rng)
