"""Positions are counted without the special tokens."""

FUNCTIONS = ("token_span",)
HINT = {
    "zh": (
        "你的位置没有把句首的特殊词元（`[CLS]` 或 `<s>`）计算在内，所以少了一。模型的输出里它占第 0 个位置，请按 "
        '`tokenizer(text)["input_ids"]` 来数。'
    ),
    "en": (
        "Your positions leave out the special token at the start (`[CLS]` or `<s>`) and are one too small. In the "
        'model\'s output it takes position 0: count as in `tokenizer(text)["input_ids"]`.'
    ),
}


def token_span(tokenizer, text, start, end):
    if not 0 <= start < end <= len(text):
        raise ValueError("no such span")
    offsets = tokenizer(text, return_offsets_mapping=True, add_special_tokens=False)["offset_mapping"]
    inside = [i for i, (left, right) in enumerate(offsets) if left < end and start < right]
    if not inside:
        raise ValueError("no token")
    return inside[0], inside[-1] + 1
