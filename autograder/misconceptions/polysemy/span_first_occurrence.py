"""The word is looked up by its text, so its first occurrence is always found."""

FUNCTIONS = ("token_span",)
HINT = {
    "zh": (
        "你按词的文本去找它（`find`、`index`），于是总是找到第一次出现的地方。同一个词在句中出现两次时，`start` 和 `end` "
        "说明了是哪一次，请直接使用它们。"
    ),
    "en": (
        "You look the word up by its text (`find`, `index`) and so always get its first occurrence. Where a word "
        "occurs twice, `start` and `end` say which one is meant: use them as they are."
    ),
}


def token_span(tokenizer, text, start, end):
    if not 0 <= start < end <= len(text):
        raise ValueError("no such span")
    word = text[start:end]
    start = text.find(word)
    end = start + len(word)
    offsets = tokenizer(text, return_offsets_mapping=True)["offset_mapping"]
    inside = [i for i, (left, right) in enumerate(offsets) if left < end and start < right]
    if not inside:
        raise ValueError("no token")
    return inside[0], inside[-1] + 1
