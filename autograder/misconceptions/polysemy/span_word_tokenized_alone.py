"""The word is tokenized by itself and its ids are searched in the sentence."""

FUNCTIONS = ("token_span",)
HINT = {
    "zh": (
        "你把词单独分词，再到句子里找这串编号。词单独出现和在句子里的分词常常不同：字节级 BPE 把前面的空格并入词元，词的一部分（如 "
        "`[bank]s`、`[un]fair`）在句子里分法不同，重复的词又总是找到第一个。请在整句的分词结果里按字符位置去找。"
    ),
    "en": (
        "You tokenize the word alone and search its ids in the sentence. Alone, a word is often tokenized "
        "differently: byte-level BPE joins the space before it to the token, part of a word is cut differently "
        "inside the whole, and a repeated word is always found at its first place. Tokenize the sentence, and look "
        "up by character positions."
    ),
}


def token_span(tokenizer, text, start, end):
    if not 0 <= start < end <= len(text) or not text[start:end].strip():
        raise ValueError("no such span")
    ids = tokenizer(text)["input_ids"]
    word = tokenizer(text[start:end], add_special_tokens=False)["input_ids"]
    for first in range(len(ids) - len(word) + 1):
        if ids[first : first + len(word)] == word:
            return first, first + len(word)
    raise ValueError("the word is not in the sentence")
