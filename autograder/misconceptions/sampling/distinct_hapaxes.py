"""Only n-grams that occur once count."""

FUNCTIONS = ("distinct_n",)
HINT = {
    "zh": (
        "你只数了恰好出现一次的 n 元组；不同的 n 元组是指去掉重复之后的个数。"
    ),
    "en": (
        "You count only n-grams that occur exactly once; different n-grams are those left when repetitions "
        "are removed."
    ),
}


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError("n")
    from collections import Counter

    grams = [tuple(s[i : i + n]) for s in sequences for i in range(len(s) - n + 1)]
    return sum(c == 1 for c in Counter(grams).values()) / len(grams) if grams else 0.0
