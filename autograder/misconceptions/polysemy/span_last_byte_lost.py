"""The end comes from `char_to_token` of the last character, which is only that character's first token."""

FUNCTIONS = ("token_span",)
HINT = {
    "zh": (
        "你用 `char_to_token(end - 1)` 求末尾的词元。它只返回该字符的**第一个**词元；在字节级 BPE 里一个汉字或表情"
        "符号由几个词元组成，后面的就丢了。请看偏移量，把与这些字符有重叠的词元都算上。"
    ),
    "en": (
        "You take the last token from `char_to_token(end - 1)`. It returns only the **first** token of that "
        "character; in a byte-level BPE a hanzi or an emoji is made of several, and the rest get lost. Look at the "
        "offsets and take every token that overlaps these characters."
    ),
}


def token_span(tokenizer, text, start, end):
    if not 0 <= start < end <= len(text):
        raise ValueError("no such span")
    encoding = tokenizer(text)
    tokens = [t for t in map(encoding.char_to_token, range(start, end)) if t is not None]
    if not tokens:
        raise ValueError("no token")
    return tokens[0], tokens[-1] + 1
