"""`n < 1` is not refused."""

FUNCTIONS = ("distinct_n",)
HINT = {
    "zh": (
        "`n < 1` 时应当抛出 ValueError：没有长为 0 的 n 元组。"
    ),
    "en": (
        "`n < 1` should raise ValueError: there are no n-grams without items."
    ),
}


def distinct_n(sequences, n):
    grams = [tuple(s[i : i + n]) for s in sequences for i in range(len(s) - n + 1)]
    return len(set(grams)) / len(grams) if grams else 0.0
