"""Tokens that merely touch the span are taken in."""

FUNCTIONS = ("token_span",)
HINT = {
    "zh": (
        "你把只是与区间相接的邻居也算进来了（比较时用了 `<=`）。区间是半开的：词元 `[2, 3)` 和 `[3, 4)` 相接，但没有共同的字"
        "符。"
    ),
    "en": (
        "You take in neighbours that only touch the span (a `<=` in the comparison). Spans are half-open: the tokens "
        "`[2, 3)` and `[3, 4)` touch but share no character."
    ),
}


def token_span(tokenizer, text, start, end):
    if not 0 <= start < end <= len(text):
        raise ValueError("no such span")
    offsets = tokenizer(text, return_offsets_mapping=True)["offset_mapping"]
    inside = [i for i, (left, right) in enumerate(offsets) if left < right and left <= end and start <= right]
    if not any(left < end and start < right for left, right in offsets):
        raise ValueError("no token")
    return inside[0], inside[-1] + 1
