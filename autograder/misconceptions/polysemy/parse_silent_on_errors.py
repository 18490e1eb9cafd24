"""A sentence without a proper mark gives the whole text instead of an error."""

FUNCTIONS = ("parse_marked",)
HINT = {
    "zh": (
        "标记不正确时，你没有抛出异常，而是返回了一个结果。这样的错误会悄悄传到后面：向量是算出来了，但不是任何词的向量。请抛出 "
        "`ValueError`。"
    ),
    "en": (
        "Where the marks are not as they should be you return something instead of raising. Such a mistake travels "
        "on silently: there will be a vector, but of no word. Raise `ValueError`."
    ),
}


def parse_marked(marked):
    text = marked.replace("[", "").replace("]", "")
    start, end = marked.find("["), marked.find("]")
    if marked.count("[") != 1 or marked.count("]") != 1 or end < start + 2:
        return text, 0, len(text)
    return text, start, end - 1
