"""White space around the sentence or the word is stripped."""

FUNCTIONS = ("parse_marked",)
HINT = {
    "zh": (
        "你去掉了句子两端的空白（`strip`）。要求只去掉两个方括号，其余字符一个也不动：文本变了，别处按原句数出的位置就不再对得上。"
    ),
    "en": (
        "You strip the white space around the sentence. Only the two brackets come off and every other character "
        "stays: once the text is changed, positions counted in the sentence as it was no longer fit."
    ),
}


def parse_marked(marked):
    marked = marked.strip()
    start, end = marked.find("["), marked.find("]")
    if marked.count("[") != 1 or marked.count("]") != 1 or end < start + 2:
        raise ValueError("one [ and one ] around at least one character")
    return marked.replace("[", "").replace("]", ""), start, end - 1
