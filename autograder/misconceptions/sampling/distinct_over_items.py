"""Divided by the number of items instead of n-grams."""

FUNCTIONS = ("distinct_n",)
HINT = {
    "zh": (
        "分母是 n 元组的总数，不是词元（字符）的总数：长为 L 的序列有 L - n + 1 个 n 元组。"
    ),
    "en": (
        "The denominator is the number of n-grams, not of items: a sequence of length L has L - n + 1 of "
        "them."
    ),
}


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError("n")
    grams = [tuple(s[i : i + n]) for s in sequences for i in range(len(s) - n + 1)]
    items = sum(len(s) for s in sequences)
    return len(set(grams)) / items if items else 0.0
