"""Only tokens that lie wholly inside the span count."""

FUNCTIONS = ("token_span",)
HINT = {
    "zh": (
        "你只算完全落在区间里的词元。要求的是有**重叠**的词元：标记的若是一个词元的一部分（如 `ri[ver]`），这个词元也要算。"
    ),
    "en": (
        "You count only tokens that lie wholly inside the span. Asked for are tokens that **overlap** it: where part "
        "of a token is marked, as in `ri[ver]`, that token belongs to it."
    ),
}


def token_span(tokenizer, text, start, end):
    if not 0 <= start < end <= len(text):
        raise ValueError("no such span")
    offsets = tokenizer(text, return_offsets_mapping=True)["offset_mapping"]
    inside = [i for i, (left, right) in enumerate(offsets) if start <= left < right <= end]
    if not inside:
        raise ValueError("no token")
    return inside[0], inside[-1] + 1
