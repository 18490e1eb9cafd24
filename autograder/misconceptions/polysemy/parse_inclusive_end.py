"""The end is the word's last character instead of one past it."""

FUNCTIONS = ("parse_marked",)
HINT = {
    "zh": (
        "你的 `end` 是词的最后一个字符，而要求的是半开区间：`end` 是最后一个字符的下一个位置，这样 `text[start:end]` "
        "正好是这个词，`end - start` 是它的长度。"
    ),
    "en": (
        "Your `end` is the word's last character. The span is half-open: `end` is one past the last character, so "
        "that `text[start:end]` is the word and `end - start` its length."
    ),
}


def parse_marked(marked):
    start, end = marked.find("["), marked.find("]")
    if marked.count("[") != 1 or marked.count("]") != 1 or end < start + 2:
        raise ValueError("one [ and one ] around at least one character")
    return marked.replace("[", "").replace("]", ""), start, end - 2
