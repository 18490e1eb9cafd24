"""The text still has its brackets."""

FUNCTIONS = ("parse_marked",)
HINT = {
    "zh": (
        "你返回的文本里还留着方括号。方括号只是标记，不属于句子；留着它们，分词器会把它们当作两个词元，后面的字符位置也全部错开。请返回去掉 `[` "
        "和 `]` 之后的文本，并按这个文本来数位置。"
    ),
    "en": (
        "The text you return still has its brackets. They are marks, not part of the sentence: left in, they become "
        "two tokens and shift every position after them. Return the text without `[` and `]`, and count positions in "
        "that text."
    ),
}


def parse_marked(marked):
    start, end = marked.find("["), marked.find("]")
    if marked.count("[") != 1 or marked.count("]") != 1 or end < start + 2:
        raise ValueError("one [ and one ] around at least one character")
    return marked, start + 1, end
