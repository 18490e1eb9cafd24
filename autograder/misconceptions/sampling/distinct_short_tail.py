"""n-grams at the end are cut short and counted."""

FUNCTIONS = ("distinct_n",)
HINT = {
    "zh": (
        "你的循环到了序列的末尾，最后几个“n 元组”不足 n 个元素。只取完整的。"
    ),
    "en": (
        "Your loop runs to the end of the sequence, and the last n-grams have fewer than n items. Take whole "
        "ones only."
    ),
}


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError("n")
    grams = [tuple(s[i : i + n]) for s in sequences for i in range(len(s))]
    return len(set(grams)) / len(grams) if grams else 0.0
