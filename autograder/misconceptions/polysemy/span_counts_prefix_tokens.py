"""The text before the word is tokenized alone to count the tokens before it."""

FUNCTIONS = ("token_span",)
HINT = {
    "zh": (
        "你把词之前的文本单独分词，用词元个数作为位置。切断的文本分法不同：字节级 BPE 里末尾的空格会单独成为一个词元，从词中间切开时也会多出词元"
        "。请只对整句分词一次，再看偏移量。"
    ),
    "en": (
        "You tokenize the text before the word by itself and count. Cut off, a text is tokenized differently: in a "
        "byte-level BPE the space at its end becomes a token of its own, and a cut inside a word makes new pieces. "
        "Tokenize the whole sentence once, then look at the offsets."
    ),
}


def token_span(tokenizer, text, start, end):
    if not 0 <= start < end <= len(text):
        raise ValueError("no such span")
    first = len(tokenizer(text[:start])["input_ids"]) - 1
    last = len(tokenizer(text[:end])["input_ids"]) - 1
    if first == last:
        raise ValueError("no token")
    return first, last
