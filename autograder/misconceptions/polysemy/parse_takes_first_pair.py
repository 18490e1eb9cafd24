"""A sentence with two marked words is accepted: the first pair counts."""

FUNCTIONS = ("parse_marked",)
HINT = {
    "zh": (
        "有两对方括号的句子也被你接受了（正则表达式的 `search` 只看第一对）。这样的句子没有说明要看哪个词，应当抛出 "
        "`ValueError`。请先数一数两种括号各有几个。"
    ),
    "en": (
        "You accept a sentence with two pairs of brackets (`search` of a regular expression sees only the first). "
        "Such a sentence does not say which word is meant, so it must raise `ValueError`. Count both brackets first."
    ),
}


def parse_marked(marked):
    import re

    found = re.search(r"\[([^\[\]]+)\]", marked)
    if not found:
        raise ValueError("no word is marked")
    text = marked.replace("[", "").replace("]", "")
    return text, found.start(), found.start() + len(found.group(1))
