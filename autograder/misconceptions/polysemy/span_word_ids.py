"""The tokenizer's own words are taken for the marked word."""

FUNCTIONS = ("token_span",)
HINT = {
    "zh": (
        "你用了 `word_ids()` 或 `word_to_tokens`。那是分词器自己切出的“词”：在中文里每个汉字各是一个“词”，英文里词"
        "的一部分又会变成整个词。请用字符位置，不要用分词器的词。"
    ),
    "en": (
        "You use `word_ids()` or `word_to_tokens`. Those are the words of the tokenizer's own cutting: every hanzi "
        "is a word by itself, and part of an English word becomes the whole. Go by characters, not by the "
        "tokenizer's words."
    ),
}


def token_span(tokenizer, text, start, end):
    if not 0 <= start < end <= len(text):
        raise ValueError("no such span")
    encoding = tokenizer(text)
    word = encoding.char_to_word(start)
    if word is None:
        raise ValueError("no token")
    span = encoding.word_to_tokens(word)
    return span.start, span.end
