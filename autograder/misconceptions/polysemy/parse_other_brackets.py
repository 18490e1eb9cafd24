"""Full-width and Chinese brackets mark words too."""

FUNCTIONS = ("parse_marked",)
HINT = {
    "zh": (
        "你把 `【】` 或全角的 `［］` 也当成了标记。只有半角的 `[` 和 `]` 是标记，其他括号是句子自己的文字，应当原样保留；没有半角方"
        "括号的句子应当抛出 `ValueError`。"
    ),
    "en": (
        "You take `【】` or full-width `［］` for marks as well. Only the ASCII `[` and `]` mark; other brackets are "
        "part of the sentence and stay in it, and a sentence without ASCII brackets must raise `ValueError`."
    ),
}


def parse_marked(marked):
    marked = marked.translate(str.maketrans("【】［］", "[][]"))
    start, end = marked.find("["), marked.find("]")
    if marked.count("[") != 1 or marked.count("]") != 1 or end < start + 2:
        raise ValueError("one [ and one ] around at least one character")
    return marked.replace("[", "").replace("]", ""), start, end - 1
