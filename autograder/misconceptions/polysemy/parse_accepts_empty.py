"""Brackets with nothing between them are accepted."""

FUNCTIONS = ("parse_marked",)
HINT = {
    "zh": (
        "`我在[]存钱` 被你接受了，得到一个空的区间。方括号之间至少要有一个字符，否则没有可看的词，应当抛出 `ValueError`。正则表达式"
        "里 `*` 允许空串，`+` 不允许。"
    ),
    "en": (
        "You accept `我在[]存钱` and return an empty span. At least one character must stand between the brackets: "
        "without a word there is nothing to look at, and `ValueError` is due. In a regular expression `*` allows the "
        "empty string, `+` does not."
    ),
}


def parse_marked(marked):
    if marked.count("[") != 1 or marked.count("]") != 1 or marked.index("[") > marked.index("]"):
        raise ValueError("one [ and then one ]")
    start, end = marked.index("["), marked.index("]")
    return marked.replace("[", "").replace("]", ""), start, end - 1
