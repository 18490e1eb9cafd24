"""The span is counted in the marked sentence, one too far to the right."""

FUNCTIONS = ("parse_marked",)
HINT = {
    "zh": (
        "你的文本去掉了方括号，但位置是在带括号的句子里数的，所以多了一：`[` 去掉以后，它后面的字符都向左移了一位。验证方法："
        "`text[start:end]` 应当正好是被标记的词。"
    ),
    "en": (
        "Your text is without the brackets, but the positions are counted in the sentence with them, one too many: "
        "once `[` is gone, all that follows moves one place to the left. To verify: `text[start:end]` must be the "
        "marked word."
    ),
}


def parse_marked(marked):
    start, end = marked.find("["), marked.find("]")
    if marked.count("[") != 1 or marked.count("]") != 1 or end < start + 2:
        raise ValueError("one [ and one ] around at least one character")
    return marked.replace("[", "").replace("]", ""), start + 1, end
