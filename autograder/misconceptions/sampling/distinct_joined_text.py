"""n-grams are compared as joined text."""

FUNCTIONS = ("distinct_n",)
HINT = {
    "zh": (
        "你把 n 元组拼成字符串再比较：(\"ab\", \"c\") 和 (\"a\", \"bc\") 变成了同一个。用元组比较。"
    ),
    "en": (
        "You compare n-grams as joined strings: (\"ab\", \"c\") and (\"a\", \"bc\") become the same. Compare tuples."
    ),
}


def distinct_n(sequences, n):
    if n < 1:
        raise ValueError("n")
    grams = ["".join(str(item) for item in s[i : i + n]) for s in sequences for i in range(len(s) - n + 1)]
    return len(set(grams)) / len(grams) if grams else 0.0
