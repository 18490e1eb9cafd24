"""Where no token overlaps, an empty span is returned."""

FUNCTIONS = ("token_span",)
HINT = {
    "zh": (
        "没有任何词元与区间重叠时（如标记的只是 BERT 丢掉的空格），你返回了一个区间而不是抛出 `ValueError`。空区间的平均是 NaN"
        "，错误到那时就找不到来处了。"
    ),
    "en": (
        "Where no token overlaps the span (only a space is marked, which BERT drops) you return a span instead of "
        "raising `ValueError`. The mean over an empty span is NaN, and by then nobody can tell where it came from."
    ),
}


def token_span(tokenizer, text, start, end):
    if not 0 <= start < end <= len(text):
        raise ValueError("no such span")
    offsets = tokenizer(text, return_offsets_mapping=True)["offset_mapping"]
    inside = [i for i, (left, right) in enumerate(offsets) if left < end and start < right]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)
