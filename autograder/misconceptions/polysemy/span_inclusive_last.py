"""The last token itself is returned, not one past it."""

FUNCTIONS = ("token_span",)
HINT = {
    "zh": (
        "你的 `last` 是词的最后一个词元，而要求的是半开区间：`last` 是它的下一个位置，这样 "
        "`input_ids[first:last]` 正好是这个词的词元。"
    ),
    "en": (
        "Your `last` is the word's last token. The span is half-open: `last` is one past it, so that "
        "`input_ids[first:last]` are the word's tokens."
    ),
}


def token_span(tokenizer, text, start, end):
    if not 0 <= start < end <= len(text):
        raise ValueError("no such span")
    offsets = tokenizer(text, return_offsets_mapping=True)["offset_mapping"]
    inside = [i for i, (left, right) in enumerate(offsets) if left < end and start < right]
    if not inside:
        raise ValueError("no token")
    return inside[0], inside[-1]
