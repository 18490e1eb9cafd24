"""Only the token of the word's first character is found."""

FUNCTIONS = ("token_span",)
HINT = {
    "zh": (
        "你只找到了词的第一个字符所在的词元。一个词可以有几个词元（`银行` 是两个），请把与 `[start, end)` 有重叠的词元全部包括进来"
        "。"
    ),
    "en": (
        "You find only the token of the word's first character. A word may have several tokens (`银行` has two): take "
        "all that overlap `[start, end)`."
    ),
}


def token_span(tokenizer, text, start, end):
    if not 0 <= start < end <= len(text):
        raise ValueError("no such span")
    first = tokenizer(text).char_to_token(start)
    if first is None:
        raise ValueError("no token")
    return first, first + 1
