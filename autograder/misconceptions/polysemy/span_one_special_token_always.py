"""One special token is taken to stand before every text, whatever the tokenizer adds."""

FUNCTIONS = ("token_span",)
HINT = {
    "zh": '你总是加 1，好像每个分词器都在前面加一个 `[CLS]`。有的什么也不加：位置要从 `tokenizer(text)` 的结果里读。',
    "en": 'You always add 1, as if every tokenizer put a `[CLS]` in front. Some add nothing: read positions off what `tokenizer(text)` gives.',
}


def token_span(tokenizer, text, start, end):
    if not 0 <= start < end <= len(text):
        raise ValueError("no such span")
    offsets = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)["offset_mapping"]
    inside = [i for i, (left, right) in enumerate(offsets) if left < end and start < right]
    if not inside:
        raise ValueError("no token overlaps it")
    return inside[0] + 1, inside[-1] + 2
