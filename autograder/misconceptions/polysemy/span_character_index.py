"""The character's index plus one is taken for the token's position."""

FUNCTIONS = ("token_span",)
HINT = {
    "zh": (
        "你把“字符位置加一”当成了词元位置。这只在每个字符恰好是一个词元时成立；拉丁字母、数字会几个字符合成一个词元，空格根本不是词元，一个词元也可"
        "能不到一个汉字。请用 `return_offsets_mapping=True` 问分词器每个词元来自哪些字符。"
    ),
    "en": (
        'You take "character index plus one" for the token\'s position. That holds only while every character is '
        "exactly one token; letters and digits are joined into one token, spaces are none, and a token can be less "
        "than a hanzi. Ask the tokenizer which characters each token came from: `return_offsets_mapping=True`."
    ),
}


def token_span(tokenizer, text, start, end):
    if not 0 <= start < end <= len(text) or not text[start:end].strip():
        raise ValueError("no such span")
    return start + 1, end + 1
