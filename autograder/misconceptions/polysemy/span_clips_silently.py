"""An empty or out-of-range span gives a result instead of an error."""

FUNCTIONS = ("token_span",)
HINT = {
    "zh": (
        "区间为空、为负或超出文本时，你没有抛出 `ValueError`，而是返回了一个结果。负的下标在 Python 里不会出错，切片也会悄悄截断"
        "，所以要先检查 `0 <= start < end <= len(text)`。"
    ),
    "en": (
        "For a span that is empty, negative or reaches outside the text you return something instead of raising "
        "`ValueError`. Python does not mind negative indices and slices are clipped silently, so check `0 <= start < "
        "end <= len(text)` first."
    ),
}


def token_span(tokenizer, text, start, end):
    start, end = max(0, min(start, len(text) - 1)), max(1, min(end, len(text)))
    end = max(end, start + 1)
    offsets = tokenizer(text, return_offsets_mapping=True)["offset_mapping"]
    inside = [i for i, (left, right) in enumerate(offsets) if left < end and start < right]
    if not inside:
        raise ValueError("no token")
    return inside[0], inside[-1] + 1
